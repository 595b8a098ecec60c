// Before against after over thread counts: the prediction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/run/bench.hpp"
#include "sim/run/prediction.hpp"

namespace hitm::sim {

/// How much work a prediction is worth. The defaults keep the library's scenarios under a minute on two cores.
///
/// Runs are short and replicates many: what differs between replicates is where objects, slices and homes fall, and that a longer run
/// does not average out (README).
struct Effort {
    unsigned replicates = 12;          ///< to begin with; more are added, as many at a time
    unsigned most_replicates = 96;     ///< then the interval is reported as it is
    double goal_percent = 0.25;        ///< half-width of the sampling interval, in points, up to `goal_threads` threads
    double goal_percent_beyond = 0.7;  ///< … and beyond
    unsigned goal_threads = 32;
    std::uint64_t operations = 8000;           ///< of a run at least,
    std::uint64_t operations_per_thread = 60;  ///< and so many per thread at least
    unsigned fit_replicates = 4;               ///< of each value tried
    unsigned polish_replicates = 16;           ///< of each value tried near the one found
    unsigned end_replicates = 3;               ///< of each end of a parameter's range
    bool parameters_interval = true;
};

struct PredictOptions {
    std::vector<unsigned> threads;              ///< empty: the scenario's
    std::optional<program::CpuPolicy> cpus;     ///< none: the scenario's
    std::vector<std::string> set;               ///< "NAME=VALUE": known from now on, neither fitted nor varied
    program::Values known;                      ///< the same, in base units
    std::optional<program::Fit> fit;            ///< none: the scenario's
    const Machine* scenario_machine = nullptr;  ///< what the scenario's own numbers were observed on; nullptr: the same machine
    std::uint64_t seed = 1;
    unsigned jobs = 0;  ///< host threads; 0: all
    Effort effort;
    const std::atomic<bool>* stop = nullptr;  ///< what has been done until it becomes true is returned
    Progress progress;
};

/// Simulates before and after with the same random numbers at every thread count; fits the free number first, if there is one: on the
/// machine itself where something was observed on it, else on the scenario's, whose value is then taken over. Same arguments but for `jobs`
/// and `progress`, same result to the bit. Throws BadScenario for a wrong --set, BadMachine where the machine has too few hardware threads,
/// Impossible where we are at fault, Stopped where there is nothing to return.
Prediction predict(const program::Scenario& scenario, const Machine& machine, const PredictOptions& options);

/// Operations of one run at so many threads.
std::uint64_t operations_of(const Effort& effort, unsigned threads);

}  // namespace hitm::sim
