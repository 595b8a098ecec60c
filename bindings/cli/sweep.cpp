// `hitm sweep`: predictions over any numbers of scenario or machine, as CSV.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/interrupt.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/cli/progress.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "bindings/cli/vary.hpp"
#include "sim/machine/library.hpp"
#include "sim/run/experiment.hpp"
#include "sim/run/simulate.hpp"
#include "sim/run/verdict.hpp"

namespace hitm::cli {
namespace {

struct Sweep {
    Setup setup;
    std::vector<unsigned> threads;
    std::vector<std::string> vary;
    std::string output = "-";
    unsigned replicates = 6;
};

Sweep sweep_of(const CLI::App& command) {
    Sweep sweep{.setup = setup_of(command), .threads = counts_of(command, "--threads"), .vary = texts_of(command, "--vary")};
    if (command.count("--output") > 0) sweep.output = text_of(command, "--output");
    if (command.count("--replicates") > 0) sweep.replicates = static_cast<unsigned>(count_of(command, "--replicates"));
    return sweep;
}

/// One choice of a value for every name.
using Choice = std::vector<std::string>;

std::vector<Choice> choices(const std::vector<Vary>& varied) {
    std::vector<Choice> all{{}};
    for (const auto& v : varied) {
        std::vector<Choice> longer;
        for (const auto& choice : all) {
            for (const auto& value : v.values) {
                longer.push_back(choice);
                longer.back().push_back(value);
            }
        }
        all = std::move(longer);
    }
    return all;
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

double bytes_of(const std::string& name, const std::string& value) {
    const auto q = program::parse_quantity(value);
    using Unit = program::Quantity::Unit;
    if (!q || (q->unit != Unit::Bytes && q->unit != Unit::Number) || q->value < 0) {
        throw BadUsage(fmt::format("--vary {}: '{}' is not a number of bytes", name, value));
    }
    return q->value;
}

unsigned threads_of(const std::string& value) {
    const auto q = program::parse_quantity(value);
    if (!q || q->unit != program::Quantity::Unit::Number || q->value < 1)
        throw BadUsage(fmt::format("--vary threads: '{}' is no thread count", value));
    return static_cast<unsigned>(q->value);
}

/// What a choice changes.
struct Case {
    program::Scenario scenario;
    sim::Machine machine;
    sim::PredictOptions options;
    results::Protocols* kept;  ///< what `machine.own_protocol` points into

    void apply(const std::string& name, const std::string& value) {
        if (name == "threads") options.threads = {threads_of(value)};
        else if (name == "machine") machine = sim::load_machine(value);
        else if (name == "machine.protocol") results::use_protocol(machine, kept->get(value));
        else if (name.starts_with("machine.")) set_machine(machine, name.substr(8), value);
        else if (name.starts_with("place."))
            program::vary_place(scenario, name.substr(6), static_cast<std::uint64_t>(bytes_of(name, value)));
        else options.set.push_back(name + "=" + value);
    }
};

std::string heading(const std::vector<Vary>& varied) {
    std::string text;
    for (const auto& v : varied) {
        if (v.name != "threads" && v.name != "machine") text += quoted(v.name) + ",";
    }
    return text +
           "machine,threads,before_ops_per_second,after_ops_per_second,change_percent,sampling_low_percent,sampling_high_percent,"
           "replicates,"
           "before_false_sharing_misses_per_op,before_true_sharing_misses_per_op,before_wait_ns_per_op,after_wait_ns_per_op\n";
}

std::string rows(const Case& c, const std::vector<Vary>& varied, const Choice& choice, const sim::Prediction& prediction) {
    std::string varied_columns, text;
    for (std::size_t i = 0; i < varied.size(); ++i) {
        if (varied[i].name != "threads" && varied[i].name != "machine") varied_columns += quoted(choice[i]) + ",";
    }
    for (const auto& p : prediction.points) {
        const auto misses = [&](sim::MissClass m) {
            return p.before.per_operation(static_cast<double>(p.before.total.misses[static_cast<std::size_t>(m)]));
        };
        text +=
            fmt::format("{}{},{},{:.6g},{:.6g},{:.4f},{:.4f},{:.4f},{},{:.5g},{:.5g},{:.5g},{:.5g}\n", varied_columns,
                        quoted(c.machine.name), p.threads, p.before.ops_per_second.mean, p.after.ops_per_second.mean, p.change_percent.mean,
                        p.change_percent.low, p.change_percent.high, p.replicates, misses(sim::MissClass::FalseSharing),
                        misses(sim::MissClass::TrueSharing), sim::waiting(p.before).total, sim::waiting(p.after).total);
    }
    return text;
}

std::vector<Vary> parse(const Sweep& command) {
    std::vector<Vary> varied;
    for (const auto& text : command.vary) varied.push_back(parse_vary(text));
    // A machine's numbers are set on the machine that was chosen, in whatever order they were written.
    std::ranges::stable_partition(varied, [](const Vary& v) { return v.name == "machine"; });
    return varied;
}

void run(const Sweep& command) {
    const auto varied = parse(command);
    results::Protocols kept;
    Case base{load_scenario(command.setup), {}, {}, &kept};
    base.machine = load_machine(base.scenario, command.setup, "a sweep (which can vary machine and machine.protocol) starts from");
    const Interrupt interrupt;
    ProgressBar bar(command.setup.quiet);
    base.options = options_of(command.setup, command.threads, interrupt, bar);
    base.options.effort.replicates = base.options.effort.most_replicates = command.replicates;
    base.options.effort.parameters_interval = false;
    std::string csv = heading(varied);
    try {
        // The free number is fitted once, on the scenario as it stands, and then belongs to the scenario.
        if (base.scenario.fit) {
            if (const auto fit = sim::predict(base.scenario, base.machine, base.options).fit) base.options.known[fit->free] = fit->value;
        }
        for (const auto& choice : choices(varied)) {
            Case c = base;
            for (std::size_t i = 0; i < varied.size(); ++i) c.apply(varied[i].name, choice[i]);
            csv += rows(c, varied, choice, sim::predict(c.scenario, c.machine, c.options));
            if (interrupt.flag()) break;
        }
    } catch (const sim::Stopped&) {}
    write_whole(command.output, csv);
    if (interrupt.flag()) throw Exit{130};
}

}  // namespace

void add_sweep(CLI::App& app) {
    auto* sub = app.add_subcommand("sweep", "Predictions over any numbers of scenario or machine, as CSV");
    sub->footer("Example: hitm sweep struct_file --threads 16,64 --vary files=1,2,4,8 --vary machine.smt_gain=1.1..1.5/0.1 > sweep.csv");
    add_setup(*sub);
    sub->remove_option(sub->get_option("--json"));
    sub->add_option("--threads", "thread counts (default: the scenario's)")->delimiter(',')->take_all()->check(wrong_count);
    sub->add_option(
           "--vary",
           "NAME=a,b,c or NAME=a..b/step; NAME: a parameter, threads, machine, machine.protocol, machine.KEY, place.base, place.slab.align")
        ->required()
        ->take_all();
    sub->add_option("-o,--output", "CSV file (default: stdout)");
    sub->add_option("--replicates", "of every point (default 6)")->check(CLI::Range(2u, 100000u));
    sub->callback([sub] { run(sweep_of(*sub)); });
}

}  // namespace hitm::cli
