// A core: its hardware threads, which take accesses from the source, and its private caches.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "protocols/agent.hpp"
#include "protocols/way.hpp"
#include "sim/cache/private_cache.hpp"
#include "sim/core/smt.hpp"
#include "sim/core/store_buffer.hpp"
#include "sim/network/world.hpp"

namespace hitm::sim {

/// What an access asks of the table.
constexpr protocols::Cache::Event event_of(workloads::Kind kind) {
    using enum protocols::Cache::Event;
    return kind == workloads::Kind::Load ? Load : workloads::is_locked(kind) ? Rmw : Store;
}

/// A core matters only as far as it shapes the accesses: loads of one step overlap within a window, stores drain in
/// order from a buffer that asks for ownership ahead, a locked operation waits for both and holds the line while it runs.
///
/// A thread runs ahead of the event queue only while nothing else in the machine is due before: the order of all
/// effects is that of simulated time.
class Core {
public:
    Core(World& world, CoreId id, unsigned siblings);

    /// Seats a software thread; `start` begins it at the present time.
    void seat(unsigned sibling, workloads::Thread thread);
    void start(unsigned sibling);

    void receive(const Event& e);
    void wake(const Event& e);
    void drain_event(const Event& e) { drain(e.message.to, world_.now); }

    /// Whether every seated thread has come to its end and nothing waits.
    bool at_rest() const;

private:
    enum class Block : std::uint8_t { No, Loads, Stores, Locked, Asleep };
    static constexpr std::uint64_t no_line = ~std::uint64_t{0};

    /// A load whose value is not yet told: loads of one thread are told in their order, as TSO has it.
    struct Untold {
        workloads::Access access;
        std::uint32_t order = 0;
        bool done = false;
    };

    struct Hardware {
        workloads::Thread thread = 0;
        bool seated = false;
        workloads::Access access = {};  ///< the one to be issued next
        bool have = false;              ///< `access` is there
        bool worked = false;            ///< its gap is over
        bool far_done = false;          ///< its locked operation was done at the directory
        std::uint64_t link = no_line;   ///< with LL/SC: the line its load-linked found and nothing has taken since
        bool filled = false;            ///< its line has just come (a locked operation then costs more)
        Block block = Block::No;
        std::uint8_t store_piece = 0;  ///< of the oldest store: how many of its lines it has written
        std::uint8_t piece = 0;        ///< of a locked access over a line's edge: the one at hand
        unsigned outstanding = 0;      ///< load misses in flight
        Picoseconds loads_done = 0;    ///< when the hits of the present step are done
        Picoseconds blocked_since = 0;
        Picoseconds operation_began = 0;
        Picoseconds work_began = 0;
        std::uint32_t generation = 0;   ///< wakes of an older one are stale
        Picoseconds wakes_at = 0;       ///< when the valid wake comes
        std::uint64_t held = no_line;   ///< the line a locked operation holds …
        Picoseconds held_until = 0;     ///< … and until when
        std::uint64_t wants = no_line;  ///< the line that a sibling's hold keeps it from
        std::uint32_t loads = 0;        ///< issued so far
        std::vector<Untold> untold{};   ///< oldest first
        StoreBuffer stores;
    };

    /// A load or locked access that waits for a line.
    struct Waiter {
        std::uint64_t number = 0;
        workloads::Access access;
        Picoseconds since = 0;
        workloads::FieldId cause = workloads::no_field;
        MissClass why = MissClass::Cold;
        std::uint8_t sibling = 0;
        std::uint32_t order = 0;  ///< of a load: its number among its thread's
        bool linked = false;      ///< a load-linked
        bool once = false;        ///< data for one load will do: it asked for them itself, with no older load under way
        bool roomless = false;    ///< every line of its set is in motion: try again whenever one has come to rest
    };

    /// A line on its way out.
    struct Leaving {
        std::uint64_t number = 0;
        LineId id = 0;
        protocols::CacheLine line;
    };

    enum class Got : std::uint8_t { Hit, Waits };

    // threads (core.cpp)
    void run(unsigned sibling, Picoseconds t);
    bool fetch(Hardware& h);
    bool issue(Hardware& h, unsigned sibling, Picoseconds& t);
    bool work(unsigned sibling, Picoseconds safe, Picoseconds& t);
    bool worked_enough(unsigned sibling);
    void sleep_until(unsigned sibling, Picoseconds t);
    void stand_still(Hardware& h, Block why, Picoseconds t);
    void count(Hardware& h, Picoseconds t);
    Picoseconds held_by_other(unsigned sibling, std::uint64_t number, Picoseconds t) const;
    bool gives_way(unsigned sibling, std::uint64_t number, Picoseconds t);

    // accesses (access.cpp)
    bool load(Hardware& h, unsigned sibling, Picoseconds& t);
    unsigned load_line(Hardware& h, unsigned sibling, std::uint64_t number, Picoseconds t);
    void loaded_from(Hardware& h, const workloads::Access& store, Picoseconds& t);
    bool locked(unsigned sibling, Picoseconds& t);
    bool link(unsigned sibling, std::uint64_t number, Picoseconds& t);
    void unlink(std::uint64_t number);
    bool store(unsigned sibling, Picoseconds& t);
    void drain(unsigned sibling, Picoseconds t);
    bool commit(unsigned sibling, Picoseconds t);
    void drain_at(unsigned sibling, Picoseconds t);
    void far_performed(Hardware& h, Picoseconds& t);
    void perform_locked(unsigned sibling, Slot& slot, Picoseconds& t);
    void written(unsigned sibling, Slot& slot, const workloads::Access& access, std::uint64_t number);
    Picoseconds hit_time(const Slot& slot, bool in_l1);
    void witness_load(const workloads::Access& access, const Slot& slot, std::uint64_t number, unsigned sibling) {
        if (world_.witness != nullptr) [[unlikely]]
            tell_load(access, slot, number, sibling);
    }
    void tell_load(const workloads::Access& access, const Slot& slot, std::uint64_t number, unsigned sibling);
    auto noted() const { return noting<protocols::Cache>(world_.witness, &Entered::core); }

    // lines (line_states.cpp)
    Got acquire(const workloads::Access& access, std::uint64_t number, Picoseconds t, Slot*& slot, bool& in_l1);
    Got ask(const workloads::Access& access, std::uint64_t number, Picoseconds t, Slot*& slot);
    void judge_store(const workloads::Access& access, std::uint64_t number, LineId id, bool upgrade);
    Slot* make_room(std::uint64_t number, Picoseconds t);
    void evict(Slot& slot, Picoseconds t);
    void prefetch_pair(std::uint64_t number, workloads::FieldId field, Picoseconds t);
    void wait_for(unsigned sibling, const workloads::Access& access, std::uint64_t number, Picoseconds t);
    bool other_piece_waits(const Waiter& w) const;
    void changed(std::uint64_t number, LineId id, bool filled);
    bool serve(Waiter& w, bool filled);
    unsigned end_far(std::uint64_t number, LineId id);
    bool served(const Waiter& w, bool filled);
    void load_done(Hardware& h, std::uint32_t order);
    void release_stalled(LineId id);
    bool concerns(const Waiter& w, std::uint64_t number) const { return w.number == number || w.roomless; }
    void note_loss(const Event& e, protocols::Permission before, protocols::Permission after);
    void send(const protocols::Message& m, LineId line, workloads::FieldId cause, std::uint8_t flags, Picoseconds depart);
    Leaving* leaving(std::uint64_t number);
    Picoseconds hold_end(std::uint64_t number) const;
    std::pair<unsigned, unsigned> span_in(const workloads::Access& access, std::uint64_t number) const;

    World& world_;
    CoreId id_;
    ClusterId cluster_;
    protocols::Node node_;   ///< this core's number in its cluster
    protocols::Node agent_;  ///< the agent's
    PrivateCache cache_;
    SharedWork smt_;
    unsigned siblings_;
    std::vector<Hardware> threads_;
    std::vector<Waiter> waiters_;
    std::vector<Leaving> leaving_;
    std::vector<Event> stalled_;  ///< messages the table stalls, until their line changes
    bool asked_ = false;          ///< the last `ask` sent a request for a line that was not here
};

// The path of a hit, which is most of what a run does, is inline.

/// Has the line for reading or for writing, or sets in motion what will bring it.
inline Core::Got Core::acquire(const workloads::Access& access, std::uint64_t number, Picoseconds t, Slot*& slot, bool& in_l1) {
    slot = cache_.use(number, in_l1);
    const bool writing = access.kind != workloads::Kind::Load;
    const auto& hits = writing ? world_.store_hits : world_.load_hits;
    if (slot != nullptr && hits[static_cast<std::size_t>(slot->line.state)]) [[likely]]
        return Got::Hit;
    return ask(access, number, t, slot);
}

/// Until when a sibling's locked operation keeps this thread from the line; `t` where none does.
inline Picoseconds Core::held_by_other(unsigned sibling, std::uint64_t number, Picoseconds t) const {
    if (siblings_ == 1) return t;
    for (unsigned s = 0; s < threads_.size(); ++s)
        if (s != sibling && threads_[s].held == number) t = std::max(t, threads_[s].held_until);
    return t;
}

}  // namespace hitm::sim
