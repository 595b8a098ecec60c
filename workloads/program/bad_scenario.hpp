// The error of a wrong scenario, and the nearest spelling of a name that is not known.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hitm::program {

/// The user's scenario is wrong. The text reads "file:line: key: what is wrong; what would be right".
struct BadScenario : std::runtime_error {
    using std::runtime_error::runtime_error;
    BadScenario(std::string_view file, int line, std::string_view key, std::string_view what);
};

/// "; did you mean work?" for the nearest of the known names, or "" where none is near.
std::string hint(std::string_view name, std::span<const std::string> known);

/// "a, b or c".
std::string one_of(std::span<const std::string> names);

}  // namespace hitm::program
