// Protocols built at run time: they own their rows, and are like any other from then on.
#pragma once

#include <string>
#include <vector>

#include "protocols/protocol.hpp"

namespace hitm::protocols {

/// A protocol with its rows. May be moved; `protocol()` refers into it.
class OwnProtocol {
public:
    /// Throws std::logic_error where two rows claim one cell.
    OwnProtocol(std::string name, std::string prose, std::vector<Row<Cache>> cache, std::vector<Row<Directory>> directory);
    OwnProtocol(OwnProtocol&&) = default;
    OwnProtocol& operator=(OwnProtocol&&) = default;
    OwnProtocol(const OwnProtocol&) = delete;
    OwnProtocol& operator=(const OwnProtocol&) = delete;

    /// Valid as long as this object stays where it is.
    Protocol protocol() const { return {name_, cache_, directory_, prose_}; }

private:
    std::string name_;
    std::string prose_;
    std::vector<Row<Cache>> cache_rows_;
    std::vector<Row<Directory>> directory_rows_;
    Table<Cache> cache_;
    Table<Directory> directory_;
};

/// Rows that take the place of another protocol's, cell by cell; and cells that are taken away.
template <class Role>
struct Changes {
    std::vector<Row<Role>> rows;
    std::vector<std::pair<typename Role::State, typename Role::Event>> removed;
};

/// The rows of a table with changes: each changed row takes its cells, the old rows keep what is left of theirs.
template <class Role>
std::vector<Row<Role>> with_changes(const Table<Role>& table, const Changes<Role>& changes);

/// Another protocol with a few rows changed.
OwnProtocol vary(const Protocol& base, std::string name, std::string prose, const Changes<Cache>& cache,
                 const Changes<Directory>& directory);

extern template std::vector<Row<Cache>> with_changes(const Table<Cache>&, const Changes<Cache>&);
extern template std::vector<Row<Directory>> with_changes(const Table<Directory>&, const Changes<Directory>&);

}  // namespace hitm::protocols
