// Reading and applying limits.
#include "bindings/cli/limit.hpp"

#include <fmt/format.h>

#include <charconv>

#include "bindings/cli/usage.hpp"
#include "workloads/program/quantity.hpp"

namespace hitm::cli {
namespace {

using Unit = program::Quantity::Unit;

[[noreturn]] void refuse(std::string_view text, const std::string& what) {
    throw BadUsage(
        fmt::format("--fail-if '{}': {}; right would be for example 'change<-1%', 'after<1.5M/s' or 'change<5%@64'", text, what));
}

Limit::Subject subject_of(std::string_view text, std::string_view name) {
    if (name == "change") return Limit::Subject::Change;
    if (name == "before") return Limit::Subject::Before;
    if (name == "after") return Limit::Subject::After;
    refuse(text, fmt::format("'{}' is none of change, before, after", name));
}

unsigned threads_of(std::string_view text, std::string_view number) {
    unsigned threads = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), threads);
    if (error != std::errc{} || end != number.data() + number.size() || threads == 0)
        refuse(text, fmt::format("'{}' is no thread count", number));
    return threads;
}

double value_of(std::string_view text, std::string_view written, Limit::Subject subject) {
    const auto quantity = program::parse_quantity(written);
    const Unit unit = subject == Limit::Subject::Change ? Unit::Percent : Unit::PerSecond;
    if (!quantity || (quantity->unit != unit && quantity->unit != Unit::Number)) {
        refuse(text, fmt::format("'{}' is no {}", written, unit == Unit::Percent ? "percentage" : "rate"));
    }
    return quantity->value;
}

}  // namespace

bool Limit::fails(const sim::Point& point) const {
    if (threads != 0 && point.threads != threads) return false;
    const double number = subject == Subject::Change   ? point.change_percent.mean
                          : subject == Subject::Before ? point.before.ops_per_second.mean
                                                       : point.after.ops_per_second.mean;
    if (comparison == "<") return number < value;
    if (comparison == "<=") return number <= value;
    if (comparison == ">") return number > value;
    return number >= value;
}

Limit parse_limit(std::string_view text) {
    Limit limit{.comparison = {}, .text = std::string(text)};
    const auto at = text.find('@');
    std::string_view rest = text.substr(0, at);
    if (at != std::string_view::npos) limit.threads = threads_of(text, text.substr(at + 1));
    const auto sign = rest.find_first_of("<>");
    if (sign == std::string_view::npos) refuse(text, "there is no <, <=, > or >=");
    limit.comparison = rest.substr(sign, rest.substr(sign + 1).starts_with('=') ? 2 : 1);
    auto name = rest.substr(0, sign);
    while (name.ends_with(' ')) name.remove_suffix(1);
    limit.subject = subject_of(text, name);
    auto value = rest.substr(sign + limit.comparison.size());
    while (value.starts_with(' ')) value.remove_prefix(1);
    limit.value = value_of(text, value, limit.subject);
    return limit;
}

}  // namespace hitm::cli
