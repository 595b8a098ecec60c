// `hitm run`: one simulation, seen from near.
#include <CLI/CLI.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/interrupt.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
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
        const auto result =
            results::simulated_on(bench, {.variant = asked.variant == "before" ? program::Variant::Before : program::Variant::After,
                                          .threads = asked.threads,
                                          .set = asked.setup.set,
                                          .seed = asked.setup.seed,
                                          .operations = asked.operations});
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
