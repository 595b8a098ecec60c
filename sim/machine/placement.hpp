// Which hardware thread each software thread runs on.
#pragma once

#include <string_view>
#include <vector>

#include "sim/machine/machine.hpp"

namespace hitm::sim {

struct CpuPolicy {
    enum class Kind {
        CoresFirst,      ///< one thread a core, socket by socket; siblings only when every core has one
        SiblingsFirst,   ///< both threads of a core before the next core
        OneSocketFirst,  ///< cores, then siblings of socket 0 before those of socket 1
        Scatter,         ///< the sockets in turn, a core of each; siblings when every core has one
        List,            ///< CPU numbers
    } kind = Kind::CoresFirst;
    std::vector<unsigned> list;  ///< with Kind::List only
};

/// CPU number n is core n % cores(), sibling n / cores(): first all cores, socket by socket, then all siblings,
/// as Linux numbers two-socket Xeons.
HardwareThread cpu(const Machine& machine, unsigned number);
unsigned cpu_number(const Machine& machine, HardwareThread thread);

/// The places of `threads` software threads. Throws BadMachine where there are more threads than places, where a CPU
/// number does not exist or stands in the list twice.
std::vector<HardwareThread> place_threads(const Machine& machine, const CpuPolicy& policy, unsigned threads);

}  // namespace hitm::sim
