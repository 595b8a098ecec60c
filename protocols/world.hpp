// The world of the checker: every copy of one line, every directory, every message on its way, as plain data.
//
// Data is fresh (1) or stale (0): a store makes the writer's copy fresh and every other stale. A completing access is right
// exactly if its data is fresh, so no more than this bit of the data's history is needed. One exception: a load whose line is
// gone the moment it completes may find what was fresh at some time since it began (recent); that is its place in the order.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "protocols/check.hpp"

namespace hitm::protocols {

inline constexpr int most_cores = 6;
inline constexpr int most_clusters = 3;
inline constexpr int most_packets = 32;
inline constexpr Version fresh = 1;
inline constexpr Version stale = 0;
inline constexpr Version recent = 2;  ///< on its way to a cache: it was fresh when its load had already begun

/// The access that a cache owes its core (a ghost: no rule reads it).
enum class Owed : std::uint8_t { Nothing, Load, Store, Rmw };

/// A message and its domain: 0 is the home's, 1 + c that of the agent of cluster c.
struct Packet {
    std::uint8_t domain = 0;
    Message message;

    bool in_order() const { return info(message.type).channel == Channel::Forward; }
    bool operator==(const Packet&) const = default;
};

struct Core {
    CacheLine line;
    Owed owed = Owed::Nothing;

    bool operator==(const Core&) const = default;
};

/// The fixed part of a world: how many there are, and who is whose.
struct Shape {
    int levels;
    int clusters;
    int caches;   ///< in each cluster
    bool silent;  ///< a copy may leave without a word: books may name more than there is
    bool far;     ///< a read-modify-write has rows of its own; otherwise it is taken with the store

    int cores() const { return clusters * caches; }
    bool two() const { return levels == 2; }
    int domains() const { return two() ? 1 + clusters : 1; }
    std::uint8_t domain_of(int core) const { return static_cast<std::uint8_t>(two() ? 1 + core / caches : 0); }
    Node number_of(int core) const { return static_cast<Node>(core % caches); }
    /// The directory's number in a domain.
    Node directory(int domain) const { return static_cast<Node>(two() && domain == 0 ? clusters : caches); }
    int first_core(int domain) const { return two() ? (domain - 1) * caches : 0; }
    /// Whether the caches of a domain are agents.
    bool of_agents(int domain) const { return two() && domain == 0; }
};

struct World {
    std::array<Core, most_cores> cores;
    std::array<AgentLine, most_clusters> agents;
    HomeLine home;
    std::array<Hold, 1 + most_clusters> holds;  ///< by domain
    std::array<Packet, most_packets> packets;   ///< in the order they were sent
    std::uint8_t packet_count = 0;

    std::span<const Packet> in_flight() const { return {packets.data(), packet_count}; }
    const HomeLine& directory(int domain, const Shape& shape) const {
        return shape.two() && domain > 0 ? agents[static_cast<std::size_t>(domain - 1)].down : home;
    }
    bool operator==(const World& other) const;
};

/// The first world: nothing anywhere, memory fresh.
World first_world();

/// Whether the message at `index` may arrive now: forwards to one node arrive in the order they were sent.
bool may_arrive(const World& world, std::size_t index);

void remove_packet(World& world, std::size_t index);

}  // namespace hitm::protocols
