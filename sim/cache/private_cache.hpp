// The arrays of a core's private caches: an L2 that holds the coherence state, an L1 that is a part of it.
#pragma once

#include <vector>

#include "protocols/rules.hpp"
#include "sim/kernel/zero_pages.hpp"
#include "sim/machine/machine.hpp"

namespace hitm::sim {

/// A line in a core's L2. All bytes zero is an empty one, so that untouched sets cost no memory.
struct Slot {
    std::uint64_t tag;  ///< line number + 1; 0: empty
    std::uint64_t used;
    LineId id;
    protocols::CacheLine line;
    std::uint8_t last_writer;  ///< sibling that wrote it last + 1
};

/// Sets, ways and least-recently-used replacement at both levels; the L1 is inclusive in the L2.
/// The numbers of sets are powers of two.
class PrivateCache {
public:
    PrivateCache(const CacheShape& l1, const CacheShape& l2, unsigned line_bytes);

    /// The line's slot or nullptr. Counts as a use; `in_l1` says whether the L1 had it (it has it afterwards).
    Slot* use(std::uint64_t number, bool& in_l1) {
        const std::size_t base = (number & l1_mask_) * l1_ways_;
        for (std::size_t w = base; w < base + l1_ways_; ++w)
            if (l1_[w].tag == number + 1) {
                Slot& slot = slots_[l1_[w].slot];
                if (slot.tag != number + 1) break;
                l1_[w].used = slot.used = ++clock_;
                in_l1 = true;
                return &slot;
            }
        in_l1 = false;
        Slot* slot = find(number);
        if (slot != nullptr) slot->used = ++clock_;
        return slot;
    }

    /// Brings the line of a slot into the L1.
    void fill_l1(const Slot& slot);

    /// The line's slot or nullptr; not a use.
    Slot* find(std::uint64_t number) {
        Slot* set = &slots_[(number & l2_mask_) * l2_ways_];
        for (unsigned w = 0; w < l2_ways_; ++w)
            if (set[w].tag == number + 1) return &set[w];
        return nullptr;
    }

    /// The slot that a new line would take: an empty or invalid one, else the least recently used stable one, else nullptr.
    Slot* victim(std::uint64_t number);

private:
    struct L1Way {
        std::uint64_t tag = 0;
        std::uint64_t used = 0;
        std::size_t slot = 0;
    };

    std::size_t l1_mask_, l1_ways_, l2_mask_;
    unsigned l2_ways_;
    std::uint64_t clock_ = 0;
    std::vector<L1Way> l1_;
    ZeroPages<Slot> slots_;
};

}  // namespace hitm::sim
