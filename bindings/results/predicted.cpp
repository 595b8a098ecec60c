// A prediction in text.
#include "bindings/results/predicted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bindings/results/resolved.hpp"
#include "bindings/results/tables.hpp"
#include "sim/run/verdict.hpp"

namespace hitm::results {
namespace {

void heading(Text& out, const Predicted& p) {
    out.line(fmt::format("{}: {}", p.scenario.name, p.scenario.about));
    out.line(fmt::format("on {} ({}), {}, seed {}", p.machine.name, p.machine.protocol, program::to_text(p.cpus), p.seed));
    out.line();
}

void points(Text& out, const Predicted& p) {
    std::vector<std::vector<std::string>> rows{
        {"threads", "before op/s", "after op/s", "change %", "sampling interval", "parameters' interval", "published %"}};
    for (const auto& point : p.prediction.points) {
        const auto& c = point.change_percent;
        rows.push_back({std::to_string(point.threads) + (point.fitted ? " *" : ""), with_prefix(point.before.ops_per_second.mean),
                        with_prefix(point.after.ops_per_second.mean), fmt::format("{:+.2f}", c.mean), span_of(c.low, c.high),
                        point.parameters ? span_of((*point.parameters)[0], (*point.parameters)[1]) : "-",
                        point.published_percent ? fmt::format("{:+.1f}", *point.published_percent) : "-"});
    }
    out.table(rows);
}

void fitted(Text& out, const Predicted& p) {
    const auto& fit = p.prediction.fit;
    if (!fit) return;
    std::string on;
    for (const auto& o : fit->on) {
        on += fmt::format("{}{} threads", on.empty() ? "" : ", ", o.threads);
        if (o.change_percent) on += fmt::format(" {}", percent(*o.change_percent, 1));
        if (o.before_per_second) on += fmt::format(" before {}/s", with_prefix(*o.before_per_second));
        if (o.after_per_second) on += fmt::format(" after {}/s", with_prefix(*o.after_per_second));
    }
    out.line(fmt::format("* fitted: {} = {} on {}; residual {:.2f}", fit->free, value_text(p.scenario, fit->free, fit->value), on,
                         fit->residual_percent));
    for (const double other : fit->also_near)
        out.line(fmt::format("  it could also be {} = {}", fit->free, value_text(p.scenario, fit->free, other)));
}

void validation(Text& out, const Predicted& p) {
    const auto& v = p.prediction.validation;
    if (!v) {
        out.line("validation: no published case of this kind yet");
        return;
    }
    out.line(fmt::format("validation: {:.2f} points rms from the {} published of this scenario that were not fitted (no change: {:.2f}{})",
                         v->model, v->points, v->zero,
                         v->power_law ? fmt::format("; power law through the fitted: {:.2f}", *v->power_law) : ""));
}

void parameters(Text& out, const Predicted& p) {
    if (p.prediction.ends.empty()) return;
    std::vector<std::vector<std::string>> rows{{"parameters one at a time"}};
    for (const auto& point : p.prediction.points) rows[0].push_back(fmt::format("{} threads", point.threads));
    for (const auto& end : p.prediction.ends) {
        std::string name = fmt::format("  {} = {}", end.name, value_text(p.scenario, end.name, end.value));
        if (end.refitted)
            name += fmt::format(", {} = {}{}", p.prediction.fit->free, value_text(p.scenario, p.prediction.fit->free, *end.refitted),
                                end.reached ? "" : " (does not reach what was observed)");
        rows.push_back({name});
        for (const double change : end.change_percent) rows.back().push_back(fmt::format("{:+.2f}", change));
    }
    out.line();
    out.table(rows);
}

void cause(Text& out, const sim::VariantOutcome& outcome, const std::string& title) {
    std::vector<std::vector<std::string>> rows{{title, "makes wait", "misses/op", "false", "wait ns/op"}};
    for (const auto& c : sim::causes(outcome, 8)) {
        rows.push_back({"  " + c.causer, c.sufferer, fmt::format("{:.3f}", c.misses_per_op), fmt::format("{:.0f} %", 100 * c.false_share),
                        fmt::format("{:.1f}", c.wait_ns_per_op)});
    }
    out.line();
    if (rows.size() == 1) out.line(title + ": no access waits for another core's writes");
    else out.table(rows);
}

void causes(Text& out, const Predicted& p) {
    const auto& point = *std::ranges::max_element(p.prediction.points, {}, &sim::Point::threads);
    cause(out, point.before, fmt::format("cause at {} threads, before", point.threads));
    cause(out, point.after, "after");
}

void cost(Text& out, const Predicted& p) {
    out.line();
    for (const auto& c : p.prediction.cost) {
        std::string text = fmt::format("cost: {} {} -> {} bytes", c.layout, c.object_before, c.object_after);
        if (c.per_slab_before > 0) text += fmt::format(", {} -> {} objects per slab", c.per_slab_before, c.per_slab_after);
        out.line(text);
    }
}

void verdict(Text& out, const Predicted& p) {
    const auto& v = p.prediction.verdict;
    out.line(v.from_threads ? fmt::format("the fix exceeds 1 % from {} threads on", *v.from_threads)
                            : "the fix does not exceed 1 % at the largest thread count");
    out.line(fmt::format("verdict: {}. {}", sim::to_text(v.kind), v.text));
    for (const auto& note : p.prediction.notes) out.line("note: " + note);
}

}  // namespace

Predicted predicted_on(const program::Scenario& scenario, const sim::Machine& machine, const sim::PredictOptions& options) {
    return {scenario,
            machine,
            options.cpus.value_or(scenario.cpus),
            options.seed,
            resolved(scenario, machine, options),
            sim::predict(scenario, machine, options)};
}

std::string text(const Predicted& p) {
    Text out;
    heading(out, p);
    points(out, p);
    fitted(out, p);
    validation(out, p);
    parameters(out, p);
    causes(out, p);
    cost(out, p);
    verdict(out, p);
    return out.take();
}

std::string value_text(const program::Scenario& scenario, const std::string& parameter, double value) {
    const auto it = std::ranges::find(scenario.parameters, parameter, &program::Parameter::name);
    if (it == scenario.parameters.end()) return fmt::format("{}", value);
    return program::to_text({value, it->value.unit});
}

}  // namespace hitm::results
