// `--vary NAME=VALUES`: what a sweep goes over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/machine/machine.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::cli {

struct Vary {
    std::string name;                 ///< "work", "threads", "place.base", "machine.smt_gain"
    std::vector<std::string> values;  ///< as written, ranges written out
};

/// "NAME=a,b,c" or "NAME=a..b/step", both ends included, a step of 1 where none is given; units behind the last number hold for the range
/// ("work=2..10/2us"). Throws BadUsage.
Vary parse_vary(std::string_view text);

/// Sets a number of the machine: "smt_gain", "load_window", "store_buffer", "adjacent_line_prefetch" (0 or 1), or a cost by its
/// name ("locked_after_fill=3ns"). What the fabric is built from cannot be set here: vary `machine=A,B` instead. Throws BadUsage.
void set_machine(sim::Machine& machine, std::string_view key, std::string_view value);

}  // namespace hitm::cli
