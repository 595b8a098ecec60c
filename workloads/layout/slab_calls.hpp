// kmem_cache calls in code: of which struct, and how aligned.
#pragma once

#include "workloads/layout/declaration.hpp"

namespace hitm::layout {

struct SlabCall {
    std::string struct_name;  // "" when the hunk does not show it
    bool hwcache = false;
    std::uint64_t align = 0;  // the alignment argument, when it is a number
    int first_line = 0, last_line = 0;
};

// The calls of kmem_cache_create…() and KMEM_CACHE() on one side of a hunk, also one that begins above it.
std::vector<SlabCall> slab_calls(std::span<const Line> lines, const Constants& constants);

}  // namespace hitm::layout
