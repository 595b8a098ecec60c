// Finding names near to a misspelt one by edit distance.
#include "workloads/layout/names.hpp"

#include <algorithm>
#include <numeric>

namespace hitm::layout {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t next = std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] == b[j] ? 0U : 1U)});
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    return row.back();
}

std::string last_step(std::string_view path) { return std::string(path.substr(path.rfind('.') + 1)); }

void collect(const std::vector<Member>& members, const std::string& prefix, std::vector<std::string>& names, int depth) {
    for (const Member& member : members) {
        const std::string path = member.name.empty() ? prefix : prefix + member.name;
        if (!member.name.empty()) names.push_back(path);
        if (depth > 0) collect(member.members, member.name.empty() ? prefix : path + ".", names, depth - 1);
    }
}

}  // namespace

std::string near_misses(std::span<const std::string> names, std::string_view wanted) {
    if (wanted.size() > 200) return "";
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& name : names) {
        if (name.size() > 200) continue;
        std::size_t far = std::min(distance(name, wanted), distance(last_step(name), last_step(wanted)) + 1);
        if (!wanted.empty() && name.find(wanted) != std::string::npos) far = std::min<std::size_t>(far, 1);
        if (far <= std::max<std::size_t>(2, wanted.size() / 3)) ranked.emplace_back(far, name);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first, a.second.size()) < std::pair(b.first, b.second.size());
    });
    std::string text;
    for (std::size_t i = 0; i < ranked.size() && i < 4; ++i) text += (i ? ", " : "; near it: ") + ranked[i].second;
    return text;
}

std::string near_misses(const Layout& layout, std::string_view wanted) {
    std::vector<std::string> names;
    collect(layout.members, "", names, 4);
    return near_misses(names, wanted);
}

}  // namespace hitm::layout
