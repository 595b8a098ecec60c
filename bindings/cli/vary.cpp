// Reading what is varied, and setting numbers of a machine.
#include "bindings/cli/vary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "bindings/cli/usage.hpp"
#include "workloads/program/quantity.hpp"

namespace hitm::cli {
namespace {

using Unit = program::Quantity::Unit;
constexpr double most_values = 10000;

[[noreturn]] void refuse(std::string_view text, const std::string& what) {
    throw BadUsage(fmt::format(
        "--vary '{}': {}; right would be NAME=a,b,c or NAME=a..b/step, for example work=2us,4us or place.base=0..56/8", text, what));
}

std::vector<std::string> split(std::string_view list) {
    std::vector<std::string> parts;
    for (std::size_t from = 0;;) {
        const auto comma = list.find(',', from);
        parts.emplace_back(list.substr(from, comma - from));
        if (comma == std::string_view::npos) return parts;
        from = comma + 1;
    }
}

/// The number at the start of a text; what follows it goes to `unit`.
double number(std::string_view text, std::string_view written, std::string& unit) {
    double value = 0;
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
    if (error != std::errc{}) refuse(text, fmt::format("'{}' is no number", written));
    unit.assign(end, written.data() + written.size());
    return value;
}

std::vector<std::string> range(std::string_view text, std::string_view written) {
    const auto dots = written.find("..");
    const auto slash = written.find('/', dots);
    std::string unit, step_unit;
    const double from = number(text, written.substr(0, dots), unit);
    if (!unit.empty()) refuse(text, "the unit of a range stands behind its last number");
    const double to = number(text, written.substr(dots + 2, slash == std::string_view::npos ? slash : slash - dots - 2), unit);
    const double step = slash == std::string_view::npos ? 1 : number(text, written.substr(slash + 1), step_unit);
    if (!unit.empty() && !step_unit.empty()) refuse(text, "the unit of a range stands behind its last number");
    if (!(step > 0) || to < from || (to - from) / step > most_values) refuse(text, "a range rises in at most 10000 steps above 0");
    std::vector<std::string> values;
    const auto last = static_cast<unsigned>(std::floor((to - from) / step + 1e-9));
    for (unsigned i = 0; i <= last; ++i) values.push_back(fmt::format("{}{}{}", from + i * step, unit, step_unit));
    return values;
}

using Cost = sim::Picoseconds sim::Costs::*;

// clang-format off
constexpr auto costs = std::to_array<std::pair<std::string_view, Cost>>({
    {"miss_issue",        &sim::Costs::miss_issue},
    {"agent_lookup",      &sim::Costs::agent_lookup},
    {"agent_interval",    &sim::Costs::agent_interval},
    {"snoop",             &sim::Costs::snoop},
    {"shared_data",       &sim::Costs::shared_data},
    {"fill",              &sim::Costs::fill},
    {"home_lookup",       &sim::Costs::home_lookup},
    {"dram",              &sim::Costs::dram},
    {"locked",            &sim::Costs::locked},
    {"locked_after_fill", &sim::Costs::locked_after_fill},
    {"sibling_handover",  &sim::Costs::sibling_handover},
});
// clang-format on

[[noreturn]] void refuse_key(std::string_view key) {
    std::string known = "protocol, smt_gain, load_window, store_buffer, adjacent_line_prefetch";
    for (const auto& [name, cost] : costs) known += ", " + std::string(name);
    throw BadUsage(fmt::format(
        "--vary machine.{}: not a number that can be varied; right would be one of {}, or machine=A,B for other machines", key, known));
}

program::Quantity quantity(std::string_view key, std::string_view value, Unit unit) {
    const auto q = program::parse_quantity(value);
    if (!q || q->unit != unit || q->value < 0) {
        throw BadUsage(fmt::format("--vary machine.{}: '{}' is not {}", key, value, program::describe(unit)));
    }
    return *q;
}

}  // namespace

Vary parse_vary(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) refuse(text, "there is no NAME=");
    Vary vary{.name = std::string(text.substr(0, equals)), .values = {}};
    const auto values = text.substr(equals + 1);
    vary.values = values.find("..") != std::string_view::npos ? range(text, values) : split(values);
    for (const auto& v : vary.values) {
        if (v.empty()) refuse(text, "a value is missing");
    }
    return vary;
}

void set_machine(sim::Machine& machine, std::string_view key, std::string_view value) {
    if (const auto it = std::ranges::find(costs, key, &std::pair<std::string_view, Cost>::first); it != costs.end()) {
        machine.costs.*it->second = static_cast<sim::Picoseconds>(std::llround(quantity(key, value, Unit::Picoseconds).value));
        return;
    }
    const auto count = [&] { return static_cast<unsigned>(quantity(key, value, Unit::Number).value); };
    if (key == "smt_gain") machine.smt_gain = quantity(key, value, Unit::Number).value;
    else if (key == "load_window") machine.load_window = count();
    else if (key == "store_buffer") machine.store_buffer = count();
    else if (key == "adjacent_line_prefetch") machine.adjacent_line_prefetch = count() != 0;
    else refuse_key(key);
}

}  // namespace hitm::cli
