// Fitting the one free number of a scenario to observations.
#pragma once

#include <map>
#include <span>

#include "sim/run/experiment.hpp"
#include "sim/run/paired.hpp"

namespace hitm::sim {

/// Low and high end of a parameter, in base units.
struct Bounds {
    double low = 0;
    double high = 0;
};

using RunLengths = std::map<unsigned, RunLength>;  ///< by threads

struct FitQuestion {
    program::Values values;  ///< of all parameters; that of the free one is where the search prefers to end
    std::string free;
    Bounds range;
    std::vector<program::Observation> on;
    RunLengths lengths;  ///< holds every thread count observed
    unsigned replicates = 4;
    unsigned polish_replicates = 0;  ///< more than `replicates`: the value found is looked for again nearby, with so many
    unsigned coarse = 7;
    unsigned refinements = 8;
};

/// Every value is tried with the same seeds, so the curve is smooth. The search ends within 0.05 points of an observed change, or within
/// 0.2 % of an observed rate. Throws Stopped when it was stopped.
Fitted fit(const Bench& bench, const FitQuestion& question, std::uint64_t seed);

/// Predicted minus observed: points for a change, percent for a rate; as many as the observation names numbers.
Distances distances(const program::Observation& observation, double change_percent, double before_per_second, double after_per_second);

/// Was it observed on this machine? Observations without a machine are of the scenario's.
bool observed_on(const program::Observation& observation, const Machine& machine, const Machine& scenario_machine);

}  // namespace hitm::sim
