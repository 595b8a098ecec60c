// Before and after on the same random numbers: the one measurement that fits, intervals and predictions are made of.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/run/bench.hpp"

namespace hitm::sim {

/// One replicate. The seed is the same for both variants, so they share every random draw and base address.
struct Pair {
    RunResult before;
    RunResult after;

    double change_percent() const { return 100 * (after.operations_per_second() / before.operations_per_second() - 1); }
};

/// What is compared, and how often.
struct Question {
    unsigned threads = 1;
    program::Values values;
    RunLength length;
    unsigned first_replicate = 0;
    unsigned replicates = 1;
    bool attribute = false;
};

/// For each question its replicates, in their order; replicate r has seed `seed + r`. Where the work was stopped, the complete
/// replicates up to the first incomplete one. A scenario without a fix is compared with itself.
std::vector<std::vector<Pair>> ask(const Bench& bench, std::span<const Question> questions, std::uint64_t seed, const std::string& what);

/// Means over replicates, of the changes in percent and of operations per second. 0 where there are none.
double mean_change(std::span<const Pair> pairs);
double mean_per_second(std::span<const Pair> pairs, program::Variant variant);

/// How many operations of warm-up a run at so many threads needs: pilot runs of both variants from cold caches, MSER-5 on the rate
/// of 60 parts of each, never less than one part nor than two operations a thread.
std::vector<RunLength> find_lengths(const Bench& bench, std::span<const Question> pilots, std::uint64_t seed);

}  // namespace hitm::sim
