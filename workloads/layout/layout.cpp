// Finding members by path, and flattening a layout into its leaves.
#include "workloads/layout/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workloads/layout/names.hpp"

namespace hitm::layout {
namespace {

constexpr std::uint64_t most_elements_shown = 64;

struct Step {
    std::string_view name;
    std::vector<std::uint64_t> indices;
};

// "slots[3][1]" of a path; none when it is malformed.
std::optional<Step> step_of(std::string_view text) {
    Step step;
    std::size_t open = text.find('[');
    step.name = text.substr(0, open);
    while (open != std::string_view::npos) {
        const std::size_t close = text.find(']', open);
        if (close == std::string_view::npos || close == open + 1 || close - open > 12) return std::nullopt;
        std::uint64_t index = 0;
        for (char c : text.substr(open + 1, close - open - 1)) {
            if (c < '0' || c > '9') return std::nullopt;
            index = index * 10 + static_cast<std::uint64_t>(c - '0');
        }
        step.indices.push_back(index);
        if (close + 1 != text.size() && text[close + 1] != '[') return std::nullopt;
        open = close + 1 == text.size() ? std::string_view::npos : close + 1;
    }
    return step;
}

Place place_of(const Member& member) {
    if (!member.bits) return {member.offset, member.size};
    const std::uint64_t first = member.bits->bit_offset / 8;
    return {member.offset + first, (member.bits->bit_offset + member.bits->bit_size + 7) / 8 - first};
}

// The element an index picks; fewer indices than dimensions give a row. An index behind the end gives none.
std::optional<Place> element(const Member& member, const std::vector<std::uint64_t>& indices) {
    Place place = place_of(member);
    const std::vector<std::uint64_t> dimensions = member.dimensions.empty() ? std::vector{member.elements} : member.dimensions;
    if (indices.size() > dimensions.size()) return std::nullopt;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] >= dimensions[i]) return std::nullopt;
        place.size /= dimensions[i];
        place.offset += indices[i] * place.size;
    }
    return place;
}

std::optional<Place> find_in(const std::vector<Member>& members, std::string_view path) {
    const std::size_t dot = path.find('.');
    const auto step = step_of(path.substr(0, dot));
    if (!step) return std::nullopt;
    for (const Member& member : members) {
        if (member.name.empty()) {
            if (auto inside = find_in(member.members, path)) return Place{inside->offset + member.offset, inside->size};
            continue;
        }
        if (member.name != step->name) continue;
        auto place = element(member, step->indices);
        if (!place || dot == std::string_view::npos) return place;
        auto inside = find_in(member.members, path.substr(dot + 1));
        if (inside) inside->offset += place->offset;
        return inside;
    }
    return std::nullopt;
}

bool named_typedef(const Member& member) {
    return !member.type.starts_with("struct") && !member.type.starts_with("union") && !member.type.starts_with("class");
}

class Flattener {
public:
    std::vector<Flat> flatten(const std::vector<Member>& members) {
        walk(members, "", 0);
        std::stable_sort(leaves_.begin(), leaves_.end(), [](const Flat& a, const Flat& b) { return a.offset < b.offset; });
        return std::move(leaves_);
    }

private:
    void walk(const std::vector<Member>& members, const std::string& prefix, std::uint64_t base) {
        for (const Member& member : members) {
            if (member.aggregate() && !member.members.empty() && (member.name.empty() || !named_typedef(member)))
                inside(member, prefix, base);
            else leaf(member, prefix, base);
        }
    }

    void leaf(const Member& member, const std::string& prefix, std::uint64_t base) {
        const Place place = place_of(member);
        if (member.name.empty() || place.size == 0) return;
        leaves_.push_back({prefix + member.name, base + place.offset, place.size});
    }

    void inside(const Member& member, const std::string& prefix, std::uint64_t base) {
        if (member.name.empty()) return walk(member.members, prefix, base + member.offset);
        if (member.elements > most_elements_shown) return leaf(member, prefix, base);
        const std::size_t before = leaves_.size();
        const bool array = !member.dimensions.empty();
        for (std::uint64_t i = 0; i < member.elements; ++i) {
            const std::string name = prefix + member.name + (array ? subscript(member, i) : "");
            const std::uint64_t offset = base + member.offset + i * member.element_size();
            const std::size_t first = leaves_.size();
            walk(member.members, name + ".", offset);
            if (leaves_.size() <= first + 1) {
                leaves_.resize(first);
                leaves_.push_back({name, offset, member.element_size()});
            }
        }
        if (leaves_.size() == before) leaf(member, prefix, base);
    }

    static std::string subscript(const Member& member, std::uint64_t index) {
        std::string text;
        for (auto it = member.dimensions.rbegin(); it != member.dimensions.rend(); ++it) {
            text = fmt::format("[{}]{}", index % *it, text);
            index /= *it;
        }
        return text;
    }

    std::vector<Flat> leaves_;
};

}  // namespace

BadLayout::BadLayout(std::string_view file, int line, std::string_view what)
    : std::runtime_error(line > 0 ? fmt::format("{}:{}: {}", file, line, what) : fmt::format("{}: {}", file, what)) {}

std::optional<Place> Layout::try_find(std::string_view path) const { return find_in(members, path); }

Place Layout::find(std::string_view path) const {
    if (auto place = try_find(path)) return *place;
    throw BadLayout(origin, 0, fmt::format("struct {} has no member '{}'{}", name, path, near_misses(*this, path)));
}

std::vector<Flat> Layout::flatten() const { return Flattener().flatten(members); }

}  // namespace hitm::layout
