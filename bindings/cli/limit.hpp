// `--fail-if`: a stated limit on a prediction, for use in scripts and CI.
#pragma once

#include <string>
#include <string_view>

#include "sim/run/prediction.hpp"

namespace hitm::cli {

/// "change<-1%", "after<1.5M/s", "before>=2M/s@64": a number of each point, compared with a limit; "@N" looks at N threads only.
struct Limit {
    enum class Subject { Change, Before, After };
    Subject subject = Subject::Change;
    std::string comparison;  ///< < <= > >=
    double value = 0;        ///< percent, or operations per second
    unsigned threads = 0;    ///< 0: any
    std::string text;        ///< as it was written

    bool fails(const sim::Point& point) const;
};

/// Throws BadUsage.
Limit parse_limit(std::string_view text);

}  // namespace hitm::cli
