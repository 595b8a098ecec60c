// Fits, asked and answered.
#include "bindings/results/fitted.hpp"

#include <algorithm>

#include "bindings/results/predicted.hpp"

namespace hitm::results {

program::Fit fit_of(const program::Scenario& scenario, const sim::Machine& machine, const FitQuestion& asked) {
    program::Fit fit = scenario.fit.value_or(program::Fit{});
    if (!asked.free.empty()) fit.free = asked.free;
    if (fit.free.empty()) throw program::BadScenario("no free number: the scenario has no fit; right would be --free NAME");
    const bool known = std::ranges::count(scenario.parameters, fit.free, &program::Parameter::name) > 0;
    if (!known) throw program::BadScenario("--free: the scenario has no parameter " + fit.free);
    if (!asked.observations.empty()) fit.on.clear();
    for (const auto& text : asked.observations) {
        fit.on.push_back(program::parse_observation(text));
        // What is observed here and now was observed on the machine that is asked for.
        if (!fit.on.back().machine) fit.on.back().machine = machine.name;
    }
    if (fit.on.empty() && !asked.each) throw program::BadScenario("nothing to fit to; right would be --observe 'threads=4 before=1.9M/s'");
    return fit;
}

nlohmann::ordered_json each_json(const program::Scenario& scenario, const std::string& free, const std::vector<sim::EachRow>& rows) {
    nlohmann::ordered_json json{{"hitm", 1}, {"version", HITM_VERSION}, {"scenario", scenario.name}, {"free", free}};
    json["each"] = nlohmann::ordered_json::array();
    for (const auto& r : rows) {
        nlohmann::ordered_json row{{"fitted_at", r.fitted_at}, {"value", value_text(scenario, free, r.value)}, {"reached", r.reached}};
        row["change_percent"] = nlohmann::ordered_json::array();
        for (const auto& c : r.change_percent) row["change_percent"].push_back({{"mean", c.mean}, {"sampling", {c.low, c.high}}});
        row["halved"] = r.halved;
        row["doubled"] = r.doubled;
        json["each"].push_back(std::move(row));
    }
    return json;
}

}  // namespace hitm::results
