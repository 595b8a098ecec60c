// Messages that wait at a directory, in order of arrival.
#pragma once

#include <vector>

#include "sim/kernel/event_queue.hpp"

namespace hitm::sim {

/// First in, first out; keeps its memory, so that a warm queue allocates nothing.
class WaitingLine {
public:
    struct Entry {
        Event event;
        std::uint32_t arrival = 0;
    };
    bool empty() const { return head_ == entries_.size(); }
    const Entry& front() const { return entries_[head_]; }
    void push(const Event& e, std::uint32_t arrival) { entries_.push_back({e, arrival}); }
    void pop() {
        if (++head_ < entries_.size() && head_ < 64) return;
        entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(head_));
        head_ = 0;
    }

private:
    std::vector<Entry> entries_;
    std::size_t head_ = 0;
};

}  // namespace hitm::sim
