// Trails: the way from the first world to a fault, as a key that can be kept, replayed and drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/check.hpp"
#include "protocols/world.hpp"

namespace hitm::protocols {

struct Trail {
    Setting setting;
    std::vector<Move> moves;
};

/// "3:chain:L0.S1.2.0" or "2x1:chain,confirm:…": caches (clusters x caches), the ways inside and outside, then the moves: L, S, R and E
/// are a core's load, store, read-modify-write and eviction, A an agent's eviction, each with its number; a bare number is the message
/// that arrives, counted from 0 among those in flight in the order they were sent.
std::string to_key(const Trail& trail);

/// Throws std::invalid_argument, in words for users.
Trail parse_key(std::string_view key);

struct Step {
    Move move;
    World before;
    World after;
    std::string story;  ///< "Inv from cache 1 arrives at cache 0; cache 0: S x Inv"
    bool stalled = false;
    std::string broken;  ///< the property that this step breaks; empty if none
};

/// Makes the moves from the first world on, up to the first that breaks something. Throws std::invalid_argument where a move is
/// impossible in its world (a key of another protocol).
std::vector<Step> replay(const Protocol& protocol, const Trail& trail);

/// The moves along a path of an exploration, given by the hashes of its states' keys, and then `last`, a move of the path's last
/// state in the numbers of its key. The moves returned are in the numbers of the first world.
std::vector<Move> moves_along(const Protocol& protocol, const Setting& setting, std::span<const std::uint64_t> path,
                              const std::optional<Move>& last);

/// The steps as a message chart: a column for each cache, agent and directory with its state, arrows from who sent to who
/// received.
std::string chart(const Protocol& protocol, const Trail& trail);

}  // namespace hitm::protocols
