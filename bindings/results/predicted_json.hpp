// A prediction as JSON; the keys are an interface that scripts build on (they are listed in bindings/README.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bindings/results/predicted.hpp"

namespace hitm::results {

nlohmann::ordered_json to_json(const Predicted& predicted);

/// Fields and links of one variant at one thread count, as `points` of a prediction and a single run show them alike.
nlohmann::ordered_json variant_json(const sim::VariantOutcome& outcome);
void append_fields(nlohmann::ordered_json& rows, const sim::VariantOutcome& outcome, const std::string& variant, unsigned threads,
                   unsigned line_bytes);
void append_links(nlohmann::ordered_json& rows, const sim::VariantOutcome& outcome, const std::string& variant, unsigned threads);

}  // namespace hitm::results
