// Which known name a misspelt one may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hitm::sim {

/// " (did you mean 'x'?)" for the known name at most three edits (or a third of its length) away, else nothing.
std::string nearest_hint(std::string_view wrong, std::span<const std::string> known);

}  // namespace hitm::sim
