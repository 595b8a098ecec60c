// The error of a wrong command line.
#pragma once

#include <stdexcept>

namespace hitm::cli {

/// What is wrong and what would be right; `hitm` prints it and ends with status 2.
struct BadUsage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace hitm::cli
