// One parameter at a time to the low and the high end of its range.
#include "sim/run/parameters.hpp"

#include <algorithm>

namespace hitm::sim {
namespace {

struct End {
    ParameterEnd what;
    program::Values values;
};

std::vector<End> ends_of(const Bench& bench, const EndsQuestion& q, const program::Values& values) {
    std::vector<End> ends;
    for (const auto& parameter : bench.scenario.parameters) {
        const auto bounds = bounds_of(parameter);
        const bool free = q.fit && q.fit->free == parameter.name;
        if (!bounds || free || std::ranges::count(q.known, parameter.name) > 0) continue;
        for (const double value : {bounds->low, bounds->high}) {
            if (value == values.at(parameter.name)) continue;
            End end{.what = {.name = parameter.name, .value = value, .refitted = {}, .change_percent = {}}, .values = values};
            end.values[parameter.name] = value;
            ends.push_back(end);
        }
    }
    return ends;
}

double first_mean(const std::vector<double>& changes, std::size_t count) {
    double sum = 0;
    const std::size_t n = std::min(count, changes.size());
    for (std::size_t i = 0; i < n; ++i) sum += changes[i];
    return n == 0 ? 0 : sum / static_cast<double>(n);
}

/// What the base itself gave with the end's few seeds stands for what was observed: their luck is then the same on both sides.
void share_luck(std::vector<program::Observation>& on, const EndsQuestion& q) {
    for (auto& o : on) {
        const auto base = std::ranges::find_if(q.measured, [&](const Measured& m) { return m.point.threads == o.threads; });
        if (!o.change_percent || base == q.measured.end()) continue;
        *o.change_percent += first_mean(base->changes_percent, q.replicates) - base->point.change_percent.mean;
    }
}

void refit(const EndsQuestion& q, End& end, std::uint64_t seed) {
    FitQuestion f = *q.fit;
    f.values = end.values;
    f.values[f.free] = q.fit->values.at(f.free);
    f.replicates = q.replicates, f.polish_replicates = 0;
    f.coarse = 4, f.refinements = 3;
    if (q.same_machine) share_luck(f.on, q);
    const Fitted fitted = fit(*q.fit_bench, f, seed);
    end.what.refitted = fitted.value;
    end.what.reached = fitted.reached;
    end.values[f.free] = fitted.value;
}

}  // namespace

std::optional<Bounds> bounds_of(const program::Parameter& parameter) {
    if (!parameter.range) return {};
    return Bounds{parameter.range->first.value, parameter.range->second.value};
}

std::vector<ParameterEnd> parameter_ends(const Bench& bench, const EndsQuestion& q, std::uint64_t seed) {
    if (q.points.empty()) return {};
    auto ends = ends_of(bench, q, q.points.front().values);
    if (q.fit) {
        for (End& end : ends) refit(q, end, seed);
    }
    std::vector<Question> questions;
    for (const End& end : ends) {
        for (Question point : q.points) {
            point.values = end.values;
            point.first_replicate = 0;
            point.replicates = q.replicates;
            point.attribute = false;
            questions.push_back(std::move(point));
        }
    }
    const auto answers = ask(bench, questions, seed, "ends of the parameters");
    std::vector<ParameterEnd> result;
    for (std::size_t e = 0; e < ends.size(); ++e) {
        for (std::size_t i = 0; i < q.points.size(); ++i) {
            const auto& answer = answers[e * q.points.size() + i];
            if (answer.size() != q.replicates) return {};
            const Measured& base = q.measured[i];
            ends[e].what.change_percent.push_back(base.point.change_percent.mean + mean_change(answer) -
                                                  first_mean(base.changes_percent, q.replicates));
        }
        result.push_back(std::move(ends[e].what));
    }
    return result;
}

std::optional<std::array<double, 2>> parameters_interval(std::span<const ParameterEnd> ends, std::size_t index, double change_percent) {
    if (ends.empty()) return {};
    std::array<double, 2> interval{change_percent, change_percent};
    for (const ParameterEnd& end : ends) {
        interval[0] = std::min(interval[0], end.change_percent[index]);
        interval[1] = std::max(interval[1], end.change_percent[index]);
    }
    return interval;
}

}  // namespace hitm::sim
