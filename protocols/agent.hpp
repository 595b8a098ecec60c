// The cluster agent: home to its cores, cache to the world, by the same two tables.
//
// An agent keeps two records of a line: `up`, which moves by the cache table as if the agent were
// one big cache, and `down`, which moves by the directory table as if it were the only home. The
// glue between them is four rules, and nothing else here knows a state by name:
//   1. a core's GetS or GetM is first an access of the agent's own (Load or Store in `up`); it waits
//      until that hits, and is then served by `down`;
//   2. what comes from above waits until `down` has gathered the line from the cores (OutsideRead,
//      OutsideWrite), and is then answered by `up`;
//   3. data that a core brings home dirty is a Store in `up`;
//   4. where the agent's load is done and its line is gone at once, the core that it was done for has the data for one load.
// Seen from above, an agent is therefore a cache of the same protocol. The checker explores this
// very code, the simulator runs it.
#pragma once

#include <string>

#include "protocols/protocol.hpp"
#include "protocols/rules.hpp"

namespace hitm::protocols {

struct AgentLine {
    CacheLine up;
    HomeLine down;
    Node reader = no_node;  ///< the core for whose load the agent's own was begun, until the line is here

    constexpr auto operator<=>(const AgentLine&) const = default;
};

/// What came of offering a message to a line.
enum class Outcome : std::uint8_t {
    Taken,    ///< done with the message
    Started,  ///< something was set in motion; offer the message again when the line has changed
    Stalled,  ///< nothing happened; offer the message again when the line has changed
};

/// Thrown when a cell that the table claims to be impossible is entered.
struct BlankCell : std::logic_error {
    using std::logic_error::logic_error;
};

/// Takes one row of the cache table, or says that it stalls. `on_row(state, event)` is told each row taken.
template <class Send, class OnRow>
Outcome step(const Table<Cache>& table, CacheLine& line, Cache::Event event, Node self, Node home, const Message& m, Completed& done,
             Send&& send, OnRow&& on_row) {
    const auto* row = table.find(line.state, event);
    if (row == nullptr)
        throw BlankCell("cache " + std::string(info(line.state).name) + " x " +
                        std::string(Cache::events[static_cast<std::size_t>(event)].name));
    on_row(line.state, event);
    if (row->perform.stalls()) return Outcome::Stalled;
    for (auto a : row->perform) perform(a, line, self, home, m, done, send);
    if (row->next) line.state = *row->next;
    return Outcome::Taken;
}

/// Takes one row of the directory table, or says that it stalls.
template <class Send, class OnRow>
Outcome step(const Table<Directory>& table, HomeLine& line, Directory::Event event, Node home, const Message& m, Send&& send,
             OnRow&& on_row) {
    const auto* row = table.find(line.state, event);
    if (row == nullptr)
        throw BlankCell("home " + std::string(info(line.state).name) + " x " +
                        std::string(Directory::events[static_cast<std::size_t>(event)].name));
    on_row(line.state, event);
    if (row->perform.stalls()) return Outcome::Stalled;
    for (auto a : row->perform) perform(a, line, home, m, send);
    if (row->next) line.state = *row->next;
    return row->perform.contains(Directory::Action::Again) ? Outcome::Started : Outcome::Taken;
}

/// Where an agent stands: its number in the cluster (the count of cores) and in the machine.
struct AgentSeat {
    Node below;       ///< this agent's number among its cores
    Node above;       ///< this agent's number among the agents
    Node home_above;  ///< the home's number among the agents
};

/// Whether a message from above wants something of the line, for which the cores may have to be asked.
constexpr bool wants_the_line(MessageType type) {
    return info(type).channel == Channel::Forward && type != MessageType::PutAck && type != MessageType::OwnerAckCount;
}

/// Whether the agent still has a copy when it has answered `event`: then its cores may keep theirs.
constexpr bool leaves_a_copy(const Protocol& p, const CacheLine& up, Cache::Event event) {
    const auto* row = p.cache.find(up.state, event);
    return row != nullptr && info(row->next.value_or(up.state)).may != Permission::None;
}

/// Whether a message is a request that waits while a directory holds its line for another.
constexpr bool is_request_for_line(MessageType type) {
    return type == MessageType::GetS || type == MessageType::GetM || type == MessageType::Upgrade || type == MessageType::Atomic;
}

/// What an agent may do with a line, as the directory table asks it.
constexpr Standing standing(const AgentLine& line) {
    return info(line.up.state).may == Permission::ReadWrite ? Standing::AgentMayWrite : Standing::AgentMayRead;
}

/// Whether the cores must be asked before `up` may answer `event`.
constexpr bool needs_gathering(const Protocol& p, const AgentLine& line, Cache::Event event) {
    const auto& now = info(line.down.state);
    if (!now.stable || now.owned) return true;
    return now.shared && !leaves_a_copy(p, line.up, event);
}

/// Whether the agent's load was done for one core and the line is gone again.
constexpr bool has_once(const AgentLine& line) {
    const auto& up = info(line.up.state);
    return line.reader != no_node && up.stable && up.may == Permission::None;
}

/// Offers a message from a core. `below(Message)` and `above(Message)` take what is sent;
/// `on_cache_row`, `on_home_row` are told each row taken.
template <class Below, class Above, class OnCacheRow, class OnHomeRow>
Outcome from_core(const Protocol& p, AgentLine& line, const AgentSeat& seat, const Message& m, Below&& below, Above&& above,
                  OnCacheRow&& on_cache_row, OnHomeRow&& on_home_row) {
    Completed hit;
    if (m.type == MessageType::GetS && m.from == line.reader && has_once(line)) {
        line.reader = no_node;
        below(Message{MessageType::DataOnce, seat.below, m.from, m.from, 0, line.up.data});
        return Outcome::Taken;
    }
    if (is_request_for_line(m.type)) {
        const auto event = classify(line.down, m, standing(line));
        if (const auto* row = p.directory.find(line.down.state, event); row != nullptr && row->perform.stalls()) {
            on_home_row(line.down.state, event);
            return Outcome::Stalled;
        }
        const auto own = m.type == MessageType::GetS ? Cache::Event::Load : Cache::Event::Store;
        if (step(p.cache, line.up, own, seat.above, seat.home_above, m, hit, above, on_cache_row) == Outcome::Stalled)
            return Outcome::Stalled;
        if (!hit.load && !hit.store) {
            const bool may_be_once = m.type == MessageType::GetS && p.cache.find(line.up.state, Cache::Event::DataOnce) != nullptr;
            line.reader = may_be_once ? m.from : no_node;
            return Outcome::Started;
        }
    }
    line.down.memory = line.up.data;  // there is one copy here, and `up` has it
    const auto event = classify(line.down, m, standing(line));
    const auto* row = p.directory.find(line.down.state, event);
    const bool brings_data = row != nullptr && row->perform.contains(Directory::Action::WriteMemory);
    const auto outcome = step(p.directory, line.down, event, seat.below, m, below, on_home_row);
    if (brings_data && outcome == Outcome::Taken) {
        line.up.data = line.down.memory;
        step(p.cache, line.up, Cache::Event::Store, seat.above, seat.home_above, m, hit, above, on_cache_row);
    }
    return outcome;
}

/// Brings the cores' copies into a condition in which `up` may answer `event`: nothing more than
/// shared copies below for what leaves the agent a copy, nothing at all for what takes the line away.
template <class Below, class OnHomeRow>
Outcome gather(const Protocol& p, AgentLine& line, const AgentSeat& seat, Cache::Event event, Below&& below, OnHomeRow&& on_home_row) {
    using Ev = Directory::Event;
    const auto& now = info(line.down.state);
    if (!now.stable) return Outcome::Stalled;
    if (!needs_gathering(p, line, event)) return Outcome::Taken;
    const auto ask = leaves_a_copy(p, line.up, event)          ? Ev::OutsideRead
                     : now.shared && line.down.sharers.empty() ? Ev::OutsideWriteNoSharers
                                                               : Ev::OutsideWrite;
    step(p.directory, line.down, ask, seat.below, Message{}, below, on_home_row);
    return info(line.down.state).stable ? Outcome::Taken : Outcome::Started;
}

/// Offers a message from the home or from another agent. `done` says whether an access of the agent's own completed.
template <class Below, class Above, class OnCacheRow, class OnHomeRow>
Outcome from_above(const Protocol& p, AgentLine& line, const AgentSeat& seat, const Message& m, Completed& done, Below&& below,
                   Above&& above, OnCacheRow&& on_cache_row, OnHomeRow&& on_home_row) {
    const auto event = classify(line.up, m);
    const auto* row = p.cache.find(line.up.state, event);
    if (row != nullptr && row->perform.stalls()) {
        on_cache_row(line.up.state, event);
        return Outcome::Stalled;
    }
    if (row != nullptr && wants_the_line(m.type)) {
        const auto gathered = gather(p, line, seat, event, below, on_home_row);
        if (gathered != Outcome::Taken) return gathered;
    }
    const auto outcome = step(p.cache, line.up, event, seat.above, seat.home_above, m, done, above, on_cache_row);
    if (info(line.up.state).may != Permission::None) line.reader = no_node;
    return outcome;
}

/// Starts the agent's own eviction of a line that no core holds any more.
template <class Below, class Above, class OnCacheRow, class OnHomeRow>
Outcome evict(const Protocol& p, AgentLine& line, const AgentSeat& seat, Below&& below, Above&& above, OnCacheRow&& on_cache_row,
              OnHomeRow&& on_home_row) {
    if (!info(line.up.state).stable) return Outcome::Stalled;
    const auto gathered = gather(p, line, seat, Cache::Event::Evict, below, on_home_row);
    if (gathered != Outcome::Taken) return gathered;
    Completed none;
    return step(p.cache, line.up, Cache::Event::Evict, seat.above, seat.home_above, Message{}, none, above, on_cache_row);
}

}  // namespace hitm::protocols
