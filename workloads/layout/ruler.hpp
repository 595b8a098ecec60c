// The ruler: a layout printed with its cache-line boundaries, alone or before beside after.
#pragma once

#include "workloads/layout/layout.hpp"

namespace hitm::layout {

std::string print(const Layout& layout, std::uint64_t line_bytes = 64);

// Two columns; members whose offset changed are marked, members that cross a line are said.
std::string print_beside(const Layout& before, const Layout& after, std::uint64_t line_bytes = 64);

}  // namespace hitm::layout
