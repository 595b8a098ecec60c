// Proves a protocol: takes every interleaving of one line, breadth first, by the very rules the simulator runs.
//
// One level: caches and a home. Two levels: clusters of caches, each with its agent, and one home above them. Cores load,
// store and evict at any moment, agents evict at any moment; forwards to one node arrive in order, all else in any order;
// a message that stalls stays in the network. Seven properties are checked after every step (README.md lists them).
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/protocol.hpp"
#include "protocols/way.hpp"

namespace hitm::protocols {

/// What is checked. At most 3 clusters and 6 caches in all; one level has one cluster.
struct Setting {
    int levels = 1;
    int clusters = 1;
    int caches = 2;               ///< in each cluster
    Way inside = Way::Chain;      ///< of the directory the cores ask
    Way outside = Way::Chain;     ///< of the home above the agents; means nothing with one level
    std::size_t most_states = 0;  ///< the check gives up beyond so many; 0: no limit
    bool reduce = true;           ///< take worlds that differ in nothing that matters for one; false only to test that
};

/// Which cells were entered, by the role that entered them.
struct Reached {
    using CacheCells = std::bitset<Table<Cache>::states * Table<Cache>::events>;
    using DirectoryCells = std::bitset<Table<Directory>::states * Table<Directory>::events>;
    CacheCells core;
    CacheCells agent_above;      ///< an agent as a cache of the world
    DirectoryCells agent_below;  ///< an agent as the home of its cores
    DirectoryCells home;

    Reached& operator|=(const Reached& other);
};

/// A step of a world: a core acts, an agent evicts, a message arrives.
struct Move {
    enum class Kind : std::uint8_t { CoreActs, AgentEvicts, Arrives };
    Kind kind;
    std::uint8_t who;  ///< core, cluster, or index of the message among those in flight
    Cache::Event event = Cache::Event::Load;

    bool operator==(const Move&) const = default;
};

struct Verdict {
    bool holds = true;
    std::string broken;              ///< the property that failed and where, in prose; empty if all hold
    std::vector<std::string> trail;  ///< a shortest way there, one line a step
    std::vector<Move> moves;         ///< the same, from the first world on: `to_key` makes a key of them (trail.hpp)
    Reached reached;
    std::size_t states = 0;
    std::size_t transitions = 0;
    std::size_t depth = 0;  ///< steps from the start to the farthest state
    double seconds = 0;
};

/// Told how many states were seen at which depth, now and then; false ends the check ("given up").
using Watch = std::function<bool(std::size_t states, std::size_t depth)>;

/// Explores every state of the setting, or stops at the first fault; the same verdict on any number of host threads. Throws
/// std::invalid_argument where the setting is beyond the limits. States are told apart by 64-bit hashes: of n states, one is
/// overlooked with a chance of about n²/2⁶⁵.
Verdict check(const Protocol& protocol, const Setting& setting, const Watch& watch = {});

/// Throws std::invalid_argument, in words for users, where a setting is beyond the limits.
void expect_fits(const Setting& setting);

/// Cells written in a table that nobody of that table's two roles entered ("cache SM_AD x Inv").
std::vector<std::string> dead_cells(const Protocol& protocol, const Reached& reached);

/// "2 clusters of 2 caches, inside chain, outside confirm".
std::string describe(const Setting& setting);

}  // namespace hitm::protocols
