// Protocols side by side: what each does to the change, the latency and the traffic.
#pragma once

#include <string>
#include <vector>

#include "bindings/results/predicted.hpp"

namespace hitm::results {

/// The heads of `compared`'s columns.
std::vector<std::string> compared_heads();

/// One row a point: of the change, and of the unpatched variant its throughput, latency, waiting and messages an operation by class.
std::vector<std::vector<std::string>> compared(const Predicted& predicted);

}  // namespace hitm::results
