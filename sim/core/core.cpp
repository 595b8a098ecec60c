// How a hardware thread goes through its accesses.
#include "sim/core/core.hpp"

#include <algorithm>

namespace hitm::sim {

using workloads::Kind;

Core::Core(World& world, CoreId id, unsigned siblings)
    : world_{world},
      id_{id},
      cluster_{world.machine.cluster_of(id)},
      node_{static_cast<protocols::Node>(id % world.machine.cores_per_cluster)},
      agent_{static_cast<protocols::Node>(world.machine.cores_per_cluster)},
      cache_{world.machine.l1, world.machine.l2, world.machine.line_bytes},
      smt_{world.machine.smt_gain},
      siblings_{siblings},
      threads_(siblings, Hardware{.stores = StoreBuffer{world.machine.store_buffer}}) {}

void Core::seat(unsigned sibling, workloads::Thread thread) {
    threads_[sibling].thread = thread;
    threads_[sibling].seated = true;
}

void Core::start(unsigned sibling) { sleep_until(sibling, world_.now); }

void Core::wake(const Event& e) {
    auto& h = threads_[e.message.to];
    if (h.generation != e.cause) return;
    if (smt_.busy(e.message.to) && !worked_enough(e.message.to)) return;
    run(e.message.to, world_.now);
}

/// Ends a gap whose wake has come, unless siblings have slowed it meanwhile: then it sleeps on. A wake may come too early
/// but never too late, so a sibling that begins to work moves nothing, and one that ends moves only wakes that would be late.
bool Core::worked_enough(unsigned sibling) {
    auto& h = threads_[sibling];
    smt_.settle(world_.now);
    if (!smt_.done(sibling)) return sleep_until(sibling, smt_.due(sibling)), false;
    smt_.end(sibling);
    h.worked = true;
    world_.recorder.worked(world_.now - h.work_began);
    for (unsigned s = 0; s < threads_.size(); ++s)
        if (smt_.busy(s) && smt_.due(s) < threads_[s].wakes_at) sleep_until(s, smt_.due(s));
    return true;
}

void Core::sleep_until(unsigned sibling, Picoseconds t) {
    auto& h = threads_[sibling];
    h.block = Block::Asleep;
    h.wakes_at = t;
    Event e;
    e.at = t;
    e.kind = EventKind::Wake;
    e.place = static_cast<std::uint16_t>(id_);
    e.message.to = static_cast<protocols::Node>(sibling);
    e.cause = ++h.generation;
    world_.queue.push(world_.core_actor(id_), e);
}

void Core::stand_still(Hardware& h, Block why, Picoseconds t) {
    if (h.block != why) h.blocked_since = t;
    h.block = why;
}

/// Goes on from `t` until the thread must wait, or until something else in the machine is due first.
void Core::run(unsigned sibling, Picoseconds t) {
    auto& h = threads_[sibling];
    h.block = Block::No;
    Picoseconds safe = t;  // the last moment known to come before everything else that is due
    while (!world_.finished) {
        if (!h.have && !fetch(h)) return stand_still(h, Block::Loads, t);
        const bool overlaps = h.access.joins && h.access.gap_ps == 0;
        if (overlaps ? h.outstanding >= world_.machine.load_window : h.outstanding > 0) return stand_still(h, Block::Loads, t);
        if (!overlaps) t = std::max(t, h.loads_done);
        if (!h.worked) {
            if (!work(sibling, safe, t)) return;
            continue;
        }
        if (t > world_.now && t >= world_.queue.next_time()) return sleep_until(sibling, t);
        safe = t;
        if (!issue(h, sibling, t)) return;
    }
}

/// Takes the next access from the source, unless the source must first learn how the last one ended.
bool Core::fetch(Hardware& h) {
    if (h.access.awaited && h.outstanding > 0) return false;
    world_.source.next(h.thread, h.access);
    h.have = true;
    h.worked = h.access.gap_ps <= 0;
    h.piece = 0;
    h.filled = false;
    return true;
}

/// Spends the access's gap, which begins at `t`. False: a wake is under way. Where something else in the machine is due
/// before the gap begins (the thread still waits for its last hit), that remainder is worked off with the gap, from `safe` on.
bool Core::work(unsigned sibling, Picoseconds safe, Picoseconds& t) {
    auto& h = threads_[sibling];
    if (smt_.working() == 0 && t + h.access.gap_ps < world_.queue.next_time()) {
        t += h.access.gap_ps;
        h.worked = true;
        world_.recorder.worked(h.access.gap_ps);
        return true;
    }
    const Picoseconds begin = t < world_.queue.next_time() ? t : safe;
    h.work_began = t;
    smt_.settle(begin);
    smt_.begin(sibling, h.access.gap_ps + (t - begin));
    sleep_until(sibling, smt_.due(sibling));
    return false;
}

/// Issues the access; false: the thread waits for something.
bool Core::issue(Hardware& h, unsigned sibling, Picoseconds& t) {
    switch (h.access.kind) {
        case Kind::Load: return load(h, sibling, t);
        case Kind::Store: return store(sibling, t);
        case Kind::Add:
        case Kind::Exchange:
        case Kind::CompareExchange: return locked(sibling, t);
        case Kind::Fence:
            if (!h.stores.empty()) return stand_still(h, Block::Stores, t), false;
            break;
        case Kind::Count: count(h, t); break;
        case Kind::Compute: break;
        case Kind::End: h.block = Block::Asleep; return false;
    }
    h.have = false;
    return true;
}

void Core::count(Hardware& h, Picoseconds t) {
    world_.recorder.operation(t, t - h.operation_began);
    h.operation_began = t;
    const auto all = world_.recorder.operations_ever();
    if (all == world_.warmup) {
        world_.recorder.restart(t);
        world_.network.restart_counts();
    }
    if (all == world_.last) {
        world_.finished = true;
        world_.finished_at = t;
    }
}

/// Whether a thread that has just held the line lets a sibling go first that was kept from it.
bool Core::gives_way(unsigned sibling, std::uint64_t number, Picoseconds t) {
    auto& h = threads_[sibling];
    h.wants = no_line;
    if (h.held != number || h.held_until != t || threads_.size() == 1) return false;
    return std::ranges::any_of(threads_, [&](const Hardware& other) { return &other != &h && other.wants == number; });
}

Picoseconds Core::hold_end(std::uint64_t number) const {
    Picoseconds end = 0;
    for (const auto& h : threads_)
        if (h.held == number) end = std::max(end, h.held_until);
    return end;
}

}  // namespace hitm::sim
