// How errors are worded: place, key, what is wrong, what would be right.
#include "workloads/program/bad_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace hitm::program {
namespace {

/// Letters to add, drop, change or swap with their neighbour (Damerau's distance, optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> last, row(b.size() + 1), next(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        next[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) next[j] = std::min(next[j], last[j - 2] + 1);
        }
        last = row;
        std::swap(row, next);
    }
    return row[b.size()];
}

}  // namespace

BadScenario::BadScenario(std::string_view file, int line, std::string_view key, std::string_view what)
    : std::runtime_error(fmt::format("{}:{}: {}: {}", file, line, key, what)) {}

std::string hint(std::string_view name, std::span<const std::string> known) {
    if (name.size() > 64) return "";
    const std::string* best = nullptr;
    std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string& candidate : known) {
        const std::size_t d = distance(name, candidate);
        if (d < best_distance) best = &candidate, best_distance = d;
    }
    return best ? fmt::format("; did you mean {}?", *best) : "";
}

std::string one_of(std::span<const std::string> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

}  // namespace hitm::program
