// `hitm fit`: finds one number from measurements, then predicts the rest.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/interrupt.hpp"
#include "bindings/cli/output.hpp"
#include "bindings/cli/progress.hpp"
#include "bindings/cli/setup.hpp"
#include "bindings/cli/usage.hpp"
#include "bindings/results/fitted.hpp"
#include "bindings/results/predicted_json.hpp"
#include "sim/run/each.hpp"
#include "sim/run/experiment.hpp"
#include "sim/run/simulate.hpp"

namespace hitm::cli {
namespace {

struct Asked {
    Setup setup;
    std::vector<unsigned> threads;
    std::vector<std::string> observations;
    std::string free;
    bool each = false;
};

Asked asked_of(const CLI::App& command) {
    return {.setup = setup_of(command),
            .threads = counts_of(command, "--threads"),
            .observations = texts_of(command, "--observe"),
            .free = text_of(command, "--free"),
            .each = command.count("--each") > 0};
}

void print_each(const Output& out, const program::Scenario& scenario, const std::string& free, const std::vector<sim::EachRow>& rows) {
    std::vector<std::vector<std::string>> table{{"fitted at"}};
    table[0].push_back(free);
    for (const auto& r : rows) table[0].push_back(fmt::format("{} threads", r.fitted_at));
    table[0].insert(table[0].end(), {"rms", "no change", "power law"});
    std::vector<std::string> published{"published", ""};
    for (const auto& r : rows) {
        for (const auto& o : scenario.published) {
            if (o.threads == r.fitted_at && o.change_percent) published.push_back(fmt::format("{:+.1f}", *o.change_percent));
        }
    }
    table.push_back(published);
    const auto line = [&](const std::string& name, double value, const std::vector<double>& changes) {
        table.push_back({name, results::value_text(scenario, free, value)});
        for (const double c : changes) table.back().push_back(fmt::format("{:+.2f}", c));
    };
    for (const auto& r : rows) {
        std::vector<double> means;
        for (const auto& c : r.change_percent) means.push_back(c.mean);
        line(fmt::format("{} threads{}", r.fitted_at, r.reached ? "" : " (not reached)"), r.value, means);
        if (r.validation) {
            table.back().insert(table.back().end(), {fmt::format("{:.2f}", r.validation->model), fmt::format("{:.2f}", r.validation->zero),
                                                     r.validation->power_law ? fmt::format("{:.2f}", *r.validation->power_law) : "-"});
        }
        line("  halved", r.value / 2, r.halved);
        line("  doubled", r.value * 2, r.doubled);
    }
    out.table(table);
    out.line(
        "rms: distance from the points not fitted, in percentage points, of the model, of \"no change\" and of the power law through the "
        "fitted point");
}

void predict_rest(const Asked& asked, const program::Scenario& scenario, const sim::Machine& machine, const sim::PredictOptions& options,
                  ProgressBar& bar) {
    const auto predicted = results::predicted_on(scenario, machine, options);
    bar.clear();
    Output(asked.setup.json).text(text(predicted));
    if (!asked.setup.json.empty()) write_whole(asked.setup.json, to_json(predicted).dump(1) + "\n");
}

void fit_in_turn(const Asked& asked, const program::Scenario& scenario, const sim::Machine& machine, const sim::PredictOptions& options,
                 ProgressBar& bar) {
    const auto rows = sim::fit_each(scenario, machine, options);
    bar.clear();
    print_each(Output(asked.setup.json), scenario, options.fit->free, rows);
    if (!asked.setup.json.empty()) write_whole(asked.setup.json, results::each_json(scenario, options.fit->free, rows).dump(1) + "\n");
}

void run(const Asked& asked) {
    const auto scenario = load_scenario(asked.setup);
    const auto machine = load_machine(scenario, asked.setup, "a number is fitted on");
    const auto own = scenario_machine(scenario, asked.setup);
    const Interrupt interrupt;
    ProgressBar bar(asked.setup.quiet);
    auto options = options_of(asked.setup, asked.threads, interrupt, bar);
    options.fit = results::fit_of(scenario, machine, {asked.free, asked.observations, asked.each});
    if (own) options.scenario_machine = &*own;
    try {
        asked.each ? fit_in_turn(asked, scenario, machine, options, bar) : predict_rest(asked, scenario, machine, options, bar);
    } catch (const sim::Stopped&) {}
    if (interrupt.flag()) throw Exit{130};
}

}  // namespace

void add_fit(CLI::App& app) {
    auto* sub = app.add_subcommand("fit", "Finds one number from measurements, then predicts the rest");
    sub->footer("Example: hitm fit struct_file --observe 'threads=4 before=1.9M/s' --free work\n         hitm fit struct_file --each");
    add_setup(*sub);
    sub->add_option("--threads", "thread counts to predict (default: the scenario's)")->delimiter(',')->take_all()->check(wrong_count);
    sub->add_option("--observe", "'threads=N' with before=, after= (rates) or change= (default: the scenario's fit)")->take_all();
    sub->add_option("--free", "the parameter to find (default: the scenario's)");
    sub->add_flag("--each")->description("fit at each published point in turn, and show the number halved and doubled");
    sub->callback([sub] { run(asked_of(*sub)); });
}

}  // namespace hitm::cli
