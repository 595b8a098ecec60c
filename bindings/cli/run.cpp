// `hitm run`: one simulation, seen from near.
#include <CLI/CLI.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/interrupt.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "bindings/results/resolved.hpp"
#include "bindings/results/simulated.hpp"
#include "sim/run/experiment.hpp"
#include "sim/run/paired.hpp"

namespace hitm::cli {
namespace {

struct Asked {
    Setup setup;
    std::string variant = "before";
    unsigned threads = 0;
    std::uint64_t operations = 0;
};

Asked asked_of(const CLI::App& command) {
    return {.setup = setup_of(command),
            .variant = command.count("--variant") > 0 ? text_of(command, "--variant") : "before",
            .threads = static_cast<unsigned>(count_of(command, "--threads")),
            .operations = count_of(command, "--operations")};
}

program::Values values_of(const program::Scenario& scenario, const Setup& setup) {
    auto values = program::default_values(scenario);
    for (const auto& setting : setup.set) program::set_value(scenario, values, setting);
    return values;
}

results::Simulated simulated(const Asked& asked, const sim::Bench& bench) {
    const auto variant = asked.variant == "before" ? program::Variant::Before : program::Variant::After;
    sim::Effort effort;
    if (asked.operations > 0) effort.operations = asked.operations, effort.operations_per_thread = 0;
    const unsigned threads = asked.threads > 0 ? asked.threads : bench.scenario.threads.front();
    const auto values = values_of(bench.scenario, asked.setup);
    const sim::Question pilot{.threads = threads, .values = values, .length = {.operations = sim::operations_of(effort, threads)}};
    const auto lengths = sim::find_lengths(bench, std::span(&pilot, 1), asked.setup.seed);
    if (lengths.empty()) throw Exit{130};
    const sim::Run run{
        .variant = variant, .threads = threads, .values = values, .seed = asked.setup.seed, .length = lengths.front(), .attribute = true};
    results::Simulated result{.scenario = bench.scenario,
                              .machine = bench.machine,
                              .cpus = bench.cpus,
                              .variant = asked.variant,
                              .threads = threads,
                              .seed = asked.setup.seed,
                              .resolved = results::resolved(bench.scenario, bench.machine,
                                                            {.threads = {threads},
                                                             .cpus = bench.cpus,
                                                             .set = asked.setup.set,
                                                             .known = {},
                                                             .fit = {},
                                                             .seed = asked.setup.seed,
                                                             .effort = effort,
                                                             .progress = {}}),
                              .outcome = {}};
    result.outcome.total = sim::run_one(bench, run);
    result.outcome.fields = sim::fields_of(bench, variant, values, threads);
    return result;
}

void run(const Asked& asked) {
    const auto scenario = load_scenario(asked.setup);
    const auto machine = load_machine(scenario, asked.setup, "(`hitm predict` compares several) a run is on");
    const Interrupt interrupt;
    const sim::Bench bench{.scenario = scenario,
                           .machine = machine,
                           .cpus = cpus_of(asked.setup).value_or(scenario.cpus),
                           .jobs = asked.setup.jobs,
                           .stop = &interrupt.flag(),
                           .progress = {}};
    try {
        const auto result = simulated(asked, bench);
        Output(asked.setup.json).text(text(result));
        if (!asked.setup.json.empty()) write_whole(asked.setup.json, to_json(result).dump(1) + "\n");
    } catch (const sim::Stopped&) {
        throw Exit{130};
    }
}

}  // namespace

void add_run(CLI::App& app) {
    auto* sub = app.add_subcommand("run", "One simulation: lines and fields by contention, traffic, latencies, cycles by cause");
    sub->footer("Example: hitm run struct_file --variant before --threads 64");
    add_setup(*sub);
    sub->add_option("--variant", "before or after (default before)")->check(CLI::IsMember({"before", "after"}));
    sub->add_option("--threads", "how many (default: the scenario's first)")->check(wrong_count);
    sub->add_option("--operations", "how many to measure (default: as predict does)")->check(wrong_count);
    sub->callback([sub] { run(asked_of(*sub)); });
}

}  // namespace hitm::cli
