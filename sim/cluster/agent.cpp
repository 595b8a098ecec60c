// How an agent takes messages: queues, ways, capacity, time.
#include "sim/cluster/agent.hpp"

#include <algorithm>

namespace hitm::sim {

using protocols::Channel;
using protocols::MessageType;
using protocols::Outcome;

Agent::Agent(World& world, ClusterId cluster)
    : world_{world},
      cluster_{cluster},
      seat_{static_cast<protocols::Node>(world.machine.cores_per_cluster), static_cast<protocols::Node>(cluster),
            static_cast<protocols::Node>(world.machine.clusters())},
      shared_{world.machine.shared, world.machine.line_bytes} {}

Agent::Entry& Agent::entry(LineId line) {
    if (line >= entries_.size()) entries_.resize(std::max<std::size_t>(line + 1, entries_.size() * 2));
    return entries_[line];
}

void Agent::receive_from_core(const Event& e) {
    auto& en = entry(e.line);
    const auto type = e.message.type;
    if (protocols::is_request_for_line(type)) {
        const bool first = en.inside.empty() && en.outside.empty();
        if (!first || attempt_inside(e, en) != Outcome::Taken) en.inside.push(e, en.arrivals++);
        else settle(e.line);
        return;
    }
    if (type == MessageType::Confirm) {
        en.hold = {};
    } else {
        if (protocols::info(type).carries_data) {
            en.at_hand = !en.outside.empty();  // gathered for somebody outside
            en.flags = 0;
        }
        attempt_inside(e, en);
    }
    pump(e.line);
}

void Agent::receive_from_above(const Event& e) {
    auto& en = entry(e.line);
    if (protocols::info(e.message.type).channel == Channel::Forward) {
        const bool urgent = !protocols::info(en.line.up.state).stable && en.outside.empty();
        const bool first = urgent || (en.inside.empty() && en.outside.empty());
        if (first && attempt_outside(e, en) == Outcome::Taken) pump(e.line);
        else en.outside.push(e, en.arrivals++);
        return;
    }
    if (protocols::info(e.message.type).carries_data) {
        en.at_hand = true;
        en.flags = (e.flags & Flag::modified) != 0 ? Flag::modified | Flag::remote : 0;
    }
    attempt_outside(e, en);
    pump(e.line);
}

/// Offers the waiting messages again, oldest first, until none can move. While the agent itself waits for the line,
/// what comes from outside is offered first: the head of the inside cannot be served before the agent's access is done.
void Agent::pump(LineId line) {
    for (bool moved = true; moved;) {
        auto& en = entry(line);
        moved = false;
        const bool waits = !protocols::info(en.line.up.state).stable;
        const bool outside_first =
            !en.outside.empty() && (waits || en.inside.empty() || en.outside.front().arrival < en.inside.front().arrival);
        if (outside_first) moved = offer(en, en.outside, &Agent::attempt_outside);
        if (!moved && !en.inside.empty() && (!outside_first || waits)) moved = offer(en, en.inside, &Agent::attempt_inside);
    }
    settle(line);
}

/// Offers the head of a queue. A message that set something in motion has moved too: what waits elsewhere may now go.
bool Agent::offer(Entry& en, WaitingLine& queue, Outcome (Agent::*attempt)(const Event&, Entry&)) {
    const Event e = queue.front().event;
    const auto outcome = (this->*attempt)(e, en);
    if (outcome == Outcome::Taken) queue.pop();
    return outcome != Outcome::Stalled;
}

Outcome Agent::attempt_inside(const Event& e, Entry& en) {
    if (protocols::waits(en.hold, e.message)) return Outcome::Stalled;
    const auto outcome = protocols::from_core(
        world_.protocol, en.line, seat_, e.message, [&](const protocols::Message& m) { send_below(e, m); },
        [&](const protocols::Message& m) { send_above(e, m); }, above_noted(), below_noted());
    if (outcome == Outcome::Taken) {
        if (protocols::is_request_for_line(e.message.type)) en.at_hand = false;
        protocols::hold_if_confirmed(world_.machine.cluster_way, en.hold, e.message);
        if (e.message.type == MessageType::Atomic && world_.witness != nullptr) [[unlikely]]
            en.line.up.data = world_.witness->far_wrote(cluster_ * world_.machine.cores_per_cluster + e.message.from,
                                                        world_.lines[e.line].number, en.line.up.data);
    }
    return outcome;
}

Outcome Agent::attempt_outside(const Event& e, Entry& en) {
    if (protocols::waits(world_.protocol, en.hold, en.line, e.message)) return Outcome::Stalled;
    protocols::Completed done;
    const auto outcome = protocols::from_above(
        world_.protocol, en.line, seat_, e.message, done, [&](const protocols::Message& m) { send_below(e, m); },
        [&](const protocols::Message& m) { send_above(e, m); }, above_noted(), below_noted());
    if (protocols::wants_the_line(e.message.type) && outcome == Outcome::Taken) en.at_hand = false;
    if (protocols::confirms(world_.machine.home_way, done)) send_above(e, protocols::confirmation(seat_.above, seat_.home_above));
    return outcome;
}

Picoseconds Agent::data_ready(const Entry& en, const protocols::Message& m) const {
    const bool reads = protocols::info(m.type).carries_data && !en.at_hand;
    return world_.now + (reads ? world_.machine.costs.shared_data : 0);
}

void Agent::send_below(const Event& e, const protocols::Message& m) {
    const auto& en = entries_[e.line];
    const std::uint8_t flags = protocols::info(m.type).carries_data && en.at_hand ? en.flags : std::uint8_t{0};
    world_.post_below(cluster_, world_.slice(cluster_, e.line), world_.agent_actor(cluster_),
                      {m, e.line, e.cause, flags, data_ready(en, m)});
}

void Agent::send_above(const Event& e, const protocols::Message& m) {
    const auto& en = entries_[e.line];
    const bool modified = protocols::info(m.type).carries_data && protocols::info(en.line.up.state).dirty;
    const std::uint8_t flags = modified ? Flag::modified : std::uint8_t{0};
    world_.post_above(world_.slice(cluster_, e.line), world_.agent_actor(cluster_), {m, e.line, e.cause, flags, data_ready(en, m)});
}

/// Keeps in the shared cache what no core holds any more, and only that.
void Agent::settle(LineId line) {
    auto& en = entry(line);
    const auto& up = protocols::info(en.line.up.state);
    const auto& down = protocols::info(en.line.down.state);
    const bool keep = up.stable && up.may != protocols::Permission::None && down.stable && !down.owned && !down.shared;
    if (keep == en.kept) return;
    en.kept = keep;
    if (!keep) return shared_.drop(line, world_.lines[line].hash);
    en.at_hand = false;
    if (const auto out = shared_.keep(line, world_.lines[line].hash)) evict(*out);
}

void Agent::evict(LineId line) {
    auto& en = entry(line);
    en.kept = false;
    if (protocols::eviction_waits(world_.protocol, en.hold, en.line)) return;
    Event self;
    self.line = line;
    protocols::evict(
        world_.protocol, en.line, seat_, [&](const protocols::Message& m) { send_below(self, m); },
        [&](const protocols::Message& m) { send_above(self, m); }, above_noted(), below_noted());
}

}  // namespace hitm::sim
