// Three predictions a row: the fit, and half and double the number with nothing fitted.
#include "sim/run/each.hpp"

#include <algorithm>

#include "sim/run/fit.hpp"

namespace hitm::sim {
namespace {

std::vector<double> means(const Prediction& prediction) {
    std::vector<double> result;
    for (const Point& p : prediction.points) result.push_back(p.change_percent.mean);
    return result;
}

std::vector<program::Observation> published_here(const program::Scenario& scenario, const Machine& machine, const PredictOptions& options) {
    auto published = scenario.published;
    const Machine& home = options.scenario_machine != nullptr ? *options.scenario_machine : machine;
    std::erase_if(published, [&](const auto& o) { return !o.change_percent || !observed_on(o, machine, home); });
    return published;
}

EachRow row(const program::Scenario& scenario, const Machine& machine, PredictOptions options, const program::Observation& on) {
    options.fit->on = {on};
    const Prediction fitted = predict(scenario, machine, options);
    EachRow r{.fitted_at = on.threads,
              .value = fitted.fit->value,
              .reached = fitted.fit->reached,
              .change_percent = {},
              .halved = {},
              .doubled = {},
              .validation = fitted.validation,
              .power_law = fitted.power_law};
    for (const Point& p : fitted.points) r.change_percent.push_back(p.change_percent);
    options.known[fitted.fit->free] = r.value / 2;
    r.halved = means(predict(scenario, machine, options));
    options.known[fitted.fit->free] = r.value * 2;
    r.doubled = means(predict(scenario, machine, options));
    return r;
}

}  // namespace

std::vector<EachRow> fit_each(const program::Scenario& scenario, const Machine& machine, const PredictOptions& options) {
    const auto published = published_here(scenario, machine, options);
    if (published.empty())
        throw program::BadScenario(scenario.path + ": published: no change is published for " + machine.name +
                                   "; there is nothing to fit in turn");
    const auto& fit = options.fit ? options.fit : scenario.fit;
    if (!fit) throw program::BadScenario(scenario.path + ": fit: missing; name the free number");
    PredictOptions each = options;
    each.fit = fit;
    each.effort.parameters_interval = false;
    each.threads.clear();
    for (const auto& o : published) each.threads.push_back(o.threads);
    std::vector<EachRow> rows;
    for (const auto& on : published) {
        EachRow next = row(scenario, machine, each, on);
        if (options.stop != nullptr && options.stop->load()) throw Stopped("stopped while fitting at each point in turn");
        rows.push_back(std::move(next));
    }
    return rows;
}

}  // namespace hitm::sim
