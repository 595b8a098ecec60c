// What the fix did, in words: judged by where the time went that threads waited for lines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/run/prediction.hpp"

namespace hitm::sim {

/// Accesses to `causer` made accesses to `sufferer` miss: writes took the copy away, or reads the right to write to it.
struct Cause {
    std::string causer;
    std::string sufferer;
    double misses_per_op = 0;
    double false_share = 0;  ///< of those misses, 0 … 1: bytes that were not written (see MissClass)
    double wait_ns_per_op = 0;
};

/// The pairs that cost most time, at most `most` of them, those below 0.1 % of all waiting left out.
std::vector<Cause> causes(const VariantOutcome& outcome, std::size_t most);

/// Waiting time of one operation, in nanoseconds.
struct Waiting {
    double total = 0;          ///< all accesses, beyond private hits
    double false_sharing = 0;  ///< of misses on bytes nobody had written
    double true_sharing = 0;   ///< of misses on bytes another core had written
    double working = 0;        ///< the rest: the program's own gaps, private hits
};
Waiting waiting(const VariantOutcome& outcome);

/// The rules, with the README's reasons:
///  1. The point with the largest |change| decides, among those whose |change| exceeds both 1 % and its sampling half-width.
///     Negative: harmful. Positive: false sharing removed if at least half of what waiting fell was false sharing, else helps otherwise.
///  2. No such point: judged at the largest thread count. Moved, if fields lost at least a quarter of all waiting and at least half of
///     that came back on other fields. True sharing remains, if waiting is 5 % or more of the time and at least half of it is true
///     sharing. Else no effect.
Verdict judge(std::span<const Point> points);

}  // namespace hitm::sim
