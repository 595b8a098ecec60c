// What a fit was asked, and what fitting at each point in turn found, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/run/each.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::results {

struct FitQuestion {
    std::string free;                       ///< "": the scenario's
    std::vector<std::string> observations;  ///< "threads=4 before=1.9M/s"; none: the scenario's
    bool each = false;                      ///< at each published point in turn: observations are not needed
};

/// Observations that name no machine are of `machine`. Throws BadScenario where there is no free number or nothing to fit to.
program::Fit fit_of(const program::Scenario& scenario, const sim::Machine& machine, const FitQuestion& question);

nlohmann::ordered_json each_json(const program::Scenario& scenario, const std::string& free, const std::vector<sim::EachRow>& rows);

}  // namespace hitm::results
