// Predictions, fits and single runs: asked with values, answered with the JSON and the text of the shell.
#include <fmt/format.h>
#include <pybind11/typing.h>

#include "bindings/cli/command_line.hpp"
#include "bindings/python/bind.hpp"
#include "bindings/results/fitted.hpp"
#include "bindings/results/predicted_json.hpp"
#include "bindings/results/simulated.hpp"
#include "sim/machine/library.hpp"
#include "sim/run/each.hpp"
#include "sim/stats/witness.hpp"

namespace hitm::python {
namespace {

using program::Scenario;
using sim::DescribedMachine;
using Answer = std::pair<std::string, std::string>;  // JSON, text

/// Pointers that stubs show as optional.
using MaybeMachine = py::typing::Optional<DescribedMachine>;
using MaybeStop = py::typing::Optional<Stop>;
DescribedMachine* there(const MaybeMachine& machine) { return machine.is_none() ? nullptr : machine.cast<DescribedMachine*>(); }
Stop* there(const MaybeStop& stop) { return stop.is_none() ? nullptr : stop.cast<Stop*>(); }

/// What a prediction is asked beyond scenario and machine.
struct Question {
    std::vector<unsigned> threads;
    std::string cpus;
    std::vector<std::string> set;
    std::uint64_t seed = 1;
    unsigned jobs = 0;
    unsigned replicates = 0;  ///< exactly so many; 0: until the interval is narrow
    bool parameters = true;
};

sim::PredictOptions options_of(const Question& q, const DescribedMachine* own, const std::atomic<bool>& stop,
                               const sim::Progress& progress) {
    sim::PredictOptions options{.threads = q.threads,
                                .cpus = {},
                                .set = q.set,
                                .known = {},
                                .fit = {},
                                .scenario_machine = own != nullptr ? &own->machine : nullptr,
                                .seed = q.seed,
                                .jobs = q.jobs,
                                .effort = {},
                                .stop = &stop,
                                .progress = progress};
    if (!q.cpus.empty()) options.cpus = program::parse_cpu_policy(q.cpus);
    if (q.replicates > 0) options.effort.replicates = options.effort.most_replicates = q.replicates;
    options.effort.parameters_interval = q.parameters;
    return options;
}

Answer predicted(const Scenario& scenario, const DescribedMachine& machine, const DescribedMachine* own, const Question& q,
                 const std::optional<results::FitQuestion>& fit, Stop* stop, const Tell& tell) {
    Answer answer;
    interruptible(tell, stop, [&](const auto& stopped, const auto& progress) {
        auto options = options_of(q, own, stopped, progress);
        if (fit) options.fit = results::fit_of(scenario, machine.machine, *fit);
        const auto p = results::predicted_on(scenario, machine.machine, options);
        answer = {results::to_json(p).dump(1) + "\n", results::text(p)};
    });
    return answer;
}

std::string fitted_each(const Scenario& scenario, const DescribedMachine& machine, const MaybeMachine& own, const Question& q,
                        const std::string& free, const Tell& tell) {
    const DescribedMachine* scenario_machine = there(own);
    std::string json;
    interruptible(tell, nullptr, [&](const auto& stopped, const auto& progress) {
        auto options = options_of(q, scenario_machine, stopped, progress);
        options.fit = results::fit_of(scenario, machine.machine, {.free = free, .observations = {}, .each = true});
        json = results::each_json(scenario, options.fit->free, sim::fit_each(scenario, machine.machine, options)).dump(1) + "\n";
    });
    return json;
}

template <class Role>
py::dict counts(const sim::CellCounts<Role>& cells) {
    py::dict all;
    for (const auto& state : Role::states)
        for (const auto& event : Role::events) {
            const auto count = cells[protocols::cell_number<Role>(state.id, event.id)];
            if (count > 0) all[py::make_tuple(std::string(state.name), std::string(event.name))] = count;
        }
    return all;
}

py::dict entered(const sim::Entered& e) {
    using namespace py::literals;
    return py::dict("core"_a = counts(e.core), "agent_above"_a = counts(e.agent_above), "agent_below"_a = counts(e.agent_below),
                    "home"_a = counts(e.home));
}

py::tuple simulated(const Scenario& scenario, const DescribedMachine& machine, const std::string& variant, const Question& q,
                    std::uint64_t operations) {
    sim::Onlooker onlooker;
    Answer answer;
    interruptible({}, nullptr, [&](const auto& stop, const auto&) {
        const sim::Bench bench{.scenario = scenario,
                               .machine = machine.machine,
                               .cpus = q.cpus.empty() ? scenario.cpus : program::parse_cpu_policy(q.cpus),
                               .jobs = q.jobs,
                               .stop = &stop,
                               .progress = {}};
        const auto run = results::simulated_on(bench, {.variant = variant == "before" ? program::Variant::Before : program::Variant::After,
                                                       .threads = q.threads.empty() ? 0 : q.threads.front(),
                                                       .set = q.set,
                                                       .seed = q.seed,
                                                       .operations = operations,
                                                       .witness = &onlooker});
        answer = {results::to_json(run).dump(1) + "\n", results::text(run)};
    });
    return py::make_tuple(answer.first, answer.second, entered(onlooker.entered));
}

int command_line(const std::vector<std::string>& arguments) {
    std::vector<std::string> kept = arguments;
    std::vector<char*> argv;
    for (auto& argument : kept) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const py::gil_scoped_release others_may_run;
    return cli::command_line(static_cast<int>(kept.size()), argv.data());
}

}  // namespace

void bind_experiment(py::module_& m) {
    py::class_<Stop>(m, "Stop").def(py::init<>()).def("set", [](Stop& s) { s.flag = true; });
    py::class_<Question>(m, "Question")
        .def(py::init([](std::vector<unsigned> threads, std::string cpus, std::vector<std::string> set, std::uint64_t seed, unsigned jobs,
                         unsigned replicates, bool parameters) {
                 return Question{std::move(threads), std::move(cpus), std::move(set), seed, jobs, replicates, parameters};
             }),
             py::kw_only(), py::arg("threads"), py::arg("cpus"), py::arg("set"), py::arg("seed"), py::arg("jobs"), py::arg("replicates"),
             py::arg("parameters"));
    m.def(
        "predict",
        [](const Scenario& scenario, const DescribedMachine& machine, const MaybeMachine& own, const Question& q, const MaybeStop& stop,
           const Tell& tell) { return predicted(scenario, machine, there(own), q, {}, there(stop), tell); },
        py::arg("scenario"), py::arg("machine"), py::arg("own"), py::arg("question"), py::arg("stop"), py::arg("tell"));
    m.def(
        "fit",
        [](const Scenario& scenario, const DescribedMachine& machine, const MaybeMachine& own, const Question& q, const std::string& free,
           const std::vector<std::string>& on, const Tell& tell) {
            return predicted(scenario, machine, there(own), q, results::FitQuestion{.free = free, .observations = on, .each = false},
                             nullptr, tell);
        },
        py::arg("scenario"), py::arg("machine"), py::arg("own"), py::arg("question"), py::arg("free"), py::arg("on"), py::arg("tell"));
    m.def("fit_each", &fitted_each, py::arg("scenario"), py::arg("machine"), py::arg("own"), py::arg("question"), py::arg("free"),
          py::arg("tell"));
    m.def("simulate", &simulated, py::arg("scenario"), py::arg("machine"), py::arg("variant"), py::arg("question"), py::arg("operations"));
    m.def("command_line", &command_line, py::arg("arguments"));
}

}  // namespace hitm::python
