// Cells that the exhaustive check enters and the storm does not, each with the reason.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace hitm::sim::storm {

struct Reason {
    const char* cells;  ///< a regular expression over "cache S x Ask-F"
    const char* why;
};

inline const std::vector<Reason>& reasons() {
    static const std::vector<Reason> all{
        {"cache .* x Evict", "the simulator only evicts lines at rest that it has; the check tries at any moment"},
        {"home (S_D|I_D|I_A|I_DA) x (GetS|GetM).*", "while an agent calls a line in, its queue holds back what the table would stall"},
        {"cache F x RMW", "only agents hold F, and an agent asks for the line with Store, whatever its core wants it for"},
        {"home (I|E|F|O|I_A|I_DA) x Put(S|M, stale|E, stale|O, stale)",
         "a Put that is overtaken by what takes long: its owner loses the line and others give it up or get it anew"},
        {"cache (S|M|MI_A|SI_A) x Ask-F|cache IS_D_I x .*|cache IS_D x Recall|home (I|E) x GetS-Back|home F_D x (GetM from owner|GetS from "
         "forwarder)",
         "a forwarder left in silence and asks again while a request to it is under way: agents rarely leave, and homes answer soon"},
    };
    return all;
}

inline bool is_explained(const std::string& cell) {
    for (const auto& reason : reasons())
        if (std::regex_match(cell, std::regex(reason.cells))) return true;
    return false;
}

}  // namespace hitm::sim::storm
