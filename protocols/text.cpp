// Printing rows and finding differences.
#include "protocols/text.hpp"

#include <algorithm>
#include <sstream>

#include "protocols/words.hpp"

namespace hitm::protocols {
namespace {

template <class Entries, class Set>
std::string names_in(const Entries& entries, const Set& set) {
    std::string out;
    for (const auto& e : entries)
        if (set.contains(e.id)) out += (out.empty() ? "" : " | ") + std::string(e.name);
    return out;
}

template <class Role>
void print_rows(std::ostream& out, const Table<Role>& table) {
    for (const auto& row : table.rows()) {
        const auto actions = actions_of(row, "; ");
        out << names_in(Role::states, row.in) << "  x  " << names_in(Role::events, row.on) << "  ->  " << (actions.empty() ? "-" : actions);
        if (row.next) out << "  =>  " << info(*row.next).name;
        out << '\n';
    }
}

template <class Role>
std::string cell(const Row<Role>* row, typename Role::State state) {
    return row == nullptr ? "cannot happen" : cell_text(*row, state);
}

template <class Role>
void add_differences(const Table<Role>& a, const Table<Role>& b, const std::string& who, std::vector<Difference>& lines) {
    for (const auto& s : Role::states)
        for (const auto& e : Role::events) {
            const auto before = cell(a.find(s.id, e.id), s.id);
            const auto after = cell(b.find(s.id, e.id), s.id);
            if (before != after) lines.push_back({who, std::string(s.name) + " x " + std::string(e.name), before, after});
        }
}

}  // namespace

std::string text(const Protocol& p) {
    std::ostringstream out;
    out << "protocol " << p.name << "\nprose " << p.prose << "\n\ncache\n";
    print_rows(out, p.cache);
    out << "\nhome\n";
    print_rows(out, p.directory);
    return out.str();
}

std::vector<Difference> difference(const Protocol& a, const Protocol& b) {
    std::vector<Difference> lines;
    add_differences(a.cache, b.cache, "cache", lines);
    add_differences(a.directory, b.directory, "home", lines);
    return lines;
}

}  // namespace hitm::protocols
