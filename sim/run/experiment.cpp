// The order of a prediction: warm-up, fit, points, ends of the parameters, verdict.
#include "sim/run/experiment.hpp"

#include <algorithm>
#include <cmath>

#include "sim/run/fit.hpp"
#include "sim/run/parameters.hpp"
#include "sim/run/points.hpp"
#include "sim/run/predictors.hpp"
#include "sim/run/verdict.hpp"

namespace hitm::sim {
namespace {

std::string name_of_setting(const std::string& setting) { return setting.substr(0, setting.find('=')); }

const program::Parameter& parameter_named(const program::Scenario& scenario, const std::string& name) {
    const auto it = std::ranges::find(scenario.parameters, name, &program::Parameter::name);
    if (it == scenario.parameters.end()) throw program::BadScenario(scenario.path + ": fit: free: no parameter is called " + name);
    return *it;
}

std::vector<unsigned> without_doubles(const std::vector<unsigned>& threads) {
    std::vector<unsigned> once;
    for (const unsigned t : threads) {
        if (std::ranges::count(once, t) == 0) once.push_back(t);
    }
    return once;
}

std::optional<double> published_change(const program::Observation& o) {
    if (o.change_percent) return o.change_percent;
    if (o.before_per_second && o.after_per_second) return 100 * (*o.after_per_second / *o.before_per_second - 1);
    return {};
}

/// One prediction as it goes.
class Experiment {
public:
    Experiment(const program::Scenario& scenario, const Machine& machine, const PredictOptions& options)
        : scenario_(scenario),
          options_(options),
          bench_(bench_on(machine)),
          fit_bench_(bench_on(options.scenario_machine != nullptr ? *options.scenario_machine : machine)),
          threads_(without_doubles(options.threads.empty() ? scenario.threads : options.threads)) {
        result_.values = program::default_values(scenario);
        for (const auto& setting : options.set) {
            program::set_value(scenario, result_.values, setting);
            known_.push_back(name_of_setting(setting));
        }
        for (const auto& [name, value] : options.known) {
            result_.values[name] = value;
            known_.push_back(name);
        }
        choose_fit();
        for (const unsigned t : threads_) cpus_of(bench_, t);  // refuses what has no place, before any work
    }

    Prediction run() {
        if (fit_question_) fit_free_number();
        lengths_ = find_warmup(bench_, threads_);
        measure();
        if (options_.effort.parameters_interval && !stopped()) vary_parameters();
        conclude();
        return std::move(result_);
    }

private:
    bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }

    void choose_fit() {
        const auto& fit = options_.fit ? options_.fit : scenario_.fit;
        if (!fit) return;
        if (std::ranges::count(known_, fit->free) > 0) {
            result_.notes.push_back(fit->free + " was set, so nothing was fitted");
            return;
        }
        const auto bounds = bounds_of(parameter_named(scenario_, fit->free));
        if (!bounds)
            throw program::BadScenario(scenario_.path + ": fit: free: " + fit->free + " has no range to look for it in; give it one");
        fit_question_ = FitQuestion{.values = result_.values,
                                    .free = fit->free,
                                    .range = *bounds,
                                    .on = observations(*fit),
                                    .lengths = {},
                                    .replicates = options_.effort.fit_replicates,
                                    .polish_replicates = options_.effort.polish_replicates};
    }

    /// Those of this machine, or of the scenario's machine where there are none.
    std::vector<program::Observation> observations(const program::Fit& fit) {
        const auto of = [&](const Machine& machine) {
            auto on = fit.on;
            std::erase_if(on, [&](const auto& o) { return !observed_on(o, machine, home()); });
            return on;
        };
        if (auto mine = of(bench_.machine); !mine.empty()) return mine;
        auto others = of(home());
        if (others.empty()) {
            throw program::BadScenario(scenario_.path + ": fit: on: nothing was observed on " + bench_.machine.name + " nor on " +
                                       home().name + "; set " + fit.free + " instead (--set " + fit.free +
                                       "=VALUE), or add an observation of this machine");
        }
        fit_at_home_ = true;
        result_.notes.push_back(fit.free + " was fitted on " + home().name + ", where the observations are from, and taken over");
        return others;
    }

    const Machine& home() const { return options_.scenario_machine != nullptr ? *options_.scenario_machine : bench_.machine; }
    const Bench& fit_bench() const { return fit_at_home_ ? fit_bench_ : bench_; }

    Bench bench_on(const Machine& machine) const {
        return {.scenario = scenario_,
                .machine = machine,
                .cpus = options_.cpus.value_or(scenario_.cpus),
                .jobs = options_.jobs,
                .stop = options_.stop,
                .progress = options_.progress};
    }

    RunLengths find_warmup(const Bench& bench, const std::vector<unsigned>& threads) const {
        std::vector<Question> pilots;
        for (const unsigned t : threads) {
            pilots.push_back({.threads = t, .values = result_.values, .length = {.operations = operations_of(options_.effort, t)}});
        }
        const auto found = find_lengths(bench, pilots, options_.seed);
        if (found.size() != pilots.size()) throw Stopped("stopped before anything was measured");
        RunLengths lengths;
        for (std::size_t i = 0; i < pilots.size(); ++i) lengths[pilots[i].threads] = found[i];
        return lengths;
    }

    void fit_free_number() {
        std::vector<unsigned> threads;
        for (const auto& o : fit_question_->on) threads.push_back(o.threads);
        fit_question_->lengths = find_warmup(fit_bench(), without_doubles(threads));
        result_.fit = fit(fit_bench(), *fit_question_, options_.seed);
        result_.values[result_.fit->free] = result_.fit->value;
        fit_question_->values = result_.values;
        if (!fit_at_home_) result_.power_law = power_law(result_.fit->on);
    }

    void measure() {
        for (const unsigned t : threads_) questions_.push_back({.threads = t, .values = result_.values, .length = lengths_.at(t)});
        measured_ = measure_points(bench_, questions_, options_.effort, options_.seed);
        if (measured_.empty()) throw Stopped("stopped before anything was measured");
        for (Measured& m : measured_) mark(m.point);
        std::erase_if(questions_, [&](const Question& q) {
            return std::ranges::none_of(measured_, [&](const Measured& m) { return m.point.threads == q.threads; });
        });
    }

    void mark(Point& point) const {
        const auto here = [&](const program::Observation& o) {
            return o.threads == point.threads && observed_on(o, bench_.machine, home());
        };
        point.fitted = result_.fit && std::ranges::any_of(result_.fit->on, [&](const auto& o) {
                           return here(o) && (o.change_percent || o.after_per_second);
                       });
        for (const auto& o : scenario_.published) {
            if (here(o)) point.published_percent = published_change(o);
        }
    }

    void vary_parameters() {
        EndsQuestion q{.points = questions_,
                       .measured = measured_,
                       .fit = fit_question_,
                       .fit_bench = &fit_bench(),
                       .same_machine = !fit_at_home_,
                       .known = known_,
                       .replicates = options_.effort.end_replicates};
        try {
            result_.ends = parameter_ends(bench_, q, options_.seed);
        } catch (const Stopped&) {
            result_.notes.push_back("stopped before the parameters' interval was known");
        }
        for (std::size_t i = 0; i < measured_.size(); ++i) {
            measured_[i].point.parameters = parameters_interval(result_.ends, i, measured_[i].point.change_percent.mean);
        }
    }

    void conclude() {
        for (Measured& m : measured_) result_.points.push_back(std::move(m.point));
        if (result_.fit && !fit_at_home_) result_.fit->residual_percent = residual();
        result_.validation = validate_against_published(result_.points, result_.power_law);
        result_.cost = program::cost_in_bytes(scenario_);
        result_.verdict = judge(result_.points);
        result_.stopped = stopped();
        add_notes();
    }

    /// Of the points themselves, which have more replicates than the fit had, where all that was fitted is among them.
    double residual() const {
        double squares = 0;
        std::size_t count = 0;
        for (const auto& o : result_.fit->on) {
            const auto it = std::ranges::find(result_.points, o.threads, &Point::threads);
            if (it == result_.points.end()) return result_.fit->residual_percent;
            for (const double d : distances(o, it->change_percent.mean, it->before.ops_per_second.mean, it->after.ops_per_second.mean)) {
                squares += d * d;
                ++count;
            }
        }
        return std::sqrt(squares / static_cast<double>(count));
    }

    void add_notes() {
        auto& notes = result_.notes;
        for (auto& note : program::notes(scenario_)) notes.push_back(std::move(note));
        if (!scenario_.has_fix()) notes.push_back("the scenario has no fix: after is before");
        else if (program::changes_no_address(scenario_)) notes.push_back("the fix changes no address that the programs access");
        if (result_.fit && !result_.fit->reached)
            notes.push_back("no " + result_.fit->free + " in its range gives what was observed; the nearest was taken");
        if (result_.fit && !result_.fit->also_near.empty())
            notes.push_back("more than one " + result_.fit->free + " fits; the one nearest its stated value was taken");
        for (const Point& p : result_.points) {
            if (p.narrow) continue;
            notes.push_back("at " + std::to_string(p.threads) + " threads the sampling interval is wider than its goal after " +
                            std::to_string(p.replicates) + " replicates");
        }
        if (result_.stopped) notes.push_back("stopped: what had been done is shown");
    }

    const program::Scenario& scenario_;
    const PredictOptions& options_;
    const Bench bench_;
    const Bench fit_bench_;
    bool fit_at_home_ = false;
    const std::vector<unsigned> threads_;
    std::vector<std::string> known_;
    std::optional<FitQuestion> fit_question_;
    RunLengths lengths_;
    std::vector<Question> questions_;
    std::vector<Measured> measured_;
    Prediction result_;
};

}  // namespace

std::uint64_t operations_of(const Effort& effort, unsigned threads) {
    return std::max(effort.operations, effort.operations_per_thread * threads);
}

Prediction predict(const program::Scenario& scenario, const Machine& machine, const PredictOptions& options) {
    return Experiment(scenario, machine, options).run();
}

}  // namespace hitm::sim
