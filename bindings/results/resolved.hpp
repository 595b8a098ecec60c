// Everything that determines a result, as text.
#pragma once

#include <string>

#include "sim/machine/machine.hpp"
#include "sim/run/experiment.hpp"

namespace hitm::results {

/// The machine's every number, one a line; its links as a SHA-256 of their list.
std::string resolved(const sim::Machine& machine);

/// Scenario, machine and what was asked for on the command line, without what changes no result (--jobs).
std::string resolved(const program::Scenario& scenario, const sim::Machine& machine, const sim::PredictOptions& options);

}  // namespace hitm::results
