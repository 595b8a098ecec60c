// Printing layouts against cache lines.
#include "workloads/layout/ruler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "workloads/layout/placement.hpp"

namespace hitm::layout {
namespace {

struct Row {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string text;
    std::string path;  // empty: a hole
    bool outermost = false;
};

std::string declared(const Member& member) {
    std::string text = member.type;
    const std::size_t star = text.find("(*)");
    std::string name = member.name;
    if (member.base) name = "(base)";
    for (std::uint64_t dimension : member.dimensions) name += dimension == 0 ? "[]" : fmt::format("[{}]", dimension);
    if (member.bits) name += fmt::format(":{}", member.bits->bit_size);
    if (star != std::string::npos) return fmt::format("{}(*{}){}", text.substr(0, star), name, text.substr(star + 3));
    if (name.empty()) return text;
    return fmt::format("{} {}", text, name);
}

// What tells anonymous members apart: the first name inside of them.
std::string first_name(const Member& member) {
    for (const Member& inner : member.members) {
        const std::string name = inner.name.empty() ? first_name(inner) : inner.name;
        if (!name.empty()) return name;
    }
    return "";
}

class Rows {
public:
    explicit Rows(const Layout& layout) {
        walk(layout.members, 0, 0, "", layout.is_union);
        hole(layout.is_union ? layout.size : end_, layout.size, 0, "padding at the end");
    }
    std::vector<Row> rows;

private:
    static bool shown_inside(const Member& member) {
        return member.aggregate() && !member.members.empty() && (member.type == "struct" || member.type == "union");
    }

    void hole(std::uint64_t from, std::uint64_t to, std::size_t depth, const std::string& what = "hole") {
        if (to > from) rows.push_back({from, to - from, fmt::format("{:{}}({})", "", depth * 2, what), "", depth == 0});
    }

    void walk(const std::vector<Member>& members, std::uint64_t base, std::size_t depth, const std::string& prefix, bool is_union) {
        std::uint64_t end = base;
        for (const Member& member : members) {
            const std::uint64_t offset = base + member.offset;
            if (!is_union && !member.bits) hole(end, offset, depth);
            const std::string path = member.name.empty() ? prefix : prefix.empty() ? member.name : prefix + "." + member.name;
            const std::uint64_t shown = member.bits ? offset + member.bits->bit_offset / 8 : offset;
            const std::uint64_t size = member.bits ? (member.bits->bit_offset % 8 + member.bits->bit_size + 7) / 8 : member.size;
            rows.push_back({shown, size, fmt::format("{:{}}{}", "", depth * 2, declared(member)),
                            member.name.empty() ? path + "@" + first_name(member) : path, depth == 0});
            if (shown_inside(member)) walk(member.members, offset, depth + 1, path, member.kind == Member::Kind::Union);
            end = std::max(end, shown + size);
        }
        if (depth == 0) end_ = end;
    }

    std::uint64_t end_ = 0;
};

std::string heading(const Layout& layout, std::uint64_t line_bytes) {
    const std::uint64_t lines = (layout.size + line_bytes - 1) / line_bytes;
    return fmt::format("{} {}: {} bytes, aligned to {}{}, {} line{} of {}; {} objects per slab of {} bytes, {} when aligned to a line",
                       layout.is_union ? "union" : "struct", layout.name, layout.size, layout.align,
                       layout.alignment_inferred ? " (inferred)" : "", lines, lines == 1 ? "" : "s", line_bytes,
                       objects_per_slab(std::max<std::uint64_t>(1, layout.size), 0), slab_bytes_default(layout.size, 0),
                       objects_per_slab(std::max<std::uint64_t>(1, layout.size), line_bytes));
}

std::string crossing(const Row& row, std::uint64_t line_bytes) {
    if (row.size == 0 || row.offset / line_bytes == (row.offset + row.size - 1) / line_bytes) return "";
    return fmt::format("  -> line {}", (row.offset + row.size - 1) / line_bytes);
}

std::string row_text(const Row& row, std::uint64_t line_bytes) {
    return fmt::format("{:6} {:6}  {}{}", row.offset, row.size, row.text, crossing(row, line_bytes));
}

// Rows by the line they start on; a line that a long member covers whole has none.
std::map<std::uint64_t, std::vector<Row>> by_line(const Layout& layout, std::uint64_t line_bytes) {
    std::map<std::uint64_t, std::vector<Row>> lines;
    for (Row& row : Rows(layout).rows) lines[row.offset / line_bytes].push_back(std::move(row));
    return lines;
}

std::map<std::string, std::uint64_t> offsets(const Layout& layout) {
    std::map<std::string, std::uint64_t> all;
    for (const Row& row : Rows(layout).rows)
        if (!row.path.empty()) all.emplace(row.path, row.offset);
    return all;
}

// How many characters a text takes on the screen: it may hold UTF-8.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string mark(const Row& row, const std::map<std::string, std::uint64_t>& other) {
    if (row.path.empty()) return " ";
    const auto found = other.find(row.path);
    return found == other.end() ? "+" : found->second == row.offset ? " " : ">";
}

}  // namespace

std::string print(const Layout& layout, std::uint64_t line_bytes) {
    std::string text = heading(layout, line_bytes) + "\n";
    for (const auto& [line, rows] : by_line(layout, line_bytes)) {
        text += fmt::format("--- line {:<3} {:-<60}\n", line, "");
        for (const Row& row : rows) text += row_text(row, line_bytes) + "\n";
    }
    for (const std::string& note : layout.notes) text += fmt::format("note: {}\n", note);
    return text;
}

std::string print_beside(const Layout& before, const Layout& after, std::uint64_t line_bytes) {
    auto left = by_line(before, line_bytes);
    auto right = by_line(after, line_bytes);
    const auto old_offsets = offsets(before);
    const auto new_offsets = offsets(after);
    std::size_t column = 40;
    for (const auto& [line, rows] : left)
        for (const Row& row : rows) column = std::max(column, width(row_text(row, line_bytes)) + 2);
    std::string text =
        fmt::format("before  {}\nafter   {}\n> moved   + only here\n", heading(before, line_bytes), heading(after, line_bytes));
    const std::uint64_t last = std::max(left.empty() ? 0 : left.rbegin()->first, right.empty() ? 0 : right.rbegin()->first);
    for (std::uint64_t line = 0; line <= last; ++line) {
        const auto& a = left[line];
        const auto& b = right[line];
        if (a.empty() && b.empty()) continue;
        text += fmt::format("--- line {:<3} {:-<{}}\n", line, "", 2 * column - 12);
        for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
            const std::string one = i < a.size() ? mark(a[i], new_offsets) + row_text(a[i], line_bytes) : "";
            const std::string two = i < b.size() ? mark(b[i], old_offsets) + row_text(b[i], line_bytes) : "";
            text += one + std::string(column + 2 - std::min(column + 1, width(one)), ' ') + "|" + two + "\n";
        }
    }
    return text;
}

}  // namespace hitm::layout
