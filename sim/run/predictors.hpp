// What one would say without a model, and how far each was from what was published.
#pragma once

#include <optional>
#include <span>

#include "sim/run/prediction.hpp"

namespace hitm::sim {

/// Through the fitted changes of `on`; none where a rate was fitted and no change, or a change was 0.
std::optional<PowerLaw> power_law(std::span<const program::Observation> on);

/// Distances from the points that have a published change and were not fitted.
std::optional<Validation> validate_against_published(std::span<const Point> points, const std::optional<PowerLaw>& law);

}  // namespace hitm::sim
