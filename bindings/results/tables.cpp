// Columns and numbers as people read them.
#include "bindings/results/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitm::results {
namespace {

std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void Text::line(std::string_view text) { text_.append(text).append("\n"); }

void Text::table(const std::vector<std::vector<std::string>>& rows) { text_ += aligned(rows); }

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string padding(widths[c] - width(row[c]), ' ');
            line += c == 0 ? row[c] + padding : "  " + padding + row[c];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string with_prefix(double value) {
    const double size = std::abs(value);
    const auto [factor, prefix] = size >= 1e9   ? std::pair{1e9, " G"}
                                  : size >= 1e6 ? std::pair{1e6, " M"}
                                  : size >= 1e3 ? std::pair{1e3, " k"}
                                                : std::pair{1.0, ""};
    const double scaled = value / factor;
    const int digits = std::abs(scaled) >= 100 ? 0 : std::abs(scaled) >= 10 ? 1 : 2;
    return fmt::format("{:.{}f}{}", scaled, digits, prefix);
}

std::string percent(double value, int digits) { return fmt::format("{:+.{}f} %", value, digits); }

std::string span_of(double low, double high, int digits) { return fmt::format("{:+.{}f} … {:+.{}f}", low, digits, high, digits); }

}  // namespace hitm::results
