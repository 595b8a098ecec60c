// The arrays of a cluster's shared cache: a victim cache for lines that no core of the cluster holds.
#pragma once

#include <optional>

#include "sim/kernel/zero_pages.hpp"
#include "sim/machine/machine.hpp"

namespace hitm::sim {

class SharedCache {
public:
    SharedCache(const CacheShape& shape, unsigned line_bytes);

    /// Keeps the line; returns the least recently kept one of its set if that had to make room.
    std::optional<LineId> keep(LineId line, std::uint32_t hash);
    void drop(LineId line, std::uint32_t hash);

private:
    struct Way {
        std::uint64_t used;  ///< 0: empty
        LineId line;
    };
    Way* set(std::uint32_t hash) { return &ways_[(hash % sets_) * per_set_]; }

    std::size_t sets_;
    unsigned per_set_;
    std::uint64_t clock_ = 0;
    ZeroPages<Way> ways_;
};

}  // namespace hitm::sim
