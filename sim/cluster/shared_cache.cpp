// Keeping and dropping lines in the shared cache.
#include "sim/cluster/shared_cache.hpp"

#include <algorithm>

namespace hitm::sim {

SharedCache::SharedCache(const CacheShape& shape, unsigned line_bytes)
    : sets_{std::max<std::size_t>(1, shape.bytes / line_bytes / shape.ways)}, per_set_{shape.ways}, ways_{sets_ * per_set_} {}

std::optional<LineId> SharedCache::keep(LineId line, std::uint32_t hash) {
    Way* ways = set(hash);
    Way& oldest = *std::min_element(ways, ways + per_set_, [](const Way& a, const Way& b) { return a.used < b.used; });
    const auto out = oldest.used != 0 ? std::optional{oldest.line} : std::nullopt;
    oldest = {++clock_, line};
    return out;
}

void SharedCache::drop(LineId line, std::uint32_t hash) {
    Way* ways = set(hash);
    for (unsigned w = 0; w < per_set_; ++w)
        if (ways[w].used != 0 && ways[w].line == line) ways[w].used = 0;
}

}  // namespace hitm::sim
