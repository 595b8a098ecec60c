// Worlds as short keys, and back; worlds that differ in nothing that matters have one key.
#pragma once

#include <vector>

#include "protocols/marks.hpp"
#include "protocols/world.hpp"

namespace hitm::protocols {

/// Writes worlds as short keys and reads them back. Worlds that differ only in how caches or clusters are numbered, in data
/// that no row will read, or in who sent an answer, have the same key (but for rare ties, which cost states, not truth).
class Codec {
public:
    Codec(const Protocol& protocol, const Shape& shape, bool reduce);

    /// New numbers for old: caches and clusters in the order of what is known of them.
    struct Renaming {
        std::array<Node, most_clusters> new_cluster{};
        std::array<Node, most_clusters> old_cluster{};
        std::array<Node, most_cores> new_number{};  ///< by old core: its new number in its cluster
        std::array<int, most_cores> old_core{};     ///< by new core
    };

    using Key = std::vector<std::uint8_t>;
    /// Returns how the key's numbers follow from the world's.
    Renaming encode(const World& world, Key& key) const;
    World decode(std::span<const std::uint8_t> key) const;

private:
    Renaming rename(const World& world) const;
    std::uint32_t pack(const Packet& packet, const Renaming& renaming) const;
    Packet unpack(std::uint32_t word) const;

    Shape shape_;
    bool reduce_;
    DataMatters<Cache> cache_data_matters_;
    DataMatters<Directory> memory_matters_;
};

std::uint64_t hash(std::span<const std::uint8_t> key);

}  // namespace hitm::protocols
