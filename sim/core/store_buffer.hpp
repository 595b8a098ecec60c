// The stores of one hardware thread that have not yet reached its cache, oldest first.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/source.hpp"

namespace hitm::sim {

/// A ring of fixed capacity.
class StoreBuffer {
public:
    explicit StoreBuffer(unsigned capacity) : ring_(capacity) {}

    bool empty() const { return size_ == 0; }
    bool full() const { return size_ == ring_.size(); }
    std::size_t size() const { return size_; }
    const workloads::Access& front() const { return ring_[head_]; }
    void push(const workloads::Access& a) { ring_[(head_ + size_++) % ring_.size()] = a; }
    void pop() {
        head_ = (head_ + 1) % ring_.size();
        --size_;
    }

    enum class Overlap : std::uint8_t { None, Whole, Part };

    /// The youngest store that overlaps the load: it gives the whole of it, or only a part (then the load must wait).
    Overlap find(const workloads::Access& load, const workloads::Access*& store) const {
        for (std::size_t i = size_; i-- > 0;) {
            const auto& s = ring_[(head_ + i) % ring_.size()];
            if (s.address >= load.address + load.size || load.address >= s.address + s.size) continue;
            store = &s;
            return s.address <= load.address && load.address + load.size <= s.address + s.size ? Overlap::Whole : Overlap::Part;
        }
        return Overlap::None;
    }

private:
    std::vector<workloads::Access> ring_;
    std::size_t head_ = 0;
    std::size_t size_ = 0;
};

}  // namespace hitm::sim
