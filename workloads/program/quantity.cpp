// Reading and printing quantities.
#include "workloads/program/quantity.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace hitm::program {
namespace {

struct Suffix {
    std::string_view text;
    Quantity::Unit unit;
    double factor;
};

// clang-format off
// Of one unit the largest first: to_text takes the first that leaves a number of at least 1.
constexpr std::array suffixes = {
    Suffix{"s",      Quantity::Unit::Picoseconds, 1e12},
    Suffix{"ms",     Quantity::Unit::Picoseconds, 1e9},
    Suffix{"us",     Quantity::Unit::Picoseconds, 1e6},
    Suffix{"ns",     Quantity::Unit::Picoseconds, 1e3},
    Suffix{"ps",     Quantity::Unit::Picoseconds, 1},
    Suffix{"cycles", Quantity::Unit::Cycles,      1},
    Suffix{"cycle",  Quantity::Unit::Cycles,      1},
    Suffix{"GiB",    Quantity::Unit::Bytes,       1024.0 * 1024 * 1024},
    Suffix{"MiB",    Quantity::Unit::Bytes,       1024.0 * 1024},
    Suffix{"KiB",    Quantity::Unit::Bytes,       1024},
    Suffix{"B",      Quantity::Unit::Bytes,       1},
    Suffix{"G/s",    Quantity::Unit::PerSecond,   1e9},
    Suffix{"M/s",    Quantity::Unit::PerSecond,   1e6},
    Suffix{"k/s",    Quantity::Unit::PerSecond,   1e3},
    Suffix{"/s",     Quantity::Unit::PerSecond,   1},
    Suffix{"GHz",    Quantity::Unit::Hertz,       1e9},
    Suffix{"MHz",    Quantity::Unit::Hertz,       1e6},
    Suffix{"%",      Quantity::Unit::Percent,     1},
    Suffix{"",       Quantity::Unit::Number,      1},
    Suffix{"k",      Quantity::Unit::Number,      1e3},
    Suffix{"M",      Quantity::Unit::Number,      1e6},
    Suffix{"G",      Quantity::Unit::Number,      1e9},
};
// clang-format on

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// The number at the start of the text, which loses it.
std::optional<double> take_number(std::string_view& text) {
    const char* end = text.data() + text.size();
    if (text.starts_with("0x")) {
        std::uint64_t whole = 0;
        const auto [stop, error] = std::from_chars(text.data() + 2, end, whole, 16);
        if (error != std::errc{}) return std::nullopt;
        text = {stop, static_cast<std::size_t>(end - stop)};
        return static_cast<double>(whole);
    }
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    text = {stop, static_cast<std::size_t>(end - stop)};
    return value;
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text) {
    text = trimmed(text);
    const std::optional<double> number = take_number(text);
    if (!number) return std::nullopt;
    text = trimmed(text);
    for (const Suffix& suffix : suffixes) {
        if (text != suffix.text) continue;
        const double value = *number * suffix.factor;
        if (!std::isfinite(value)) return std::nullopt;
        return Quantity{value, suffix.unit};
    }
    return std::nullopt;
}

std::string to_text(const Quantity& quantity) {
    const Suffix* last = nullptr;
    for (const Suffix& suffix : suffixes) {
        if (suffix.unit != quantity.unit || suffix.text == "cycle") continue;
        last = &suffix;
        if (quantity.unit == Quantity::Unit::Number || std::abs(quantity.value) >= suffix.factor) break;
    }
    const double value = quantity.value / last->factor;
    return fmt::format("{}{}{}", value, quantity.unit == Quantity::Unit::Cycles ? " " : "", last->text);
}

std::string describe(Quantity::Unit unit) {
    switch (unit) {
        case Quantity::Unit::Number: return "a plain number";
        case Quantity::Unit::Picoseconds: return "a time";
        case Quantity::Unit::Cycles: return "a number of cycles";
        case Quantity::Unit::Bytes: return "a number of bytes";
        case Quantity::Unit::PerSecond: return "a rate per second";
        case Quantity::Unit::Hertz: return "a frequency";
        case Quantity::Unit::Percent: return "a percentage";
    }
    return "a quantity";
}

}  // namespace hitm::program
