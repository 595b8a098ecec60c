// What the parts of one run share, and how a message gets from one to another.
#pragma once

#include <array>
#include <vector>

#include "protocols/protocol.hpp"
#include "sim/kernel/event_queue.hpp"
#include "sim/kernel/lines.hpp"
#include "sim/network/network.hpp"
#include "sim/stats/recorder.hpp"
#include "sim/stats/witness.hpp"

namespace hitm::sim {

/// A message on its way: the protocol's words and what goes with them.
struct Letter {
    protocols::Message message;
    LineId line = 0;
    workloads::FieldId cause = workloads::no_field;
    std::uint8_t flags = 0;
    Picoseconds depart = 0;
};

struct World {
    World(const Machine& machine, const Routes& routes, const protocols::Protocol& protocol, workloads::Source& source, std::uint64_t seed,
          bool attribute, unsigned windows);

    /// Within a cluster: from one of its cores or its agent (`from`) to one of its cores or its agent.
    void post_below(ClusterId cluster, StationId from, std::uint32_t actor, const Letter& letter);
    /// Between clusters and homes.
    void post_above(StationId from, std::uint32_t actor, const Letter& letter);

    std::uint64_t line_of(std::uint64_t address) const { return address >> line_shift; }

    StationId slice(ClusterId cluster, LineId line) const {
        const auto& slices = machine.fabric.slice_station[cluster];
        return slices[lines[line].hash % slices.size()];
    }
    StationId home_station(LineId line) const {
        const auto& stations = machine.fabric.home_station[lines[line].node];
        return stations[lines[line].hash % stations.size()];
    }
    // Directories come before cores: a forward that was put off until a locked operation ends is served at that very
    // moment, before the same core's next access, which could otherwise keep the line for ever.
    std::uint32_t agent_actor(ClusterId c) const { return c; }
    std::uint32_t home_actor() const { return machine.clusters(); }
    std::uint32_t core_actor(CoreId c) const { return machine.clusters() + 1 + c; }

    const Machine& machine;
    const protocols::Protocol& protocol;
    workloads::Source& source;
    EventQueue queue;
    Lines lines;
    Network network;
    Recorder recorder;
    unsigned line_shift;                                                        ///< log2 of the line size
    std::array<bool, protocols::Table<protocols::Cache>::states> load_hits{};   ///< by state: a load hits and changes nothing
    std::array<bool, protocols::Table<protocols::Cache>::states> store_hits{};  ///< the same of a store
    Witness* witness = nullptr;                                                 ///< none in a normal run
    Picoseconds now = 0;
    std::uint64_t warmup = 0;  ///< operations
    std::uint64_t last = 0;    ///< operations, with the warm-up; 0: no limit
    bool finished = false;
    Picoseconds finished_at = 0;

private:
    std::vector<std::vector<Picoseconds>> slice_free_;  ///< by cluster, slice: when it can take the next request
};

}  // namespace hitm::sim
