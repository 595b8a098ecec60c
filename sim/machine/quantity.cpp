// Terms, units, and what a wrong one is told.
#include "sim/machine/quantity.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

namespace hitm::sim {
namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string_view units_of(Measure measure) {
    switch (measure) {
        case Measure::Time: return "ps, ns, us, cycles or fabric cycles";
        case Measure::Frequency: return "MHz or GHz";
        case Measure::Size: return "B, KiB, MiB or GiB";
        case Measure::Rate: return "GB/s, MB/s or B/fabric cycle";
        case Measure::Count: return "no unit";
    }
    return {};
}

/// Of one such unit; negative where the unit is unknown.
double factor(std::string_view unit, Measure measure, const Clocks& clocks) {
    switch (measure) {
        case Measure::Time:
            if (unit == "ps") return 1;
            if (unit == "ns") return 1e3;
            if (unit == "us") return 1e6;
            if (unit == "cycles" || unit == "cycle") return 1e3 / clocks.core.ghz;
            if (unit == "fabric cycles" || unit == "fabric cycle") return 1e3 / clocks.fabric.ghz;
            return -1;
        case Measure::Frequency: return unit == "GHz" ? 1 : unit == "MHz" ? 1e-3 : -1;
        case Measure::Size:
            return unit == "B" ? 1 : unit == "KiB" ? 1024 : unit == "MiB" ? 1024.0 * 1024 : unit == "GiB" ? 1024.0 * 1024 * 1024 : -1;
        case Measure::Rate: return unit == "GB/s" ? 1 : unit == "MB/s" ? 1e-3 : unit == "B/fabric cycle" ? clocks.fabric.ghz : -1;
        case Measure::Count: return unit.empty() ? 1 : -1;
    }
    return -1;
}

double parse_term(std::string_view term, Measure measure, const Clocks& clocks) {
    std::string quoted(1, '\'');
    quoted.append(term).append(1, '\'');
    double number = 0;
    const auto [end, error] = std::from_chars(term.data(), term.data() + term.size(), number);
    if (error != std::errc{} || !std::isfinite(number))
        throw std::invalid_argument(quoted + " is no number; a number and " + std::string(units_of(measure)) + " would be right");
    if (number < 0) throw std::invalid_argument(quoted + " is negative; nothing here can be");
    const auto unit = trimmed(term.substr(static_cast<std::size_t>(end - term.data())));
    const double each = factor(unit, measure, clocks);
    if (each < 0)
        throw std::invalid_argument(quoted + (unit.empty() ? " has no unit" : " has unit '" + std::string(unit) + "'") +
                                    "; right would be " + std::string(units_of(measure)));
    return number * each;
}

}  // namespace

double parse_quantity(std::string_view text, Measure measure, const Clocks& clocks) {
    double sum = 0;
    for (std::string_view rest = text;;) {
        const auto plus = rest.find('+');
        sum += parse_term(trimmed(rest.substr(0, plus)), measure, clocks);
        if (plus == std::string_view::npos) return sum;
        rest = rest.substr(plus + 1);
    }
}

}  // namespace hitm::sim
