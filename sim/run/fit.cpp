// Turns observations into distances, and values to try into questions.
#include "sim/run/fit.hpp"

#include <algorithm>

namespace hitm::sim {
namespace {

/// How far around the value found it is looked for again.
constexpr double nearby = 1.25;
constexpr double good_enough_points = 0.05;
constexpr double good_enough_percent_of_rate = 0.2;

double good_enough(const std::vector<program::Observation>& on) {
    const bool changes_only = std::ranges::all_of(on, [](const auto& o) { return !o.before_per_second && !o.after_per_second; });
    return changes_only ? good_enough_points : good_enough_percent_of_rate;
}

std::vector<Question> questions_of(const FitQuestion& f, std::span<const double> tried) {
    std::vector<Question> questions;
    for (const double value : tried) {
        for (const auto& o : f.on) {
            Question q{.threads = o.threads, .values = f.values, .length = f.lengths.at(o.threads), .replicates = f.replicates};
            q.values[f.free] = value;
            questions.push_back(q);
        }
    }
    return questions;
}

void append(Distances& all, const program::Observation& o, const std::vector<Pair>& answer) {
    const auto more = distances(o, mean_change(answer), mean_per_second(answer, program::Variant::Before),
                                mean_per_second(answer, program::Variant::After));
    all.insert(all.end(), more.begin(), more.end());
}

Found search(const Bench& bench, const FitQuestion& f, std::uint64_t seed) {
    const auto evaluate = [&](std::span<const double> tried) {
        const auto questions = questions_of(f, tried);
        const auto answers = ask(bench, questions, seed, "fitting " + f.free);
        std::vector<Distances> results;
        for (std::size_t i = 0; i < tried.size(); ++i) {
            Distances d;
            for (std::size_t k = 0; k < f.on.size(); ++k) {
                const auto& answer = answers[i * f.on.size() + k];
                if (answer.size() != f.replicates) return results;
                append(d, f.on[k], answer);
            }
            results.push_back(std::move(d));
        }
        return results;
    };
    return search(SearchRange{.low = f.range.low,
                              .high = f.range.high,
                              .coarse = f.coarse,
                              .refinements = f.refinements,
                              .good_enough = good_enough(f.on),
                              .near = f.values.at(f.free)},
                  evaluate);
}

}  // namespace

Distances distances(const program::Observation& o, double change_percent, double before_per_second, double after_per_second) {
    Distances d;
    if (o.change_percent) d.push_back(change_percent - *o.change_percent);
    if (o.before_per_second) d.push_back(100 * (before_per_second / *o.before_per_second - 1));
    if (o.after_per_second) d.push_back(100 * (after_per_second / *o.after_per_second - 1));
    return d;
}

bool observed_on(const program::Observation& o, const Machine& machine, const Machine& scenario_machine) {
    return o.machine.value_or(scenario_machine.name) == machine.name;
}

Fitted fit(const Bench& bench, const FitQuestion& f, std::uint64_t seed) {
    Found found = search(bench, f, seed);
    const auto curve = found.tried;
    const auto also_near = found.also_near;
    if (f.polish_replicates > f.replicates && found.reached) {
        const double near = found.value;
        FitQuestion again = f;
        again.replicates = f.polish_replicates;
        again.range = {.low = std::max(f.range.low, near / nearby), .high = std::min(f.range.high, near * nearby)};
        again.values[f.free] = near;
        again.coarse = 3, again.refinements = 3;
        const Found polished = search(bench, again, seed);
        if (polished.reached) found = polished;
    }
    if (bench.stop != nullptr && bench.stop->load()) throw Stopped("stopped while fitting " + f.free);
    return {.free = f.free,
            .value = found.value,
            .on = f.on,
            .residual_percent = found.root_mean_square(),
            .reached = found.reached,
            .also_near = also_near,
            .tried = curve};
}

}  // namespace hitm::sim
