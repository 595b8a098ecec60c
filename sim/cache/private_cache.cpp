// How the private caches find, fill and replace.
#include "sim/cache/private_cache.hpp"

#include <bit>
#include <string>

namespace hitm::sim {

namespace {
std::size_t sets(const CacheShape& shape, unsigned line_bytes) {
    const std::size_t n = shape.bytes / line_bytes / shape.ways;
    if (!std::has_single_bit(n)) throw BadMachine("a private cache of " + std::to_string(n) + " sets; the number must be a power of two");
    return n;
}
}  // namespace

PrivateCache::PrivateCache(const CacheShape& l1, const CacheShape& l2, unsigned line_bytes)
    : l1_mask_{sets(l1, line_bytes) - 1},
      l1_ways_{l1.ways},
      l2_mask_{sets(l2, line_bytes) - 1},
      l2_ways_{l2.ways},
      l1_((l1_mask_ + 1) * l1_ways_),
      slots_{(l2_mask_ + 1) * l2_ways_} {}

void PrivateCache::fill_l1(const Slot& slot) {
    const std::size_t base = ((slot.tag - 1) & l1_mask_) * l1_ways_;
    std::size_t oldest = base;
    for (std::size_t w = base; w < base + l1_ways_; ++w) {
        if (l1_[w].tag == slot.tag) oldest = w;
        if (l1_[w].tag == slot.tag) break;
        if (l1_[w].used < l1_[oldest].used) oldest = w;
    }
    l1_[oldest] = {slot.tag, ++clock_, static_cast<std::size_t>(&slot - slots_.data())};
}

Slot* PrivateCache::victim(std::uint64_t number) {
    Slot* set = &slots_[(number & l2_mask_) * l2_ways_];
    Slot* best = nullptr;
    for (unsigned w = 0; w < l2_ways_; ++w) {
        if (set[w].tag == 0 || set[w].line.state == protocols::Cache::State::I) return &set[w];
        if (!protocols::info(set[w].line.state).stable) continue;
        if (best == nullptr || set[w].used < best->used) best = &set[w];
    }
    return best;
}

}  // namespace hitm::sim
