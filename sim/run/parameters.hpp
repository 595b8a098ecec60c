// The parameters' interval: how the prediction changes when every number without a source goes to the ends of its range.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/run/fit.hpp"
#include "sim/run/points.hpp"

namespace hitm::sim {

/// The range of a parameter, or none where it is known (`range: none`).
std::optional<Bounds> bounds_of(const program::Parameter& parameter);

/// What the ends are compared with.
struct EndsQuestion {
    std::span<const Question> points;    ///< as they were measured, with the values of the prediction
    std::span<const Measured> measured;  ///< the same points
    std::optional<FitQuestion> fit;      ///< the free number is refitted at each end; none: nothing is
    const Bench* fit_bench = nullptr;    ///< where; never nullptr with `fit`
    bool same_machine = true;            ///< ... and whether the points are from there too
    std::vector<std::string> known;      ///< parameters that do not vary: set by the user
    unsigned replicates = 3;
};

/// Low and high end of each parameter that varies, one at a time. The change at an end is the point's mean plus how far the end's first
/// replicates lie from the point's own first replicates (the same seeds), so that sampling noise stays out of this interval.
/// The free number itself is not varied: what was observed binds it. Empty where the work was stopped.
std::vector<ParameterEnd> parameter_ends(const Bench& bench, const EndsQuestion& question, std::uint64_t seed);

/// Least and greatest change at point `index` over all ends, the point itself included. None without ends.
std::optional<std::array<double, 2>> parameters_interval(std::span<const ParameterEnd> ends, std::size_t index, double change_percent);

}  // namespace hitm::sim
