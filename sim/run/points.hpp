// Replicates of each point until its sampling interval is narrow enough.
#pragma once

#include <span>
#include <vector>

#include "sim/run/experiment.hpp"
#include "sim/run/paired.hpp"

namespace hitm::sim {

struct Measured {
    Point point;
    std::vector<double> changes_percent;  ///< by replicate, in the order of the seeds
};

/// One point for each question, whose `replicates` and `attribute` are set here from the effort. Points whose interval is still too wide
/// get as many replicates again, all of them in one parallel loop, so the result does not depend on how fast which was. Points with fewer
/// than two replicates (the work was stopped) are left out.
std::vector<Measured> measure_points(const Bench& bench, std::span<const Question> questions, const Effort& effort, std::uint64_t seed);

}  // namespace hitm::sim
