// The keys of a prediction's JSON, in their documented order.
#include "bindings/results/predicted_json.hpp"

#include <map>

#include "bindings/results/sha256.hpp"
#include "protocols/vocabulary.hpp"
#include "sim/run/verdict.hpp"

namespace hitm::results {
namespace {

using Json = nlohmann::ordered_json;
using sim::MissClass;

Json interval(const sim::Interval& i) { return {{"mean", i.mean}, {"low", i.low}, {"high", i.high}}; }

double misses(const sim::VariantOutcome& v, MissClass c) {
    return v.per_operation(static_cast<double>(v.total.misses[static_cast<std::size_t>(c)]));
}

double sum(const std::array<std::uint64_t, sim::message_types>& counts) {
    double total = 0;
    for (const auto c : counts) total += static_cast<double>(c);
    return total;
}

Json point_json(const sim::Point& p) {
    Json change{{"mean", p.change_percent.mean}, {"sampling", {p.change_percent.low, p.change_percent.high}}, {"parameters", nullptr}};
    if (p.parameters) change["parameters"] = *p.parameters;
    Json json{{"threads", p.threads}};
    json["fitted"] = p.fitted;
    json["published_percent"] = p.published_percent ? Json(*p.published_percent) : Json(nullptr);
    json["replicates"] = p.replicates;
    json["warmup_operations"] = p.warmup_operations;
    json["operations"] = p.operations;
    json["before"] = variant_json(p.before);
    json["after"] = variant_json(p.after);
    json["change_percent"] = std::move(change);
    return json;
}

Json fit_json(const Predicted& p) {
    const auto& fit = p.prediction.fit;
    if (!fit) return nullptr;
    Json on = Json::array();
    for (const auto& o : fit->on) on.push_back(o.threads);
    Json curve = Json::array();
    for (const auto& t : fit->tried) curve.push_back({{"value", value_text(p.scenario, fit->free, t.value)}, {"distances", t.distances}});
    return {{"free", fit->free},
            {"value", value_text(p.scenario, fit->free, fit->value)},
            {"on", on},
            {"residual_percent", fit->residual_percent},
            {"reached", fit->reached},
            {"curve", curve}};
}

Json validation_json(const sim::Prediction& p) {
    if (!p.validation) return nullptr;
    const auto& v = *p.validation;
    Json json{{"points", v.points}, {"rms_points_model", v.model}, {"rms_points_no_change", v.zero}, {"rms_points_power_law", nullptr}};
    if (v.power_law) json["rms_points_power_law"] = *v.power_law;
    return json;
}

Json ends_json(const Predicted& p) {
    Json ends = Json::array();
    for (const auto& e : p.prediction.ends) {
        Json json{{"name", e.name},
                  {"value", value_text(p.scenario, e.name, e.value)},
                  {"refitted", nullptr},
                  {"reached", e.reached},
                  {"change_percent", e.change_percent}};
        if (e.refitted) json["refitted"] = value_text(p.scenario, p.prediction.fit->free, *e.refitted);
        ends.push_back(std::move(json));
    }
    return ends;
}

Json causes_json(const sim::Prediction& p) {
    Json rows = Json::array();
    const auto append = [&](const sim::Point& point, const sim::VariantOutcome& outcome, const char* variant) {
        for (const auto& c : sim::causes(outcome, 20)) {
            rows.push_back({{"variant", variant},
                            {"threads", point.threads},
                            {"causer", c.causer},
                            {"sufferer", c.sufferer},
                            {"misses_per_op", c.misses_per_op},
                            {"false_share", c.false_share},
                            {"wait_ns_per_op", c.wait_ns_per_op}});
        }
    };
    for (const auto& point : p.points) append(point, point.before, "before"), append(point, point.after, "after");
    return rows;
}

Json cost_json(const program::Bytes& c) {
    Json json{{"layout", c.layout}, {"object_bytes", {c.object_before, c.object_after}}, {"objects_per_slab", nullptr}};
    if (c.per_slab_before > 0) json["objects_per_slab"] = {c.per_slab_before, c.per_slab_after};
    return json;
}

/// The first layout whose object the fix changes gives the two keys of "cost"; all are listed below them.
Json costs_json(const sim::Prediction& p) {
    Json all = Json::array();
    const program::Bytes* first = nullptr;
    for (const auto& c : p.cost) {
        all.push_back(cost_json(c));
        const bool changes = c.object_before != c.object_after || c.per_slab_before != c.per_slab_after;
        const bool first_changes =
            first != nullptr && (first->object_before != first->object_after || first->per_slab_before != first->per_slab_after);
        if (first == nullptr || (changes && !first_changes)) first = &c;
    }
    Json json = first != nullptr ? cost_json(*first) : Json::object();
    json["layouts"] = std::move(all);
    return json;
}

Json layout_json(const std::string& name, const std::string& variant, const layout::Layout& layout) {
    Json fields = Json::array();
    for (const auto& f : layout.flatten()) fields.push_back({{"field", name + "." + f.path}, {"offset", f.offset}, {"bytes", f.size}});
    return {{"layout", name}, {"variant", variant}, {"bytes", layout.size}, {"align", layout.align}, {"fields", std::move(fields)}};
}

Json layouts_json(const program::Scenario& scenario) {
    Json all = Json::array();
    for (const auto& [name, layout] : scenario.before.layouts) all.push_back(layout_json(name, "before", layout));
    for (const auto& [name, layout] : scenario.after.layouts) all.push_back(layout_json(name, "after", layout));
    return all;
}

Json verdict_json(const sim::Verdict& v) {
    Json json{{"kind", sim::to_text(v.kind)}, {"from_threads", nullptr}, {"text", v.text}};
    if (v.from_threads) json["from_threads"] = *v.from_threads;
    return json;
}

}  // namespace

Json variant_json(const sim::VariantOutcome& v) {
    return {{"ops_per_second", interval(v.ops_per_second)},
            {"latency_ns",
             {{"p50", sim::percentile_ps(v.total.operation_latency, 0.5) / 1000},
              {"p99", sim::percentile_ps(v.total.operation_latency, 0.99) / 1000}}},
            {"false_sharing_misses_per_op", misses(v, MissClass::FalseSharing)},
            {"true_sharing_misses_per_op", misses(v, MissClass::TrueSharing)},
            {"upgrades_per_op", misses(v, MissClass::Upgrade)},
            {"cold_misses_per_op", misses(v, MissClass::Cold)},
            {"replacement_misses_per_op", misses(v, MissClass::Replacement)},
            {"hitm_local_per_op", v.per_operation(static_cast<double>(v.total.hitm_local))},
            {"hitm_remote_per_op", v.per_operation(static_cast<double>(v.total.hitm_remote))},
            {"invalidations_per_op", v.per_operation(static_cast<double>(v.total.invalidations))},
            {"messages_per_op", v.per_operation(sum(v.total.messages))},
            {"bytes_per_op", v.per_operation(sum(v.total.bytes))},
            {"wait_ns_per_op", sim::waiting(v).total}};
}

void append_fields(Json& rows, const sim::VariantOutcome& v, const std::string& variant, unsigned threads, unsigned line_bytes) {
    for (std::size_t f = 0; f < v.total.fields.size(); ++f) {
        const auto& s = v.total.fields[f];
        const auto per_op = [&](std::uint64_t count) { return v.per_operation(static_cast<double>(count)); };
        rows.push_back({{"variant", variant},
                        {"threads", threads},
                        {"field", v.name_of(static_cast<workloads::FieldId>(f))},
                        {"line", v.fields[f].offset / line_bytes},
                        {"accesses_per_op", per_op(s.accesses)},
                        {"invalidations_caused_per_op", per_op(s.invalidations_caused)},
                        {"invalidations_suffered_per_op", per_op(s.invalidations_suffered)},
                        {"false_sharing_misses_per_op", per_op(s.false_sharing_misses)},
                        {"true_sharing_misses_per_op", per_op(s.true_sharing_misses)},
                        {"wait_ns_per_op", v.per_operation(sim::to_ns(s.wait))}});
    }
}

void append_links(Json& rows, const sim::VariantOutcome& v, const std::string& variant, unsigned threads) {
    for (const auto& link : v.total.links) {
        std::map<std::string_view, std::pair<double, double>> classes;
        for (std::size_t m = 0; m < sim::message_types; ++m) {
            auto& [messages, bytes] = classes[protocols::traffic_class(protocols::messages[m])];
            messages += static_cast<double>(link.messages[m]);
            bytes += static_cast<double>(link.bytes[m]);
        }
        const double utilisation = v.total.duration > 0 ? static_cast<double>(link.busy) / static_cast<double>(v.total.duration) : 0;
        for (const auto& [name, amount] : classes) {
            if (amount.first == 0) continue;
            rows.push_back({{"variant", variant},
                            {"threads", threads},
                            {"link", link.name},
                            {"message_class", name},
                            {"messages_per_op", v.per_operation(amount.first)},
                            {"bytes_per_op", v.per_operation(amount.second)},
                            {"utilisation", utilisation}});
        }
    }
}

Json to_json(const Predicted& p) {
    Json json{{"hitm", 1}, {"version", HITM_VERSION}, {"scenario", p.scenario.name}};
    json["inputs"] = {{"resolved", p.resolved}, {"sha256", sha256(p.resolved)}};
    json["machine"] = p.machine.name;
    json["protocol"] = p.machine.protocol;
    json["seed"] = p.seed;
    json["fit"] = fit_json(p);
    json["validation"] = validation_json(p.prediction);
    json["points"] = Json::array();
    json["fields"] = Json::array();
    json["links"] = Json::array();
    for (const auto& point : p.prediction.points) {
        json["points"].push_back(point_json(point));
        json["points"].back()["cpus"] = program::to_text(p.cpus);
        for (const auto* side : {&point.before, &point.after}) {
            const std::string variant = side == &point.before ? "before" : "after";
            append_fields(json["fields"], *side, variant, point.threads, p.machine.line_bytes);
            append_links(json["links"], *side, variant, point.threads);
        }
    }
    json["causes"] = causes_json(p.prediction);
    json["parameters"] = ends_json(p);
    json["cost"] = costs_json(p.prediction);
    json["layouts"] = layouts_json(p.scenario);
    json["line_bytes"] = p.machine.line_bytes;
    json["verdict"] = verdict_json(p.prediction.verdict);
    json["notes"] = p.prediction.notes;
    json["stopped"] = p.prediction.stopped;
    return json;
}

}  // namespace hitm::results
