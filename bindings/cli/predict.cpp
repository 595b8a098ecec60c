// `hitm predict`: before against after.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/interrupt.hpp"
#include "bindings/cli/limit.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/cli/progress.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "bindings/results/compared.hpp"
#include "bindings/results/predicted_json.hpp"
#include "sim/run/experiment.hpp"
#include "sim/run/simulate.hpp"

namespace hitm::cli {
namespace {

struct Predict {
    Setup setup;
    std::vector<unsigned> threads;
    unsigned replicates = 0;
    bool no_parameters = false;
    std::string fail_if;
};

Predict predict_of(const CLI::App& command) {
    return {.setup = setup_of(command),
            .threads = counts_of(command, "--threads"),
            .replicates = static_cast<unsigned>(count_of(command, "--replicates")),
            .no_parameters = command.count("--no-parameters") > 0,
            .fail_if = text_of(command, "--fail-if")};
}

sim::PredictOptions options_of(const Predict& command, const Interrupt& interrupt, ProgressBar& bar) {
    auto options = options_of(command.setup, command.threads, interrupt, bar);
    if (command.replicates > 0) options.effort.replicates = options.effort.most_replicates = command.replicates;
    options.effort.parameters_interval = !command.no_parameters;
    return options;
}

void write_json(const Predict& command, std::vector<nlohmann::ordered_json>&& results) {
    if (command.setup.json.empty()) return;
    const nlohmann::ordered_json all = results.size() == 1 ? std::move(results.front()) : nlohmann::ordered_json(std::move(results));
    write_whole(command.setup.json, all.dump(1) + "\n");
}

bool check_limit(const Output& out, const Limit& limit, const results::Predicted& predicted) {
    bool failed = false;
    for (const auto& point : predicted.prediction.points) {
        if (!limit.fails(point)) continue;
        out.line("limit failed: " + limit.text + " at " + std::to_string(point.threads) + " threads on " + predicted.machine.name);
        failed = true;
    }
    return failed;
}

/// Point by point, protocols side by side.
void print_comparison(const Output& out, std::vector<std::vector<std::string>>&& rows) {
    std::ranges::stable_sort(rows, {}, [](const auto& row) { return std::stoul(row[0]); });
    rows.insert(rows.begin(), results::compared_heads());
    out.line();
    out.table(rows);
}

void run(const Predict& command) {
    const auto limit = command.fail_if.empty() ? std::optional<Limit>{} : parse_limit(command.fail_if);
    const auto scenario = load_scenario(command.setup);
    const auto machines = load_machines(scenario, command.setup);
    const auto own = scenario_machine(scenario, command.setup);
    const Output out(command.setup.json);
    const Interrupt interrupt;
    std::vector<nlohmann::ordered_json> results;
    std::vector<std::vector<std::string>> rows;
    bool failed = false, stopped = false;
    for (const auto& machine : machines) {
        if (interrupt.flag()) break;
        ProgressBar bar(command.setup.quiet);
        auto options = options_of(command, interrupt, bar);
        if (own) options.scenario_machine = &*own;
        try {
            const auto predicted = results::predicted_on(scenario, machine, options);
            bar.clear();
            if (!results.empty()) out.line();
            out.text(text(predicted));
            results.push_back(to_json(predicted));
            for (auto& row : results::compared(predicted)) rows.push_back(std::move(row));
            failed = (limit && check_limit(out, *limit, predicted)) || failed;
        } catch (const sim::Stopped& reason) {
            bar.clear();
            out.line(std::string("hitm: ") + reason.what());
        } catch (const sim::BadMachine& unfit) {
            // Of all machines, those that are too small are left out; of those named, that is an error.
            if (command.setup.machines != std::vector<std::string>{"all"}) throw;
            bar.clear();
            out.line(machine.name + " left out: " + unfit.what());
        }
        stopped = interrupt.flag();
    }
    if (command.setup.protocols.size() > 1) print_comparison(out, std::move(rows));
    if (!results.empty()) write_json(command, std::move(results));
    if (stopped) throw Exit{130};
    if (failed) throw Exit{1};
}

}  // namespace

void add_predict(CLI::App& app) {
    auto* sub = app.add_subcommand("predict", "Predicts what a fix does: before against after, with the same random numbers");
    sub->footer("Example: hitm predict struct_file --threads 16,64 --json result.json --fail-if 'change<-1%'");
    add_setup(*sub);
    sub->add_option("--threads", "thread counts (default: the scenario's)")->delimiter(',')->take_all()->check(wrong_count);
    sub->add_option("--replicates", "exactly so many (default: until the sampling interval is narrow)")->check(CLI::Range(2u, 100000u));
    sub->add_flag("--no-parameters")->description("leave out the parameters' interval");
    sub->add_option("--fail-if", "end with status 1 where this holds at a point: 'change<-1%', 'after<1.5M/s', 'change<5%@64'");
    sub->callback([sub] { run(predict_of(*sub)); });
}

}  // namespace hitm::cli
