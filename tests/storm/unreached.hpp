// Cells that the exhaustive check enters and the storm does not, each with the reason.
#pragma once

#include <string>
#include <vector>

namespace hitm::sim::storm {

inline std::vector<std::string> unreached(const std::string& protocol) {
    (void)protocol;
    return {};
}

}  // namespace hitm::sim::storm
