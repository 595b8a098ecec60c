// Means with their intervals, percentiles of histograms, and where a run's warm-up ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitm::sim {

/// A mean and an interval around it; the unit is that of the samples.
struct Interval {
    double mean = 0;
    double low = 0;
    double high = 0;

    double half_width() const { return (high - low) / 2; }
};

/// The t for which P(|T| < t) = 0.95 with that many degrees of freedom (at least 1).
double student_t(unsigned degrees_of_freedom);

/// Mean and Student's 95 % interval of independent samples. With a single sample there is no interval: low and high are infinite.
Interval confidence(std::span<const double> samples);

/// Of a histogram as `RunResult::operation_latency` keeps it, in picoseconds; `share` in (0, 1). 0 where the histogram is empty.
double percentile_ps(std::span<const std::uint64_t> histogram, double share);

/// How many of the first values belong to the warm-up: the truncation that makes the standard error of the mean of what is left
/// smallest (MSER, White 1997, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69(6)), on
/// batches of `batch` values (MSER-5); the earliest truncation within a tenth of that. At most half of the values.
std::size_t warmup_length(std::span<const double> values, std::size_t batch = 5);

}  // namespace hitm::sim
