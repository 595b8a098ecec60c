// Checking the ABI's rules against every struct of a kernel's BTF.
#pragma once

#include "workloads/layout/layout.hpp"

namespace hitm::layout {

struct BtfCheck {
    std::uint64_t structs = 0;                // and unions that have members
    std::uint64_t exact = 0;                  // those whose offsets and size the rules give back
    std::vector<std::string> not_understood;  // "struct x: member: … by the rules, … in the layout"
};

// Lays out every struct and union anew from its members' types. Evidence of alignment: the types, and a struct's own size
// (BTF stores no alignment); no hole is used to explain itself. Throws BadLayout when the file holds no BTF.
BtfCheck recompute_btf(const std::filesystem::path& file, const std::filesystem::path& base = {});

// Every named struct and union that has members, as read_btf() gives it. For tests and tools that look at all of them.
std::vector<Layout> read_btf_all(const std::filesystem::path& file, const std::filesystem::path& base = {});

}  // namespace hitm::layout
