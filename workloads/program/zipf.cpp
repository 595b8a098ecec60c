// Walker's alias method, in Vose's form (IEEE Trans. Software Engineering 17(9), 1991), for ranks weighted by rank^-s.
#include <cmath>

#include "workloads/program/code.hpp"
#include "workloads/program/random.hpp"

namespace hitm::program {

ZipfTable::ZipfTable(std::size_t count, double exponent) : keep_(count, 0xffffffff), alias_(count) {
    std::vector<double> weight(count);
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += weight[i] = std::pow(static_cast<double>(i + 1), -exponent);
    std::vector<std::uint32_t> small, large;
    for (std::size_t i = 0; i < count; ++i) {
        weight[i] *= static_cast<double>(count) / total;
        alias_[i] = static_cast<std::uint32_t>(i);
        (weight[i] < 1 ? small : large).push_back(static_cast<std::uint32_t>(i));
    }
    while (!small.empty() && !large.empty()) {
        const std::uint32_t poor = small.back(), rich = large.back();
        small.pop_back();
        keep_[poor] = static_cast<std::uint32_t>(weight[poor] * 0x1p32);
        alias_[poor] = rich;
        weight[rich] -= 1 - weight[poor];
        if (weight[rich] >= 1) continue;
        large.pop_back();
        small.push_back(rich);
    }
}

std::uint32_t ZipfTable::pick(std::uint64_t bits) const {
    const std::uint32_t slot = below(bits, keep_.size());
    const auto second = static_cast<std::uint32_t>(bits);  // `below` uses the upper half only
    return second < keep_[slot] ? slot : alias_[slot];
}

}  // namespace hitm::program
