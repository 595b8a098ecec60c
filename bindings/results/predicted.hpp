// A prediction with what it was asked on, as text for people and as JSON.
#pragma once

#include <string>

#include "sim/machine/machine.hpp"
#include "sim/run/experiment.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::results {

struct Predicted {
    const program::Scenario& scenario;
    const sim::Machine& machine;
    program::CpuPolicy cpus;
    std::uint64_t seed = 1;
    std::string resolved;  ///< everything that determines the result
    sim::Prediction prediction;
};

/// Throws what sim::predict throws; scenario and machine must outlive the result.
Predicted predicted_on(const program::Scenario& scenario, const sim::Machine& machine, const sim::PredictOptions& options);

/// Table, cause, cost, cross-over, verdict, notes.
std::string text(const Predicted& predicted);

/// The value of a parameter in the unit the scenario gives it in: "5.4us".
std::string value_text(const program::Scenario& scenario, const std::string& parameter, double value);

}  // namespace hitm::results
