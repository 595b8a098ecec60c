// The cluster agent under the clock: home to its cores, cache to the world, with the shared cache.
#pragma once

#include <vector>

#include "protocols/agent.hpp"
#include "protocols/way.hpp"
#include "sim/cluster/shared_cache.hpp"
#include "sim/kernel/waiting.hpp"
#include "sim/network/world.hpp"

namespace hitm::sim {

/// Serves each line's requests, from inside and from outside alike, in order of arrival. What it does about each is
/// protocols/agent.hpp's business; here are the queue, the way (chain or confirm), the capacity and the time.
class Agent {
public:
    Agent(World& world, ClusterId cluster);

    void receive_from_core(const Event& e);
    void receive_from_above(const Event& e);

private:
    struct Entry {
        protocols::AgentLine line;
        WaitingLine inside;   ///< requests of cores
        WaitingLine outside;  ///< forwards of homes, in the order sent
        std::uint32_t arrivals = 0;
        protocols::Hold hold;    ///< with confirm: for whom the line is held
        bool kept = false;       ///< in the shared cache
        bool at_hand = false;    ///< its data have just come: no array need be read to send them on
        std::uint8_t flags = 0;  ///< of the data at hand
    };
    Entry& entry(LineId line);
    auto above_noted() const { return noting<protocols::Cache>(world_.witness, &Entered::agent_above); }
    auto below_noted() const { return noting<protocols::Directory>(world_.witness, &Entered::agent_below); }
    protocols::Outcome attempt_inside(const Event& e, Entry& entry);
    protocols::Outcome attempt_outside(const Event& e, Entry& entry);
    void pump(LineId line);
    bool offer(Entry& entry, WaitingLine& queue, protocols::Outcome (Agent::*attempt)(const Event&, Entry&));
    void settle(LineId line);
    void evict(LineId line);
    void send_below(const Event& cause, const protocols::Message& m);
    void send_above(const Event& cause, const protocols::Message& m);
    Picoseconds data_ready(const Entry& entry, const protocols::Message& m) const;

    World& world_;
    ClusterId cluster_;
    protocols::AgentSeat seat_;
    SharedCache shared_;
    std::vector<Entry> entries_;
};

}  // namespace hitm::sim
