// What tells worlds apart and what does not: data that may yet be read, and marks by which caches are put in order.
#pragma once

#include "protocols/world.hpp"

namespace hitm::protocols {

/// By state: whether a line's data may yet be read before it is overwritten, as the table tells.
template <class Role>
using DataMatters = std::array<bool, Table<Role>::states>;

DataMatters<Cache> where_data_matters(const Table<Cache>& table);
DataMatters<Directory> where_data_matters(const Table<Directory>& table);

/// What can be said of each cache without naming another, as a number: by domain, then by number in the domain.
using Marks = std::array<std::array<std::uint64_t, most_cores>, 1 + most_clusters>;

Marks mark(const World& world, const Shape& shape, const DataMatters<Cache>& matters);

/// Marks that leave everybody the number it has.
Marks as_numbered();

/// Scatters the bits of a number.
constexpr std::uint64_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    return x ^ (x >> 32);
}

}  // namespace hitm::protocols
