// Random delays on every message, within what the protocols were proven for.
#pragma once

#include <algorithm>
#include <random>
#include <unordered_map>

#include "protocols/vocabulary.hpp"
#include "sim/units.hpp"

namespace hitm::sim::bench {

/// Requests and responses overtake freely; forwards to one place about one line stay in order.
class Jitter {
public:
    Jitter(std::uint64_t seed, Picoseconds most) : random_{seed}, most_{most} {}

    Picoseconds arrives(const protocols::Message& m, LineId line, std::uint32_t place, Picoseconds at) {
        if (most_ != 0) at += static_cast<Picoseconds>(random_() % static_cast<std::uint64_t>(most_));
        if (protocols::info(m.type).channel != protocols::Channel::Forward) return at;
        auto& last = last_forward_[std::uint64_t{place} << 32 | line];
        return last = std::max(at, last + 1);
    }

private:
    std::mt19937_64 random_;
    Picoseconds most_;
    std::unordered_map<std::uint64_t, Picoseconds> last_forward_;
};

}  // namespace hitm::sim::bench
