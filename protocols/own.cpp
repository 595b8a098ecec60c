// How changed rows take their cells.
#include "protocols/own.hpp"

#include <algorithm>

namespace hitm::protocols {
namespace {

template <class Role>
bool is_claimed(const Changes<Role>& changes, typename Role::State s, typename Role::Event e) {
    return std::ranges::any_of(changes.rows, [&](const auto& row) { return row.in.contains(s) && row.on.contains(e); }) ||
           std::ranges::find(changes.removed, std::pair{s, e}) != changes.removed.end();
}

/// What is left of a row: one row for all states that keep all its events, one for each other state.
template <class Role>
void keep_rest(const Row<Role>& row, const Changes<Role>& changes, std::vector<Row<Role>>& rows) {
    Row<Role> whole = row;
    whole.in = {};
    std::vector<Row<Role>> parts;
    for (const auto& s : Role::states) {
        if (!row.in.contains(s.id)) continue;
        EnumSet<typename Role::Event> left;
        bool all = true;
        for (const auto& e : Role::events) {
            if (!row.on.contains(e.id)) continue;
            if (is_claimed(changes, s.id, e.id)) all = false;
            else left.add(e.id);
        }
        if (all) whole.in.add(s.id);
        else if (!left.empty()) parts.push_back({s.id, left, row.perform, row.next});
    }
    if (!whole.in.empty()) rows.push_back(whole);
    rows.insert(rows.end(), parts.begin(), parts.end());
}

}  // namespace

OwnProtocol::OwnProtocol(std::string name, std::string prose, std::vector<Row<Cache>> cache, std::vector<Row<Directory>> directory)
    : name_{std::move(name)},
      prose_{std::move(prose)},
      cache_rows_{std::move(cache)},
      directory_rows_{std::move(directory)},
      cache_{cache_rows_},
      directory_{directory_rows_} {}

template <class Role>
std::vector<Row<Role>> with_changes(const Table<Role>& table, const Changes<Role>& changes) {
    std::vector<Row<Role>> rows;
    for (const auto& row : table.rows()) keep_rest(row, changes, rows);
    rows.insert(rows.end(), changes.rows.begin(), changes.rows.end());
    return rows;
}

template std::vector<Row<Cache>> with_changes(const Table<Cache>&, const Changes<Cache>&);
template std::vector<Row<Directory>> with_changes(const Table<Directory>&, const Changes<Directory>&);

OwnProtocol vary(const Protocol& base, std::string name, std::string prose, const Changes<Cache>& cache,
                 const Changes<Directory>& directory) {
    return {std::move(name), std::move(prose), with_changes(base.cache, cache), with_changes(base.directory, directory)};
}

}  // namespace hitm::protocols
