// From cheap to dear, so that a fault is found early.
#include "protocols/proof.hpp"

namespace hitm::protocols {

std::vector<Setting> proof_settings() {
    std::vector<Setting> settings;
    for (int caches : {2, 3})
        for (auto way : {Way::Chain, Way::Confirm}) settings.push_back({.caches = caches, .inside = way});
    for (auto inside : {Way::Chain, Way::Confirm})
        for (auto outside : {Way::Chain, Way::Confirm}) {
            settings.push_back({.levels = 2, .clusters = 1, .caches = 2, .inside = inside, .outside = outside});
            settings.push_back({.levels = 2, .clusters = 2, .caches = 1, .inside = inside, .outside = outside});
        }
    return settings;
}

std::optional<Fault> first_fault(const Protocol& protocol) {
    for (const auto& setting : proof_settings())
        if (auto verdict = check(protocol, setting); !verdict.holds) return Fault{setting, std::move(verdict)};
    return {};
}

}  // namespace hitm::protocols
