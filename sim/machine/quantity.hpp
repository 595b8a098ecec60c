// Numbers with units, as machine files write them: "14 cycles", "12 fabric cycles + 3 ns", "2.4 GHz", "1 MiB", "20.8 GB/s".
#pragma once

#include <string_view>

#include "sim/units.hpp"

namespace hitm::sim {

/// What a number measures, and so which units it may have. The value is then in the unit named here.
enum class Measure {
    Time,       ///< picoseconds; units ps, ns, us, cycles (of a core), fabric cycles (of mesh, ring or I/O die)
    Frequency,  ///< GHz; units MHz, GHz
    Size,       ///< bytes; units B, KiB, MiB, GiB
    Rate,       ///< bytes per nanosecond; units GB/s, MB/s, B/fabric cycle
    Count,      ///< a plain number
};

struct Clocks {
    Clock core;
    Clock fabric;
};

/// A sum of terms. Throws std::invalid_argument "what is wrong; what would be right".
double parse_quantity(std::string_view text, Measure measure, const Clocks& clocks);

}  // namespace hitm::sim
