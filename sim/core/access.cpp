// Loads, stores and locked operations of a hardware thread.
#include <algorithm>

#include "sim/core/core.hpp"

namespace hitm::sim {

/// Offset and count of the bytes of the access that lie in this line.
std::pair<unsigned, unsigned> Core::span_in(const workloads::Access& a, std::uint64_t number) const {
    const unsigned bytes = world_.machine.line_bytes;
    const std::uint64_t from = std::max(a.address, number * bytes);
    const std::uint64_t to = std::min(a.address + a.size, (number + 1) * bytes);
    return {static_cast<unsigned>(from - number * bytes), static_cast<unsigned>(to - from)};
}

Picoseconds Core::hit_time(const Slot& slot, bool in_l1) {
    if (in_l1) return world_.machine.l1.hit;
    cache_.fill_l1(slot);
    return world_.machine.l2.hit;
}

/// Reads one line of a load: 0 where it hits, 1 where it must be awaited.
inline unsigned Core::load_line(Hardware& h, unsigned sibling, std::uint64_t number, Picoseconds t) {
    Slot* slot = nullptr;
    bool in_l1 = false;
    if (acquire(h.access, number, t, slot, in_l1) == Got::Hit) {
        h.loads_done = std::max(h.loads_done, t + hit_time(*slot, in_l1));
        witness_load(h.access, *slot, number, sibling);
        return 0;
    }
    wait_for(sibling, h.access, number, t);
    return 1;
}

bool Core::load(Hardware& h, unsigned sibling, Picoseconds& t) {
    const auto& a = h.access;
    if (!h.stores.empty()) {
        const workloads::Access* from = nullptr;
        const auto overlap = h.stores.find(a, from);
        if (overlap == StoreBuffer::Overlap::Part) return stand_still(h, Block::Stores, t), false;
        if (overlap == StoreBuffer::Overlap::Whole) return loaded_from(h, *from, t), true;
    }
    const std::uint64_t first = world_.line_of(a.address);
    const std::uint64_t last = world_.line_of(a.address + a.size - 1);
    if (const auto held = held_by_other(sibling, first, t); held > t) return sleep_until(sibling, held), false;
    world_.recorder.accessed(a.field);
    unsigned missing = load_line(h, sibling, first, t);
    if (first != last) [[unlikely]]
        missing += load_line(h, sibling, last, t);
    ++h.loads;
    if (missing == 0 && h.untold.empty()) world_.source.complete(h.thread, a);
    else h.untold.push_back({a, h.loads, missing == 0});
    h.outstanding += missing;
    t += world_.machine.issue;
    h.have = false;
    return true;
}

/// The load is answered from the thread's own store buffer.
void Core::loaded_from(Hardware& h, const workloads::Access& store, Picoseconds& t) {
    world_.source.forward(h.thread, h.access, store);
    world_.recorder.accessed(h.access.field);
    h.loads_done = std::max(h.loads_done, t + world_.machine.l1.hit);
    t += world_.machine.issue;
    h.have = false;
}

bool Core::locked(unsigned sibling, Picoseconds& t) {
    auto& h = threads_[sibling];
    if (!h.stores.empty()) return stand_still(h, Block::Stores, t), false;
    const std::uint64_t last = world_.line_of(h.access.address + h.access.size - 1);
    for (;;) {
        const std::uint64_t number = world_.line_of(h.access.address) + h.piece;
        if (const auto held = held_by_other(sibling, number, t); held > t) {
            h.wants = number;
            return sleep_until(sibling, held), false;
        }
        if (gives_way(sibling, number, t)) return sleep_until(sibling, t), false;
        if (h.far_done) {
            h.far_done = false;
            if (number == last) return far_performed(h, t), true;
            ++h.piece;
            continue;
        }
        if (world_.machine.ll_sc && !link(sibling, number, t)) return false;
        Slot* slot = nullptr;
        bool in_l1 = false;
        if (acquire(h.access, number, t, slot, in_l1) == Got::Waits) {
            wait_for(sibling, h.access, number, t);
            stand_still(h, Block::Locked, t);
            return false;
        }
        if (!in_l1) cache_.fill_l1(*slot);
        if (number != last) {
            written(sibling, *slot, h.access, number);
            ++h.piece;
            continue;
        }
        perform_locked(sibling, *slot, t);
        return true;
    }
}

/// Load-linked: has a readable copy and remembers the line. Whatever takes the copy away unlinks it: then the store-conditional
/// fails, and the operation begins here anew. (Who stores must take away every copy first; so a line that is still linked when it
/// may be written has not been written by another.)
bool Core::link(unsigned sibling, std::uint64_t number, Picoseconds& t) {
    auto& h = threads_[sibling];
    if (h.link == number) return true;
    workloads::Access linked = h.access;
    linked.kind = workloads::Kind::Load;
    Slot* slot = nullptr;
    bool in_l1 = false;
    if (acquire(linked, number, t, slot, in_l1) == Got::Waits) {
        wait_for(sibling, linked, number, t);
        waiters_.back().linked = true;
        stand_still(h, Block::Locked, t);
        return false;
    }
    t += hit_time(*slot, in_l1);
    witness_load(linked, *slot, number, sibling);
    h.link = number;
    return true;
}

void Core::unlink(std::uint64_t number) {
    for (auto& h : threads_)
        if (h.link == number) h.link = no_line;
}

/// The directory has done it: nothing is held here.
void Core::far_performed(Hardware& h, Picoseconds& t) {
    t += world_.machine.issue;
    world_.recorder.accessed(h.access.field);
    world_.source.complete(h.thread, h.access);
    h.have = false;
}

/// The line is owned: holds it for as long as the operation takes.
void Core::perform_locked(unsigned sibling, Slot& slot, Picoseconds& t) {
    auto& h = threads_[sibling];
    const auto& costs = world_.machine.costs;
    const bool from_sibling = slot.last_writer != 0 && slot.last_writer != sibling + 1;
    t += costs.locked + (h.filled ? costs.locked_after_fill : 0) + (from_sibling && !h.filled ? costs.sibling_handover : 0);
    h.held = slot.tag - 1;
    h.held_until = t;
    h.link = no_line;
    world_.recorder.accessed(h.access.field);
    written(sibling, slot, h.access, slot.tag - 1);
    world_.source.complete(h.thread, h.access);
    h.have = false;
}

void Core::written(unsigned sibling, Slot& slot, const workloads::Access& access, std::uint64_t number) {
    slot.last_writer = static_cast<std::uint8_t>(sibling + 1);
    if (world_.machine.ll_sc) [[unlikely]]
        unlink(number);  // a sibling's, too: the line need not leave the core for that
    const auto [offset, bytes] = span_in(access, number);
    world_.recorder.wrote(slot.id, offset, bytes);
    if (world_.witness == nullptr) [[likely]]
        return;
    noted()(slot.line.state, event_of(access.kind));
    slot.line.data = world_.witness->wrote(access, {number, offset, bytes}, slot.line.data);
}

void Core::tell_load(const workloads::Access& access, const Slot& slot, std::uint64_t number, unsigned sibling) {
    const auto [offset, bytes] = span_in(access, number);
    if (protocols::info(slot.line.state).may == protocols::Permission::None)
        return world_.witness->read_once(threads_[sibling].thread, access, {number, offset, bytes}, slot.line.data);
    noted()(slot.line.state, protocols::Cache::Event::Load);
    world_.witness->read(access, {number, offset, bytes}, slot.line.data);
}

bool Core::store(unsigned sibling, Picoseconds& t) {
    auto& h = threads_[sibling];
    if (h.stores.full()) return stand_still(h, Block::Stores, t), false;
    h.stores.push(h.access);
    h.have = false;
    if (h.stores.size() > 1) {  // ask for ownership ahead of its turn
        Slot* slot = nullptr;
        bool in_l1 = false;
        const std::uint64_t last = world_.line_of(h.access.address + h.access.size - 1);
        for (std::uint64_t number = world_.line_of(h.access.address); number <= last; ++number) acquire(h.access, number, t, slot, in_l1);
    }
    drain(sibling, t);
    t += world_.machine.issue;
    return true;
}

/// Commits the oldest stores as long as their lines are owned.
void Core::drain(unsigned sibling, Picoseconds t) {
    auto& h = threads_[sibling];
    bool freed = false;
    const auto field = h.stores.empty() ? workloads::no_field : h.stores.front().field;
    while (!h.stores.empty() && commit(sibling, t)) freed = true;
    if (!freed || h.block != Block::Stores) return;
    if (h.have && h.access.kind != workloads::Kind::Store && !h.stores.empty() && h.access.kind != workloads::Kind::Load) return;
    world_.recorder.stalled_on_store(field, t - h.blocked_since);
    sleep_until(sibling, t);
}

/// Commits the oldest store line by line, as each is owned; asks for what is not. (A store over a line's edge that waited until it
/// owned both at once could wait for ever: others take the one while the other comes.)
bool Core::commit(unsigned sibling, Picoseconds t) {
    auto& h = threads_[sibling];
    const auto& a = h.stores.front();
    const std::uint64_t first = world_.line_of(a.address);
    const std::uint64_t last = world_.line_of(a.address + a.size - 1);
    for (std::uint64_t number = first + h.store_piece; number <= last; ++number) {
        if (const auto held = held_by_other(sibling, number, t); held > t) return drain_at(sibling, held), false;
        Slot* slot = nullptr;
        bool in_l1 = false;
        if (acquire(a, number, t, slot, in_l1) == Got::Waits) {
            if (number < last) acquire(a, last, t, slot, in_l1);
            return false;
        }
        if (!in_l1) cache_.fill_l1(*slot);
        written(sibling, *slot, a, number);
        ++h.store_piece;
    }
    h.store_piece = 0;
    world_.recorder.accessed(a.field);
    world_.source.complete(h.thread, a);
    h.stores.pop();
    return true;
}

void Core::drain_at(unsigned sibling, Picoseconds t) {
    Event e;
    e.at = t;
    e.kind = EventKind::Drain;
    e.place = static_cast<std::uint16_t>(id_);
    e.message.to = static_cast<protocols::Node>(sibling);
    world_.queue.push(world_.core_actor(id_), e);
}

}  // namespace hitm::sim
