// How a home takes messages: queue, way, directory look-up, memory.
#include "sim/home/home.hpp"

#include <algorithm>

namespace hitm::sim {

using protocols::Channel;
using protocols::MessageType;
using protocols::Outcome;

Home::Entry& Home::entry(LineId line) {
    if (line >= entries_.size()) entries_.resize(std::max<std::size_t>(line + 1, entries_.size() * 2));
    return entries_[line];
}

void Home::receive(const Event& e) {
    auto& en = entry(e.line);
    const auto type = e.message.type;
    if (protocols::is_request_for_line(type)) {
        if (en.waiting.empty() && attempt(e, en) == Outcome::Taken) return;
        en.waiting.push(e, 0);
        return;
    }
    if (type == MessageType::Confirm) en.hold = {};
    else if (attempt(e, en) != Outcome::Taken) en.waiting.push(e, 0);  // one passed back may have to wait, too
    pump(e.line);
}

void Home::pump(LineId line) {
    auto& en = entry(line);
    while (!en.waiting.empty() && attempt(en.waiting.front().event, en) == Outcome::Taken) en.waiting.pop();
}

Outcome Home::attempt(const Event& e, Entry& en) {
    if (protocols::waits(en.hold, e.message)) return Outcome::Stalled;
    const bool knew = knows(en, e.line);
    const auto home = static_cast<protocols::Node>(world_.machine.clusters());
    const auto outcome = protocols::step(
        world_.protocol.directory, en.line, protocols::classify(en.line, e.message), home, e.message,
        [&](const protocols::Message& m) { send(e, en, knew, m); }, noting<protocols::Directory>(world_.witness, &Entered::home));
    if (outcome == Outcome::Taken) protocols::hold_if_confirmed(world_.machine.home_way, en.hold, e.message);
    return outcome;
}

/// Whether the home learns who holds the line without reading memory.
bool Home::knows(const Entry& en, LineId line) const {
    if (world_.machine.directory == DirectoryScheme::AtHome || en.cached) return true;
    const ClusterId local = world_.machine.fabric.home_cluster[world_.lines[line].node];
    return local != no_cluster && (en.line.owner == local || en.line.sharers.contains(static_cast<protocols::Node>(local)));
}

Picoseconds Home::read_memory(LineId line) {
    const auto& costs = world_.machine.costs;
    if (costs.dram_bytes_per_ns <= 0) return world_.now + costs.dram;
    auto& free_at = memory_free_[world_.lines[line].node];
    const Picoseconds start = std::max(world_.now, free_at);
    free_at = start + ns(world_.machine.line_bytes / costs.dram_bytes_per_ns);
    return start + costs.dram;
}

void Home::send(const Event& e, Entry& en, bool knew, const protocols::Message& m) {
    const bool forwards = protocols::info(m.type).channel == Channel::Forward;
    Picoseconds depart = world_.now;
    if (protocols::info(m.type).carries_data) depart = read_memory(e.line);
    else if (m.type != MessageType::PutAck && !knew) depart = world_.now + world_.machine.costs.dram;
    if (forwards) depart = en.last_forward = std::max(depart, en.last_forward);
    if (m.type == MessageType::FwdGetM || m.type == MessageType::FwdGetS)
        en.cached = en.cached || world_.machine.directory == DirectoryScheme::InMemoryCached;
    world_.post_above(world_.home_station(e.line), world_.home_actor(), {m, e.line, e.cause, 0, depart});
}

}  // namespace hitm::sim
