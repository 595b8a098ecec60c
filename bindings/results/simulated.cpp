// The tables of one run.
#include "bindings/results/simulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "bindings/results/predicted_json.hpp"
#include "bindings/results/resolved.hpp"
#include "bindings/results/sha256.hpp"
#include "bindings/results/tables.hpp"
#include "protocols/vocabulary.hpp"
#include "sim/run/experiment.hpp"
#include "sim/run/paired.hpp"
#include "sim/run/verdict.hpp"

namespace hitm::results {
namespace {

using Rows = std::vector<std::vector<std::string>>;
constexpr std::size_t most_rows = 12;

std::string per_op(const Simulated& r, double amount) { return fmt::format("{:.4f}", r.outcome.per_operation(amount)); }
std::string per_op(const Simulated& r, std::uint64_t count) { return per_op(r, static_cast<double>(count)); }
std::string wait_per_op(const Simulated& r, sim::Picoseconds wait) {
    return fmt::format("{:.1f}", r.outcome.per_operation(sim::to_ns(wait)));
}

void summary(Text& out, const Simulated& r) {
    const auto& t = r.outcome.total;
    out.line(fmt::format("{} {}, {} threads on {} ({}), {}, seed {}", r.scenario.name, r.variant, r.threads, r.machine.name,
                         r.machine.protocol, program::to_text(r.cpus), r.seed));
    out.line(fmt::format("{}op/s: {} operations in {:.1f} us after a warm-up", with_prefix(t.operations_per_second()) + " ", t.operations,
                         sim::to_ns(t.duration) / 1000));
}

void lines(Text& out, const Simulated& r) {
    Rows rows{{"lines, most HITM first", "HITM remote/op", "HITM local/op", "invalidations/op", "misses/op", "wait ns/op"}};
    for (const auto& l : r.outcome.total.lines) {
        if (rows.size() > most_rows) break;
        rows.push_back({fmt::format("  0x{:x} {}", l.address, r.outcome.name_of(l.first_field)), per_op(r, l.hitm_remote),
                        per_op(r, l.hitm_local), per_op(r, l.invalidations), per_op(r, l.misses), wait_per_op(r, l.wait)});
    }
    out.line();
    out.table(rows);
}

void fields(Text& out, const Simulated& r) {
    std::vector<std::size_t> order(r.outcome.total.fields.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](auto a, auto b) { return r.outcome.total.fields[a].wait > r.outcome.total.fields[b].wait; });
    Rows rows{{"fields, most wait first", "accesses/op", "caused/op", "suffered/op", "false/op", "true/op", "wait ns/op"}};
    for (const auto f : order) {
        const auto& s = r.outcome.total.fields[f];
        rows.push_back({"  " + r.outcome.name_of(static_cast<workloads::FieldId>(f)), per_op(r, s.accesses),
                        per_op(r, s.invalidations_caused), per_op(r, s.invalidations_suffered), per_op(r, s.false_sharing_misses),
                        per_op(r, s.true_sharing_misses), wait_per_op(r, s.wait)});
    }
    out.line();
    out.table(rows);
}

void pairs(Text& out, const Simulated& r) {
    Rows rows{{"whose line goes to another core", "makes wait", "misses/op", "false", "wait ns/op"}};
    for (const auto& c : sim::causes(r.outcome, most_rows)) {
        rows.push_back({"  " + c.causer, c.sufferer, fmt::format("{:.4f}", c.misses_per_op), fmt::format("{:.0f} %", 100 * c.false_share),
                        fmt::format("{:.1f}", c.wait_ns_per_op)});
    }
    out.line();
    out.table(rows);
}

void messages(Text& out, const Simulated& r) {
    const auto& t = r.outcome.total;
    Rows rows{{"messages", "sent/op", "bytes/op"}};
    for (std::size_t m = 0; m < sim::message_types; ++m) {
        if (t.messages[m] > 0)
            rows.push_back({fmt::format("  {}", protocols::messages[m].name), per_op(r, t.messages[m]),
                            fmt::format("{:.1f}", r.outcome.per_operation(static_cast<double>(t.bytes[m])))});
    }
    out.line();
    out.table(rows);
}

void links(Text& out, const Simulated& r) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    append_links(all, r.outcome, r.variant, r.threads);
    std::vector<nlohmann::ordered_json> order(all.begin(), all.end());
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) {
        return a["bytes_per_op"].template get<double>() > b["bytes_per_op"].template get<double>();
    });
    Rows rows{{"links, most bytes first", "class", "messages/op", "bytes/op", "link busy"}};
    for (const auto& l : order) {
        if (rows.size() > most_rows) break;
        rows.push_back({"  " + l["link"].get<std::string>(), l["message_class"].get<std::string>(),
                        fmt::format("{:.4f}", l["messages_per_op"].get<double>()), fmt::format("{:.2f}", l["bytes_per_op"].get<double>()),
                        fmt::format("{:.1f} %", 100 * l["utilisation"].get<double>())});
    }
    out.line();
    out.table(rows);
}

void latencies(Text& out, const Simulated& r) {
    const auto& histogram = r.outcome.total.operation_latency;
    const auto at = [&](double share) { return sim::percentile_ps(histogram, share) / 1000; };
    out.line();
    out.line(fmt::format("latency of an operation: p10 {:.0f} ns, p50 {:.0f} ns, p90 {:.0f} ns, p99 {:.0f} ns", at(0.1), at(0.5), at(0.9),
                         at(0.99)));
    const auto most = histogram.empty() ? 0 : *std::ranges::max_element(histogram);
    for (std::size_t b = 0; b < histogram.size(); ++b) {
        if (histogram[b] * 200 < most || histogram[b] == 0) continue;
        const double from = std::exp2(static_cast<double>(b) / 8) / 1000;
        out.line(fmt::format("  {:>10.0f} ns  {:>8}  {}", from, histogram[b], std::string(40 * histogram[b] / most, '#')));
    }
}

void cycles(Text& out, const Simulated& r) {
    const auto w = sim::waiting(r.outcome);
    const double all = w.total + w.working, other = w.total - w.false_sharing - w.true_sharing;
    Rows rows{{"cycles by cause", "ns/op", "share"}};
    const auto row = [&](const char* name, double time) {
        rows.push_back({name, fmt::format("{:.1f}", time), fmt::format("{:.1f} %", all > 0 ? 100 * time / all : 0)});
    };
    row("  work, and private hits", w.working);
    row("  waiting, false sharing", w.false_sharing);
    row("  waiting, true sharing", w.true_sharing);
    row("  waiting, upgrades, cold and replaced lines, queues", other);
    out.line();
    out.table(rows);
}

sim::PredictOptions options_of(const sim::Bench& bench, const RunQuestion& question, unsigned threads, const sim::Effort& effort) {
    return {.threads = {threads},
            .cpus = bench.cpus,
            .set = question.set,
            .known = {},
            .fit = {},
            .seed = question.seed,
            .effort = effort,
            .progress = {}};
}

}  // namespace

Simulated simulated_on(const sim::Bench& bench, const RunQuestion& asked) {
    sim::Effort effort;
    if (asked.operations > 0) effort.operations = asked.operations, effort.operations_per_thread = 0;
    const unsigned threads = asked.threads > 0 ? asked.threads : bench.scenario.threads.front();
    auto values = program::default_values(bench.scenario);
    for (const auto& setting : asked.set) program::set_value(bench.scenario, values, setting);
    const sim::Question pilot{.threads = threads, .values = values, .length = {.operations = sim::operations_of(effort, threads)}};
    const auto lengths = sim::find_lengths(bench, std::span(&pilot, 1), asked.seed);
    if (lengths.empty()) throw sim::Stopped("stopped before anything was measured");
    Simulated result{.scenario = bench.scenario,
                     .machine = bench.machine,
                     .cpus = bench.cpus,
                     .variant = asked.variant == program::Variant::Before ? "before" : "after",
                     .threads = threads,
                     .seed = asked.seed,
                     .resolved = resolved(bench.scenario, bench.machine, options_of(bench, asked, threads, effort)),
                     .outcome = {}};
    result.outcome.total = sim::run_one(bench, {.variant = asked.variant,
                                                .threads = threads,
                                                .values = values,
                                                .seed = asked.seed,
                                                .length = lengths.front(),
                                                .attribute = true,
                                                .witness = asked.witness});
    result.outcome.fields = sim::fields_of(bench, asked.variant, values, threads);
    return result;
}

std::string text(const Simulated& r) {
    Text out;
    summary(out, r);
    lines(out, r);
    fields(out, r);
    pairs(out, r);
    messages(out, r);
    links(out, r);
    latencies(out, r);
    cycles(out, r);
    return out.take();
}

nlohmann::ordered_json to_json(const Simulated& r) {
    nlohmann::ordered_json json{{"hitm", 1}, {"version", HITM_VERSION}, {"scenario", r.scenario.name}};
    json["inputs"] = {{"resolved", r.resolved}, {"sha256", sha256(r.resolved)}};
    json["machine"] = r.machine.name;
    json["protocol"] = r.machine.protocol;
    json["seed"] = r.seed;
    json["variant"] = r.variant;
    json["threads"] = r.threads;
    json["cpus"] = program::to_text(r.cpus);
    json["run"] = variant_json(r.outcome);
    json["run"]["ops_per_second"] = r.outcome.total.operations_per_second();
    json["run"]["latency_histogram"] = r.outcome.total.operation_latency;
    json["lines"] = nlohmann::ordered_json::array();
    for (const auto& l : r.outcome.total.lines) {
        json["lines"].push_back({{"address", l.address},
                                 {"first_field", r.outcome.name_of(l.first_field)},
                                 {"hitm_local", l.hitm_local},
                                 {"hitm_remote", l.hitm_remote},
                                 {"invalidations", l.invalidations},
                                 {"misses", l.misses},
                                 {"wait_ns", sim::to_ns(l.wait)}});
    }
    json["fields"] = nlohmann::ordered_json::array();
    json["links"] = nlohmann::ordered_json::array();
    append_fields(json["fields"], r.outcome, r.variant, r.threads, r.machine.line_bytes);
    append_links(json["links"], r.outcome, r.variant, r.threads);
    return json;
}

}  // namespace hitm::results
