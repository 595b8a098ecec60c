// What a protocol must pass before it is simulated.
#pragma once

#include <optional>
#include <vector>

#include "protocols/check.hpp"

namespace hitm::protocols {

/// One level of 2 and 3 caches, two levels of 2 clusters of 1 and of 1 cluster of 2, each way at each level: some seconds in all.
std::vector<Setting> proof_settings();

struct Fault {
    Setting setting;
    Verdict verdict;
};

/// The first of these settings that the protocol fails; none if it holds.
std::optional<Fault> first_fault(const Protocol& protocol);

}  // namespace hitm::protocols
