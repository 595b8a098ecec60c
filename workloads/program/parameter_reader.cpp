// The open numbers of a scenario, and measurements: parameters, fit, published.
#include <fmt/format.h>

#include <charconv>

#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

using Unit = Quantity::Unit;

Quantity read_quantity(const Reader& reader, const Node& node, std::string_view key) {
    const std::optional<Quantity> found = parse_quantity(reader.text(node, key));
    if (!found)
        reader.wrong(node.line, key,
                     fmt::format("{} is no quantity; write a number with its unit, like 5.4us, 20 cycles or 4", describe(node)));
    if (found->value < 0) reader.wrong(node.line, key, fmt::format("{} is negative; write a number from 0 up", describe(node)));
    return *found;
}

bool needs_no_range(std::string_view source) { return source.starts_with("measured") || source.starts_with("known"); }

void read_range(const Reader& reader, Parameter& parameter, const Node& node) {
    if (node.kind == Node::Kind::Text && node.text == "none") return;
    const std::vector<Node>& ends = reader.list(node, "range");
    if (ends.size() != 2) reader.wrong(node.line, "range", fmt::format("{} numbers; write [lowest, highest], or none", ends.size()));
    const Quantity low = read_quantity(reader, ends[0], "range");
    const Quantity high = read_quantity(reader, ends[1], "range");
    if (low.unit != parameter.value.unit || high.unit != parameter.value.unit)
        reader.wrong(node.line, "range",
                     fmt::format("is not of the value's kind, {}; write all three alike", describe(parameter.value.unit)));
    if (low.value > parameter.value.value || high.value < parameter.value.value)
        reader.wrong(node.line, "range",
                     fmt::format("[{}, {}] does not hold the value {}; widen it", to_text(low), to_text(high), to_text(parameter.value)));
    parameter.range.emplace(low, high);
}

void default_range(Parameter& parameter) {
    if (needs_no_range(parameter.source)) return;
    Quantity low = parameter.value, high = parameter.value;
    low.value /= 2;
    high.value *= 2;
    parameter.range.emplace(low, high);
}

Parameter read_parameter(const Reader& reader, const Node::Entry& entry) {
    Parameter result;
    reader.check_name(entry.key, entry.line, "parameters");
    result.name = entry.key;
    result.line = entry.line;
    if (entry.value.kind == Node::Kind::Text) {
        result.value = read_quantity(reader, entry.value, entry.key);
        default_range(result);
        return result;
    }
    reader.expect_keys(entry.value, entry.key, {"value", "range", "meaning", "source"});
    result.value = read_quantity(reader, reader.need(entry.value, entry.key, "value", "value: 5.4us"), "value");
    if (const Node* meaning = entry.value.find("meaning")) result.meaning = reader.text(*meaning, "meaning");
    if (const Node* source = entry.value.find("source")) result.source = reader.text(*source, "source");
    if (const Node* range = entry.value.find("range")) read_range(reader, result, *range);
    else default_range(result);
    return result;
}

/// One key of an observation. Returns what is wrong with it, or "".
std::string put(Observation& to, std::string_view key, std::string_view value) {
    if (key == "machine") {
        to.machine = value;
        return value.empty() ? "names no machine" : "";
    }
    const std::optional<Quantity> found = parse_quantity(value);
    if (!found) return fmt::format("'{}' is no quantity; for example 1.9M/s or 7.2%", value.substr(0, 60));
    if (key == "threads") {
        if (found->unit != Unit::Number || !(found->value >= 1 && found->value <= 65536) ||
            found->value != static_cast<unsigned>(found->value))
            return fmt::format("'{}' is no number of threads; write a whole number from 1 up", value.substr(0, 60));
        to.threads = static_cast<unsigned>(found->value);
        return "";
    }
    if (key == "change") {
        if (found->unit != Unit::Percent || found->value <= -100)
            return fmt::format("'{}' is no change; write a percentage above -100%", value.substr(0, 60));
        to.change_percent = found->value;
        return "";
    }
    if ((found->unit != Unit::PerSecond && found->unit != Unit::Number) || found->value <= 0)
        return fmt::format("'{}' is no throughput; write operations per second, like 1.9M/s", value.substr(0, 60));
    (key == "before" ? to.before_per_second : to.after_per_second) = found->value;
    return "";
}

std::string lacking(const Observation& o) {
    if (o.threads == 0) return "threads is missing; for example threads: 64";
    if (!o.change_percent && !o.before_per_second && !o.after_per_second) return "no measurement; give change, before or after";
    return "";
}

}  // namespace

std::vector<Parameter> read_parameters(Reader& reader, const Node& node) {
    std::vector<Parameter> result;
    if (node.kind != Node::Kind::Map)
        reader.wrong(node.line, "parameters", fmt::format("{} where a mapping is wanted; write NAME: {{value: …}}", describe(node)));
    for (const Node::Entry& entry : node.entries) result.push_back(read_parameter(reader, entry));
    return result;
}

std::vector<Observation> read_observations(Reader& reader, const Node& node, std::string_view key) {
    std::vector<Observation> result;
    for (const Node& item : reader.list(node, key)) {
        reader.expect_keys(item, key, {"threads", "change", "before", "after", "machine"});
        Observation& o = result.emplace_back();
        o.line = item.line;
        for (const Node::Entry& entry : item.entries) {
            const std::string wrong = put(o, entry.key, reader.text(entry.value, entry.key));
            if (!wrong.empty()) reader.wrong(entry.line, entry.key, wrong);
        }
        const std::string missing = lacking(o);
        if (!missing.empty()) reader.wrong(item.line, key, missing);
    }
    return result;
}

Observation parse_observation(std::string_view text) {
    Observation result;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        if (word.empty()) continue;
        const std::size_t equals = word.find('=');
        const std::string_view key = word.substr(0, equals);
        if (equals == std::string_view::npos ||
            (key != "threads" && key != "change" && key != "before" && key != "after" && key != "machine"))
            throw BadScenario("--observe", 1, word, "is no measurement; write 'threads=4 before=1.9M/s' or 'threads=64 change=7.2%'");
        const std::string wrong = put(result, key, word.substr(equals + 1));
        if (!wrong.empty()) throw BadScenario("--observe", 1, key, wrong);
    }
    const std::string missing = lacking(result);
    if (!missing.empty()) throw BadScenario("--observe", 1, text, missing);
    return result;
}

}  // namespace hitm::program
