// One run of one workload on one machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "sim/machine/machine.hpp"
#include "sim/stats/result.hpp"
#include "sim/stats/witness.hpp"
#include "sim/topology/routes.hpp"
#include "workloads/source.hpp"

namespace hitm::sim {

/// An invariant of ours failed: a blank cell was entered, a queue ran dry. Carries what is needed to see it again.
struct Impossible : std::logic_error {
    using std::logic_error::logic_error;
};

struct Options {
    std::uint64_t warmup = 0;                 ///< operations before measuring begins
    std::uint64_t operations = 0;             ///< operations measured; 0: until every thread has ended
    unsigned windows = 32;                    ///< into how many parts `RunResult::marks` divides all operations
    bool attribute = true;                    ///< keep statistics by field, line and pair (about 10 % slower)
    std::uint64_t seed = 1;                   ///< hashes lines to slices
    const Routes* routes = nullptr;           ///< of the machine's fabric, found once for many runs; nullptr: found anew
    Witness* witness = nullptr;               ///< watches from within; for tests
    const std::atomic<bool>* stop = nullptr;  ///< when it becomes true the run throws Stopped
};

/// Thrown where `Options::stop` asked for it.
struct Stopped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Runs the source's threads where `cpus` says (one entry a thread). Same arguments, same result, to the bit.
/// Throws BadMachine where the machine cannot be simulated, Impossible where a claim of ours was false.
RunResult simulate(const Machine& machine, workloads::Source& source, std::span<const HardwareThread> cpus, const Options& options);

}  // namespace hitm::sim
