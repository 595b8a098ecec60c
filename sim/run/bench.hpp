// Many runs of one scenario on one machine, on all the host's cores, with results in the order they were asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/run/simulate.hpp"
#include "sim/stats/result.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::sim {

/// Called between runs, from whichever host thread finished one, never from two at a time.
using Progress = std::function<void(std::uint64_t done, std::uint64_t asked, const std::string& what)>;

/// What every run of an experiment has in common. The referred-to values must outlive it.
struct Bench {
    const program::Scenario& scenario;
    const Machine& machine;
    program::CpuPolicy cpus;
    unsigned jobs = 0;  ///< host threads; 0: all
    const std::atomic<bool>* stop = nullptr;
    Progress progress;
};

/// How long a run is, in operations of the workload over all threads.
struct RunLength {
    std::uint64_t warmup = 0;
    std::uint64_t operations = 0;
};

struct Run {
    program::Variant variant = program::Variant::Before;
    unsigned threads = 1;
    program::Values values;
    std::uint64_t seed = 1;
    RunLength length;
    bool attribute = false;  ///< by field, line and pair
    unsigned windows = 1;
    Witness* witness = nullptr;  ///< for tests
};

/// Where the threads of a run stand. Throws BadMachine where there are more threads than hardware threads.
std::vector<HardwareThread> cpus_of(const Bench& bench, unsigned threads);

/// One run. Throws what `simulate` and `make_source` throw; `Impossible` names threads, variant and seed.
RunResult run_one(const Bench& bench, const Run& run);

/// All of them, `bench.jobs` at a time. A run that was stopped, or not begun when `stop` became true, is empty.
/// The results do not depend on `jobs`.
std::vector<std::optional<RunResult>> run_all(const Bench& bench, std::span<const Run> runs, const std::string& what);

/// The fields as the scenario's programs of that variant number them.
std::vector<workloads::Field> fields_of(const Bench& bench, program::Variant variant, const program::Values& values, unsigned threads);

/// Adds counts, times and histograms of runs of one variant at one thread count; per-line statistics are dropped, since every
/// replicate has other addresses. `marks` are dropped too.
void add(RunResult& total, const RunResult& more);

}  // namespace hitm::sim
