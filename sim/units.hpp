// Time is a 64-bit count of picoseconds; cycles exist only through a clock. No floating point in time.
#pragma once

#include <cstdint>

namespace hitm::sim {

using Picoseconds = std::int64_t;  ///< a duration or a moment since the start of the run

inline constexpr Picoseconds ns(double nanoseconds) {
    return static_cast<Picoseconds>(nanoseconds * 1000.0 + (nanoseconds < 0 ? -0.5 : 0.5));
}
inline constexpr double to_ns(Picoseconds t) { return static_cast<double>(t) / 1000.0; }

/// A fixed frequency: one run has one clock (no turbo within a run).
struct Clock {
    double ghz = 1.0;

    constexpr Picoseconds cycles(double n) const { return ns(n / ghz); }
};

using LineId = std::uint32_t;     ///< a touched line, numbered in order of first touch
using StationId = std::uint32_t;  ///< a place on the machine's network
using LinkId = std::uint32_t;     ///< a directed link between two stations
using CoreId = std::uint32_t;     ///< a physical core, numbered socket by socket, cluster by cluster
using ClusterId = std::uint32_t;  ///< cores that share a last-level cache

}  // namespace hitm::sim
