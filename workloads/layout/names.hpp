// Names near to a misspelt one, for messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "workloads/layout/layout.hpp"

namespace hitm::layout {

// "; near it: f_op, f_pos", or "" when nothing is near.
std::string near_misses(std::span<const std::string> names, std::string_view wanted);
std::string near_misses(const Layout& layout, std::string_view wanted);

}  // namespace hitm::layout
