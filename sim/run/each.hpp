// How much a prediction rests on which point was fitted: fitted at each published point in turn, and the number halved and doubled.
#pragma once

#include <optional>
#include <vector>

#include "sim/run/experiment.hpp"

namespace hitm::sim {

struct EachRow {
    unsigned fitted_at = 0;                ///< threads
    double value = 0;                      ///< of the free number, base units
    bool reached = true;                   ///< false: no value of the range gives the published change
    std::vector<Interval> change_percent;  ///< by published point, with the sampling intervals
    std::vector<double> halved;            ///< the same with half the number
    std::vector<double> doubled;
    std::optional<Validation> validation;  ///< against the points not fitted
    std::optional<PowerLaw> power_law;
};

/// One row a published point, in the scenario's order. Of `options.fit` only the free number counts, `options.threads`
/// not at all. Throws BadScenario where nothing
/// is published or no free number is named, Stopped where it was stopped.
std::vector<EachRow> fit_each(const program::Scenario& scenario, const Machine& machine, const PredictOptions& options);

}  // namespace hitm::sim
