// Rows in words, for whoever prints them.
#pragma once

#include <string>

#include "protocols/table.hpp"

namespace hitm::protocols {

/// What a row does, in order; empty where nothing need be done.
template <class Role>
std::string actions_of(const Row<Role>& row, const char* between) {
    std::string out;
    for (auto a : row.perform) out += (out.empty() ? "" : between) + std::string(Role::actions[static_cast<std::size_t>(a)].brief);
    return out;
}

/// What a cell says in the textbook's form: "data to req, clean to dir / S"; "-" where nothing need be done.
template <class Role>
std::string cell_text(const Row<Role>& row, typename Role::State state) {
    auto out = actions_of(row, ", ");
    if (row.next && *row.next != state) out += (out.empty() ? "/ " : " / ") + std::string(info(*row.next).name);
    return out.empty() ? "-" : out;
}

}  // namespace hitm::protocols
