// `hitm machine`: the machine library, and what its machines would show in the published benchmarks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/results/protocols.hpp"
#include "sim/machine/library.hpp"
#include "sim/run/measure.hpp"

namespace hitm::cli {
namespace {

std::string one_digit(double value) { return fmt::format("{:.1f}", value); }

void list() {
    std::vector<std::vector<std::string>> rows = {{"machine", "sockets", "cores", "threads", "family"}};
    for (const std::string& name : sim::library()) {
        const sim::Machine m = sim::load_machine(name);
        rows.push_back({name, std::to_string(m.sockets), std::to_string(m.cores()), std::to_string(m.hardware_threads()), m.family});
    }
    Output("").table(rows);
}

void show(const std::string& name) {
    const sim::DescribedMachine described = sim::describe_machine(sim::machine_file(name));
    const sim::Machine& m = described.machine;
    const Output out("");
    out.line(fmt::format("{}: {}", m.name, m.about));
    out.line(fmt::format("{} sockets, {} clusters, {} cores, {} hardware threads, {} NUMA nodes; {} stations, {} links", m.sockets,
                         m.clusters(), m.cores(), m.hardware_threads(), m.nodes(), m.fabric.stations.size(), m.fabric.links.size()));
    out.line();
    for (const sim::Stated& stated : described.stated) {
        out.line(fmt::format("{} = {}", stated.key, stated.value));
        out.line(fmt::format("    {}  ({})", stated.source, stated.place));
    }
}

struct Measuring {
    std::string machine;
    bool pairs = false;
    bool contended = false;
    std::string protocol;
    std::string json;
    std::uint64_t seed = 1;
};

nlohmann::ordered_json measure_pairs(const sim::Machine& machine, const Measuring& asked, const Output& out) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    std::vector<std::vector<std::string>> rows = {{"class", "median ns", "p5", "p95", "pairs"}};
    for (const auto& one : sim::measure_pairs(machine, {.seed = asked.seed})) {
        rows.push_back({one.name, one_digit(one.median_ns), one_digit(one.p5_ns), one_digit(one.p95_ns), std::to_string(one.pairs)});
        json.push_back({{"class", one.name}, {"median_ns", one.median_ns}, {"p5_ns", one.p5_ns}, {"p95_ns", one.p95_ns}});
    }
    out.line("compare-and-swap to and fro between two threads, ns a hand-over");
    out.table(rows);
    return json;
}

nlohmann::ordered_json measure_latencies(const sim::Machine& machine, const Output& out) {
    const sim::Latencies found = sim::measure_latencies(machine);
    nlohmann::ordered_json json = {{"idle_local_ns", found.idle_local}, {"modified_local_ns", found.modified_local}};
    std::vector<std::vector<std::string>> rows = {
        {"loads", "ns"}, {"idle memory, local", one_digit(found.idle_local)}, {"modified, same socket", one_digit(found.modified_local)}};
    const auto remote = [&](const char* what, const char* key, const std::optional<double>& value) {
        if (!value) return;
        rows.push_back({what, one_digit(*value)});
        json[key] = *value;
    };
    remote("idle memory, remote", "idle_remote_ns", found.idle_remote);
    remote("modified, other socket, homed at the writer", "modified_remote_home_other_ns", found.modified_remote_home_writer);
    remote("modified, other socket, homed at the reader", "modified_remote_home_here_ns", found.modified_remote_home_reader);
    out.table(rows);
    return json;
}

std::vector<unsigned> thread_counts(unsigned most) {
    std::vector<unsigned> counts;
    for (unsigned n = 1; n < most; n *= 2) counts.push_back(n);
    counts.push_back(most);
    return counts;
}

nlohmann::ordered_json measure_contended(const sim::Machine& machine, const Output& out) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    const auto counts = thread_counts(machine.hardware_threads());
    std::vector<std::vector<std::string>> rows = {{"threads"}};
    for (const unsigned threads : counts) rows.push_back({std::to_string(threads)});
    for (const sim::Contention kind : sim::all_contentions()) {
        rows.front().emplace_back(sim::name(kind));
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const double ns = sim::measure_contended(machine, kind, counts[i]);
            rows[i + 1].push_back(fmt::format("{:.2f}", ns));
            json.push_back({{"kind", sim::name(kind)}, {"threads", counts[i]}, {"ns_per_op", ns}});
        }
    }
    out.line("increments of one counter, ns an operation in the whole system");
    out.table(rows);
    return json;
}

void measure(const Measuring& asked) {
    sim::Machine machine = sim::load_machine(asked.machine);
    results::Protocols kept;
    if (!asked.protocol.empty()) results::use_protocol(machine, kept.get(asked.protocol));
    const Output out(asked.json);
    const bool all = !asked.pairs && !asked.contended;
    nlohmann::ordered_json json = {{"hitm", 1}, {"machine", machine.name}, {"protocol", machine.protocol}, {"seed", asked.seed}};
    if (all || asked.pairs) {
        json["pairs"] = measure_pairs(machine, asked, out);
        out.line();
        json["latencies"] = measure_latencies(machine, out);
    }
    if (all) out.line();
    if (all || asked.contended) json["contended"] = measure_contended(machine, out);
    if (!asked.json.empty()) write_whole(asked.json, json.dump(1) + "\n");
}

/// A machine's name as every one of these commands takes it.
void add_name(CLI::App& command) { command.add_option("machine", "a name of the library, or the path of a machine file")->required(); }
std::string name_of(const CLI::App& command) { return command.get_option("machine")->as<std::string>(); }

Measuring measuring_of(const CLI::App& command) {
    return {.machine = name_of(command),
            .pairs = command.count("--pairs") > 0,
            .contended = command.count("--contended") > 0,
            .protocol = command.count("--protocol") > 0 ? command.get_option("--protocol")->as<std::string>() : std::string(),
            .json = command.count("--json") > 0 ? command.get_option("--json")->as<std::string>() : std::string(),
            .seed = command.get_option("--seed")->as<std::uint64_t>()};
}

void add_measure(CLI::App& machine) {
    auto* command = machine.add_subcommand("measure", "Latencies by distance and contended counters, simulated");
    command->footer("Example: hitm machine measure xeon_8375c_2s --pairs --json -");
    add_name(*command);
    command->add_flag("--pairs")->description("only hand-overs and latencies by distance");
    command->add_flag("--contended")->description("only contended counters by thread count");
    command->add_option("--protocol", "a name, NAME+far, or a file (default: the machine's)");
    command->add_option("--json", "write the measurement to this file, or - for stdout");
    command->add_option("--seed", "draws pairs and lines (default 1)")
        ->default_str("1")
        ->check(CLI::TypeValidator<std::uint64_t>("a whole number"));
    command->callback([command] { measure(measuring_of(*command)); });
}

}  // namespace

void add_machine(CLI::App& app) {
    auto* machine = app.add_subcommand("machine", "The machine library: list, show, measure");
    machine->footer("Example: hitm machine show xeon_8592p_1s");
    machine->require_subcommand(1);
    auto* listed = machine->add_subcommand("list", "The library's machines");
    listed->footer("Example: hitm machine list");
    listed->callback(list);
    auto* shown = machine->add_subcommand("show", "Every number of a machine and its source");
    shown->footer("Example: hitm machine show xeon_8275cl_2s");
    add_name(*shown);
    shown->callback([shown] { show(name_of(*shown)); });
    add_measure(*machine);
}

}  // namespace hitm::cli
