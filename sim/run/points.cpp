// Rounds of replicates; every round is one parallel loop over thread counts, replicates and variants.
#include "sim/run/points.hpp"

#include <algorithm>

namespace hitm::sim {
namespace {

double goal(const Effort& effort, unsigned threads) {
    return threads <= effort.goal_threads ? effort.goal_percent : effort.goal_percent_beyond;
}

/// A point while its replicates come in.
struct Growing {
    Question question;
    std::vector<double> before, after, change;
    RunResult before_total, after_total;

    void take(const std::vector<Pair>& pairs) {
        for (const Pair& p : pairs) {
            before.push_back(p.before.operations_per_second());
            after.push_back(p.after.operations_per_second());
            change.push_back(p.change_percent());
            add(before_total, p.before);
            add(after_total, p.after);
        }
    }

    bool narrow(const Effort& effort) const {
        return change.size() >= 2 && confidence(change).half_width() <= goal(effort, question.threads);
    }
};

bool round(const Bench& bench, std::vector<Growing>& points, const Effort& effort, std::uint64_t seed) {
    std::vector<Question> questions;
    std::vector<Growing*> asked;
    for (Growing& p : points) {
        const auto have = static_cast<unsigned>(p.change.size());
        if (p.narrow(effort) || have >= effort.most_replicates) continue;
        Question q = p.question;
        q.first_replicate = have;
        q.replicates = std::min(effort.replicates, effort.most_replicates - have);
        q.attribute = true;
        questions.push_back(q);
        asked.push_back(&p);
    }
    const auto answers = ask(bench, questions, seed, "before against after");
    bool complete = true;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        asked[i]->take(answers[i]);
        complete = complete && answers[i].size() == questions[i].replicates;
    }
    return !questions.empty() && complete;
}

Measured finish(const Bench& bench, Growing& p, const Effort& effort) {
    Measured m{.point = {}, .changes_percent = p.change};
    m.point.threads = p.question.threads;
    m.point.replicates = static_cast<unsigned>(p.change.size());
    m.point.narrow = p.narrow(effort);
    m.point.warmup_operations = p.question.length.warmup;
    m.point.operations = p.question.length.operations;
    const auto fields = [&](program::Variant v) { return fields_of(bench, v, p.question.values, p.question.threads); };
    m.point.before = {confidence(p.before), std::move(p.before_total), fields(program::Variant::Before)};
    m.point.after = {confidence(p.after), std::move(p.after_total), fields(program::Variant::After)};
    m.point.change_percent = confidence(p.change);
    return m;
}

}  // namespace

std::vector<Measured> measure_points(const Bench& bench, std::span<const Question> questions, const Effort& effort, std::uint64_t seed) {
    std::vector<Growing> points;
    for (const Question& q : questions)
        points.push_back({.question = q, .before = {}, .after = {}, .change = {}, .before_total = {}, .after_total = {}});
    while (round(bench, points, effort, seed)) {}
    std::vector<Measured> measured;
    for (Growing& p : points) {
        if (p.change.size() >= 2) measured.push_back(finish(bench, p, effort));
    }
    return measured;
}

}  // namespace hitm::sim
