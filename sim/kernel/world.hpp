// What the parts of one run share, and how a message gets from one to another.
#pragma once

#include <vector>

#include "protocols/protocol.hpp"
#include "sim/kernel/event_queue.hpp"
#include "sim/kernel/lines.hpp"
#include "sim/network/network.hpp"
#include "sim/stats/recorder.hpp"

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
    World(const Machine& machine, const protocols::Protocol& protocol, workloads::Source& source, std::uint64_t seed, bool attribute,
          unsigned windows);

    /// Within a cluster: from one of its cores or its agent (`from`) to one of its cores or its agent.
    void post_below(ClusterId cluster, StationId from, std::uint32_t actor, const Letter& letter);
    /// Between clusters and homes.
    void post_above(StationId from, std::uint32_t actor, const Letter& letter);

    StationId slice(ClusterId cluster, LineId line) const {
        const auto& slices = machine.fabric.slice_station[cluster];
        return slices[lines[line].hash % slices.size()];
    }
    StationId home_station(LineId line) const {
        const auto& stations = machine.fabric.home_station[lines[line].node];
        return stations[lines[line].hash % stations.size()];
    }
    std::uint32_t agent_actor(ClusterId c) const { return machine.cores() + c; }
    std::uint32_t home_actor() const { return machine.cores() + machine.clusters(); }

    const Machine& machine;
    const protocols::Protocol& protocol;
    workloads::Source& source;
    EventQueue queue;
    Lines lines;
    Network network;
    Recorder recorder;
    Picoseconds now = 0;
    std::uint64_t warmup = 0;    ///< operations
    std::uint64_t last = 0;      ///< operations, with the warm-up; 0: no limit
    bool finished = false;
    Picoseconds finished_at = 0;

private:
    std::vector<std::vector<Picoseconds>> slice_free_;  ///< by cluster, slice: when it can take the next request
};

}  // namespace hitm::sim
