// Edit distance between a wrong name and the known ones.
#include "sim/machine/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace hitm::sim {
namespace {

std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t kept = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({kept, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearest_hint(std::string_view wrong, std::span<const std::string> known) {
    std::size_t least = std::max<std::size_t>(3, wrong.size() / 3) + 1;
    const std::string* nearest = nullptr;
    for (const std::string& name : known) {
        const std::size_t distance = edits(wrong, name);
        if (distance < least && distance < name.size()) {
            least = distance;
            nearest = &name;
        }
    }
    return nearest != nullptr ? " (did you mean '" + *nearest + "'?)" : std::string();
}

}  // namespace hitm::sim
