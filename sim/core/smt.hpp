// How the hardware threads of a core share it while they work.
#pragma once

#include <array>

#include "sim/units.hpp"

namespace hitm::sim {

inline constexpr unsigned max_siblings = 8;

/// Work of one hardware thread runs at full speed while no sibling works, and at `smt_gain / n` of it while n work at
/// once (for n > 2 the gain of two is kept: 1 + (gain − 1), shared by n). Kept in 1/65536ths, without floating point.
class SharedWork {
public:
    explicit SharedWork(double smt_gain) : gain_{static_cast<std::int64_t>(smt_gain * 65536.0 + 0.5)} {}

    bool busy(unsigned sibling) const { return remaining_[sibling] > 0; }
    /// Whether nothing is left of a busy sibling's work but rounding; call after `settle(now)`.
    bool done(unsigned sibling) const { return remaining_[sibling] <= 1; }
    unsigned working() const { return working_; }

    /// Accounts for what was done until `now`, at the speed that held.
    void settle(Picoseconds now) {
        const Picoseconds done = ((now - since_) * rate()) >> 16;
        for (auto& r : remaining_)
            if (r > 0) r = r > done ? r - done : 1;
        since_ = now;
    }
    void begin(unsigned sibling, Picoseconds work) {
        remaining_[sibling] = work;
        ++working_;
    }
    void end(unsigned sibling) {
        remaining_[sibling] = 0;
        --working_;
    }
    /// When this sibling's work is done if nothing changes; call after `settle(now)`.
    Picoseconds due(unsigned sibling) const { return since_ + ((remaining_[sibling] << 16) + rate() - 1) / rate(); }

private:
    std::int64_t rate() const { return working_ <= 1 ? 65536 : gain_ / working_; }

    std::int64_t gain_;
    std::array<Picoseconds, max_siblings> remaining_{};
    unsigned working_ = 0;
    Picoseconds since_ = 0;
};

}  // namespace hitm::sim
