// The private-cache controller: what an access or a message does to a line, by the protocol's table.
#include <algorithm>

#include "sim/core/core.hpp"

namespace hitm::sim {

using protocols::Cache;
using protocols::Channel;
using protocols::Outcome;
using protocols::Permission;

namespace {
bool allows(Cache::State s, bool writing) { return protocols::info(s).may >= (writing ? Permission::ReadWrite : Permission::Read); }
}  // namespace

Core::Leaving* Core::leaving(std::uint64_t number) {
    const auto it = std::ranges::find(leaving_, number, &Leaving::number);
    return it == leaving_.end() ? nullptr : &*it;
}

void Core::send(const protocols::Message& m, LineId line, workloads::FieldId cause, std::uint8_t flags, Picoseconds depart) {
    world_.post_below(cluster_, world_.machine.fabric.core_station[id_], world_.core_actor(id_), {m, line, cause, flags, depart});
}

/// The rest of `acquire`: the table must be asked.
Core::Got Core::ask(const workloads::Access& access, std::uint64_t number, Picoseconds t, Slot*& slot) {
    const auto event = event_of(access.kind);
    asked_ = false;
    const bool gone = slot == nullptr || slot->line.state == Cache::State::I;
    if (const auto* out = gone && !leaving_.empty() ? leaving(number) : nullptr; out != nullptr) {
        noted()(out->line.state, event);
        return Got::Waits;
    }
    if (slot == nullptr) {
        slot = make_room(number, t);
        if (slot == nullptr) return Got::Waits;
    }
    const auto* row = world_.protocol.cache.find(slot->line.state, event);
    if (row == nullptr) throw protocols::BlankCell("a core's access meets a blank cell");
    if (row->perform.stalls()) {
        noted()(slot->line.state, event);
        return Got::Waits;
    }
    const auto before = slot->line.state;
    protocols::Completed done;
    const LineId id = slot->id;
    protocols::step(
        world_.protocol.cache, slot->line, event, node_, agent_, protocols::Message{}, done,
        [&](const protocols::Message& m) { send(m, id, access.field, 0, t + world_.machine.costs.miss_issue); }, noted());
    if (done.load || done.store) return Got::Hit;
    asked_ = before == Cache::State::I;
    if (access.kind == workloads::Kind::Store) judge_store(access, number, id, before != Cache::State::I);
    if (before == Cache::State::I && world_.machine.adjacent_line_prefetch) prefetch_pair(number, access.field, t);
    return Got::Waits;
}

/// A store's miss is counted when it asks; what it costs shows where a thread must wait for the store buffer.
void Core::judge_store(const workloads::Access& access, std::uint64_t number, LineId id, bool upgrade) {
    const auto [offset, bytes] = span_in(access, number);
    const auto why = world_.recorder.classify(id, id_, offset, bytes, upgrade);
    world_.recorder.missed(id, id_, why, access.field, world_.recorder.cause_of_loss(id, id_), 0);
}

/// A slot for a new line, its former occupant on its way out; nullptr where every line of the set is in motion.
Slot* Core::make_room(std::uint64_t number, Picoseconds t) {
    Slot* slot = cache_.victim(number);
    if (slot == nullptr) return nullptr;
    if (slot->tag != 0 && slot->line.state != Cache::State::I) evict(*slot, t);
    *slot = Slot{number + 1, 0, world_.lines.id(number, cluster_), {}, 0};
    bool in_l1 = false;
    return cache_.use(number, in_l1);
}

void Core::evict(Slot& slot, Picoseconds t) {
    Leaving out{slot.tag - 1, slot.id, slot.line};
    protocols::Completed none;
    protocols::step(
        world_.protocol.cache, out.line, Cache::Event::Evict, node_, agent_, protocols::Message{}, none,
        [&](const protocols::Message& m) { send(m, out.id, workloads::no_field, 0, t); }, noted());
    if (world_.machine.ll_sc) [[unlikely]]
        unlink(out.number);
    world_.recorder.lost(out.id, id_, Loss::Replaced, workloads::no_field);
    if (out.line.state != Cache::State::I) leaving_.push_back(out);
}

/// The adjacent-line prefetcher: the other half of the 128-byte pair comes too, if nothing of it is here.
void Core::prefetch_pair(std::uint64_t number, workloads::FieldId field, Picoseconds t) {
    const std::uint64_t other = number ^ 1;
    if (leaving(other) != nullptr) return;
    Slot* slot = cache_.find(other);
    if (slot == nullptr) slot = make_room(other, t);
    if (slot == nullptr || slot->line.state != Cache::State::I) return;
    protocols::Completed none;
    const LineId id = slot->id;
    protocols::step(
        world_.protocol.cache, slot->line, Cache::Event::Load, node_, agent_, protocols::Message{}, none,
        [&](const protocols::Message& m) { send(m, id, field, 0, t + world_.machine.costs.miss_issue); }, noted());
}

/// Notes that an access waits for a line, and why it missed.
void Core::wait_for(unsigned sibling, const workloads::Access& access, std::uint64_t number, Picoseconds t) {
    const LineId id = world_.lines.id(number, cluster_);
    const auto [offset, bytes] = span_in(access, number);
    const Slot* slot = cache_.find(number);
    const bool upgrade = slot != nullptr && protocols::info(slot->line.state).may == Permission::Read;
    waiters_.push_back({number, access, t, world_.recorder.cause_of_loss(id, id_),
                        world_.recorder.classify(id, id_, offset, bytes, upgrade), static_cast<std::uint8_t>(sibling),
                        threads_[sibling].loads + 1, false, asked_ && threads_[sibling].untold.empty(),
                        slot == nullptr && leaving(number) == nullptr});
}

void Core::receive(const Event& e) {
    const std::uint64_t number = world_.lines[e.line].number;
    Leaving* out = leaving_.empty() ? nullptr : leaving(number);
    Slot* slot = out == nullptr ? cache_.find(number) : nullptr;
    if (out == nullptr && slot == nullptr) throw protocols::BlankCell("a message for a line that the core does not have");
    protocols::CacheLine& line = out != nullptr ? out->line : slot->line;

    if (protocols::info(e.message.type).channel == Channel::Forward) {
        if (const auto until = hold_end(number); until > world_.now) {
            Event later = e;
            later.at = until;
            return world_.queue.push_again(later);
        }
        // Forwards stay in order: one that stalls holds up those behind it.
        if (std::ranges::any_of(stalled_, [&](const Event& s) { return s.line == e.line; })) return stalled_.push_back(e);
    }
    const auto before = line.state;
    protocols::Completed done;
    const auto flags = protocols::info(before).dirty ? Flag::modified : std::uint8_t{0};
    const auto outcome = protocols::step(
        world_.protocol.cache, line, protocols::classify(line, e.message), node_, agent_, e.message, done,
        [&](const protocols::Message& m) {
            send(m, e.line, e.cause, protocols::info(m.type).carries_data ? flags : std::uint8_t{0}, world_.now);
        },
        noted());
    if (outcome == Outcome::Stalled) return stalled_.push_back(e);
    if ((e.flags & Flag::modified) != 0) world_.recorder.hitm(e.line, (e.flags & Flag::remote) != 0);
    const auto after = line.state;
    note_loss(e, protocols::info(before).may, protocols::info(after).may);
    const bool completed = done.load || done.store;
    if (completed) {
        world_.recorder.gained(e.line, id_);
        if (protocols::confirms(world_.machine.cluster_way, done))
            send(protocols::confirmation(node_, agent_), e.line, e.cause, 0, world_.now);
    }
    if (out != nullptr && after == Cache::State::I) leaving_.erase(leaving_.begin() + (out - leaving_.data()));
    const unsigned far = done.atomic ? end_far(number, e.line) : max_siblings;
    if (after != before || out != nullptr) changed(number, e.line, completed);
    if (far != max_siblings) run(far, world_.now);
}

/// The result of a far atomic is here: the thread that waits longest for one on this line has it.
unsigned Core::end_far(std::uint64_t number, LineId id) {
    const auto it =
        std::ranges::find_if(waiters_, [&](const Waiter& w) { return w.number == number && workloads::is_locked(w.access.kind); });
    if (it == waiters_.end()) throw protocols::BlankCell("the result of an atomic that nobody awaits");
    const unsigned sibling = it->sibling;
    world_.recorder.missed(id, id_, it->why, it->access.field, it->cause, world_.now - it->since);
    waiters_.erase(it);
    threads_[sibling].far_done = true;
    return sibling;
}

/// Tells the recorder what a forward took away.
void Core::note_loss(const Event& e, Permission before, Permission after) {
    if (after >= before) return;
    if (world_.machine.ll_sc && after == Permission::None) [[unlikely]]
        unlink(world_.lines[e.line].number);
    world_.recorder.lost(e.line, id_, after == Permission::None ? Loss::ToWriter : Loss::ToReader, e.cause);
}

/// The line's state has changed: serves those who wait for it, then lets the messages through that the table had
/// stalled. One thread goes on at once (it must have its turn before the line is taken away again); others are woken,
/// so that the one does not run ahead of them.
void Core::changed(std::uint64_t number, LineId id, bool filled) {
    constexpr unsigned nobody = max_siblings;
    unsigned first = nobody;
    for (std::size_t i = 0; i < waiters_.size();) {
        if (!concerns(waiters_[i], number)) {
            ++i;
            continue;
        }
        Waiter w = waiters_[i];
        const bool came = filled && w.number == number;
        if (!serve(w, came)) {
            waiters_[i++] = w;
            continue;
        }
        waiters_.erase(waiters_.begin() + static_cast<std::ptrdiff_t>(i));
        if (!served(w, came && first == nobody)) continue;
        if (first == nobody) first = w.sibling;
        else if (first != w.sibling) sleep_until(w.sibling, world_.now);
    }
    for (unsigned s = 0; s < threads_.size(); ++s)
        if (!threads_[s].stores.empty()) drain(s, world_.now);
    release_stalled(id);
    if (first != nobody) run(first, world_.now);
}

/// Accounts for a waiter that was served; whether its thread can go on.
bool Core::served(const Waiter& w, bool filled) {
    auto& h = threads_[w.sibling];
    if (w.access.kind != workloads::Kind::Load || w.linked) {
        h.filled = filled;
        return true;
    }
    --h.outstanding;
    if (!other_piece_waits(w)) load_done(h, w.order);
    return h.block == Block::Loads;
}

/// Tells the source of this load and of those behind it, up to the first that is still awaited. A younger load that hit waits for
/// the older ones: told at once it could have an older value than they, which TSO forbids.
void Core::load_done(Hardware& h, std::uint32_t order) {
    for (auto& load : h.untold) load.done |= load.order == order;
    auto next = h.untold.begin();
    while (next != h.untold.end() && next->done) world_.source.complete(h.thread, (next++)->access);
    h.untold.erase(h.untold.begin(), next);
}

/// Offers the messages again that the table had stalled, at this very moment; a hold that begins now puts them off.
void Core::release_stalled(LineId id) {
    std::size_t kept = 0;
    for (Event& e : stalled_) {
        if (e.line != id) {
            stalled_[kept++] = e;
            continue;
        }
        e.at = world_.now;
        world_.queue.push_again(e);
    }
    stalled_.resize(kept);
}

/// Whether the other line of a load over a line's edge is still awaited.
bool Core::other_piece_waits(const Waiter& w) const {
    return std::ranges::any_of(waiters_, [&](const Waiter& o) {
        return o.sibling == w.sibling && o.access.address == w.access.address && o.since == w.since && o.number != w.number;
    });
}

bool Core::at_rest() const {
    return waiters_.empty() && stalled_.empty() && std::ranges::all_of(threads_, [](const Hardware& h) {
               return !h.seated || (h.have && h.access.kind == workloads::Kind::End && h.stores.empty());
           });
}

/// Whether the waiting access can go on; asks for the line again where it can not and nobody else has.
bool Core::serve(Waiter& w, bool filled) {
    const bool writing = w.access.kind != workloads::Kind::Load;
    Slot* slot = cache_.find(w.number);
    const bool once = filled && w.once && !writing;  // the data are here, though the line may be gone at once
    if (slot == nullptr || (!once && !allows(slot->line.state, writing))) {
        bool in_l1 = false;
        const auto got = acquire(w.access, w.number, world_.now, slot, in_l1);
        w.roomless = slot == nullptr && leaving(w.number) == nullptr;
        if (got == Got::Waits) return false;
    }
    const Picoseconds wait = world_.now - w.since;
    const auto [offset, bytes] = span_in(w.access, w.number);
    const auto why = world_.recorder.classify_again(w.why, slot->id, id_, offset, bytes);
    world_.recorder.missed(slot->id, id_, why, w.access.field, w.cause, wait);
    if (!writing && filled) cache_.fill_l1(*slot);
    if (!writing) witness_load(w.access, *slot, w.number, w.sibling);
    if (w.linked && allows(slot->line.state, false)) threads_[w.sibling].link = w.number;
    return true;
}

}  // namespace hitm::sim
