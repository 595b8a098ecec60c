// How messages travel, and what their receivers take to read them.
#include "sim/network/world.hpp"

#include <algorithm>
#include <bit>

#include "protocols/agent.hpp"

namespace hitm::sim {

using protocols::Channel;
using protocols::MessageType;

namespace {

/// Whether the table's answer is a hit and nothing else: read from the rows once, so that a hit need not walk them again.
bool only_hits(const protocols::Protocol& p, protocols::Cache::State s, protocols::Cache::Event e) {
    using enum protocols::Cache::Action;
    const auto* row = p.cache.find(s, e);
    return row != nullptr && row->perform.size() == 1 && (*row->perform.begin() == LoadHit || *row->perform.begin() == StoreHit) &&
           row->next.value_or(s) == s;
}

}  // namespace

World::World(const Machine& m, const Routes& routes, const protocols::Protocol& p, workloads::Source& s, std::uint64_t seed, bool attribute,
             unsigned windows)
    : machine{m},
      protocol{p},
      source{s},
      queue{m.cores() + m.clusters() + 1},
      lines{m, s, seed},
      network{m, routes},
      recorder{m.cores(), m.line_bytes, s.fields().size(), attribute, windows},
      line_shift{static_cast<unsigned>(std::countr_zero(m.line_bytes))} {
    for (const auto& state : protocols::Cache::states) {
        load_hits[static_cast<std::size_t>(state.id)] = only_hits(p, state.id, protocols::Cache::Event::Load);
        store_hits[static_cast<std::size_t>(state.id)] = only_hits(p, state.id, protocols::Cache::Event::Store);
    }
    for (const auto& slices : m.fabric.slice_station) slice_free_.emplace_back(slices.size(), 0);
}

void World::post_below(ClusterId cluster, StationId from, std::uint32_t actor, const Letter& letter) {
    const auto& m = letter.message;
    const auto& costs = machine.costs;
    const bool to_agent = m.to == machine.cores_per_cluster;
    if (m.to > machine.cores_per_cluster) [[unlikely]]
        throw protocols::BlankCell("a message for nobody in a cluster");
    const CoreId core = cluster * machine.cores_per_cluster + m.to;
    const StationId to = to_agent ? slice(cluster, letter.line) : machine.fabric.core_station[core];
    Picoseconds at = network.send(m.type, from, to, letter.depart);
    const auto channel = protocols::info(m.type).channel;
    if (to_agent && channel == Channel::Request) {
        auto& free_at = slice_free_[cluster][lines[letter.line].hash % slice_free_[cluster].size()];
        at = std::max(at, free_at);
        free_at = at + costs.agent_interval;
        at += costs.agent_lookup;
    } else if (!to_agent) {
        // Every forward pays the snoop, so that two to one core stay in order.
        at += channel == Channel::Forward ? costs.snoop : m.type == MessageType::InvAck ? 0 : costs.fill;
    }
    const auto place = static_cast<std::uint16_t>(to_agent ? cluster : core);
    if (witness != nullptr) [[unlikely]]
        at = witness->arrives(m, letter.line, to_agent ? machine.cores() + cluster : core, at);
    queue.push(actor,
               {at, 0, letter.line, letter.cause, m, place, to_agent ? EventKind::ToAgentFromCore : EventKind::ToCore, letter.flags});
}

void World::post_above(StationId from, std::uint32_t actor, const Letter& letter) {
    const auto& m = letter.message;
    const bool to_home = m.to == machine.clusters();
    if (m.to > machine.clusters()) [[unlikely]]
        throw protocols::BlankCell("a message for nobody among the clusters");
    const StationId to = to_home ? home_station(letter.line) : slice(m.to, letter.line);
    Picoseconds at = network.send(m.type, from, to, letter.depart);
    const auto channel = protocols::info(m.type).channel;
    if (to_home && channel == Channel::Request) at += machine.costs.home_lookup;
    if (!to_home && channel == Channel::Forward) at += machine.costs.agent_lookup;
    const auto place = static_cast<std::uint16_t>(to_home ? 0 : m.to);
    if (witness != nullptr) [[unlikely]]
        at = witness->arrives(m, letter.line, machine.cores() + (to_home ? machine.clusters() : m.to), at);
    queue.push(actor,
               {at, 0, letter.line, letter.cause, m, place, to_home ? EventKind::ToHome : EventKind::ToAgentFromAbove, letter.flags});
}

}  // namespace hitm::sim
