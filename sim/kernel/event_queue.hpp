// What will happen, in the order in which it will: by time, then by who caused it, then by that one's own count.
#pragma once

#include <limits>
#include <vector>

#include "protocols/rules.hpp"
#include "sim/units.hpp"
#include "workloads/source.hpp"

namespace hitm::sim {

enum class EventKind : std::uint8_t {
    ToCore,            ///< a message of a cluster for one of its cores; place: CoreId
    ToAgentFromCore,   ///< a message of a cluster for its agent; place: ClusterId
    ToAgentFromAbove,  ///< a message from a home or another agent; place: ClusterId
    ToHome,            ///< a message for a line's home
    Wake,              ///< a hardware thread goes on; place: CoreId, message.to: sibling, cause: generation
    Drain,             ///< a store buffer may commit; place: CoreId, message.to: sibling
};

/// What a message says beside its protocol's words; for statistics only.
struct Flag {
    static constexpr std::uint8_t modified = 1;  ///< the data come from a modified copy (a HITM)
    static constexpr std::uint8_t remote = 2;    ///< … and from another cluster
};

struct Event {
    Picoseconds at = 0;
    std::uint64_t order = 0;  ///< the actor that caused it in the upper 16 bits, that actor's own count below
    LineId line = 0;
    workloads::FieldId cause = workloads::no_field;  ///< the field whose access set this in motion
    protocols::Message message;
    std::uint16_t place = 0;
    EventKind kind = EventKind::Wake;
    std::uint8_t flags = 0;

    bool before(const Event& other) const { return at != other.at ? at < other.at : order < other.order; }
};

/// A binary heap with four children to a node: shallow, and a node's children lie in adjacent lines.
class EventQueue {
public:
    explicit EventQueue(unsigned actors) : counts_(actors, 0) { heap_.reserve(4096); }

    /// Adds an event caused by `actor`, an index below the number given at construction.
    void push(std::uint32_t actor, Event e) {
        e.order = std::uint64_t{actor} << 48 | counts_[actor]++;
        push_again(e);
    }

    /// Adds an event that keeps its place in its actor's order: one that was put off.
    void push_again(const Event& e) {
        std::size_t i = heap_.size();
        heap_.push_back(e);
        while (i > 0) {
            const std::size_t parent = (i - 1) / 4;
            if (!e.before(heap_[parent])) break;
            heap_[i] = heap_[parent];
            i = parent;
        }
        heap_[i] = e;
    }

    Event pop() {
        const Event top = heap_.front();
        const Event last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sift_down(last);
        return top;
    }

    bool empty() const { return heap_.empty(); }

    /// When the next event is due; the end of time where there is none.
    Picoseconds next_time() const { return heap_.empty() ? std::numeric_limits<Picoseconds>::max() : heap_.front().at; }

private:
    void sift_down(const Event& e) {
        const std::size_t n = heap_.size();
        std::size_t i = 0;
        for (;;) {
            const std::size_t first = i * 4 + 1;
            if (first >= n) break;
            std::size_t best = first;
            const std::size_t end = first + 4 < n ? first + 4 : n;
            for (std::size_t c = first + 1; c < end; ++c)
                if (heap_[c].before(heap_[best])) best = c;
            if (!heap_[best].before(e)) break;
            heap_[i] = heap_[best];
            i = best;
        }
        heap_[i] = e;
    }

    std::vector<Event> heap_;
    std::vector<std::uint64_t> counts_;
};

}  // namespace hitm::sim
