// Lays questions out as runs, and puts the results back together in order.
#include "sim/run/paired.hpp"

#include <algorithm>

#include "sim/run/statistics.hpp"

namespace hitm::sim {
namespace {

constexpr unsigned pilot_windows = 60;

std::vector<Run> runs_of(std::span<const Question> questions, std::uint64_t seed) {
    std::vector<Run> runs;
    for (const Question& q : questions) {
        for (unsigned r = 0; r < q.replicates; ++r) {
            for (const auto variant : {program::Variant::Before, program::Variant::After}) {
                runs.push_back({.variant = variant,
                                .threads = q.threads,
                                .values = q.values,
                                .seed = seed + q.first_replicate + r,
                                .length = q.length,
                                .attribute = q.attribute});
            }
        }
    }
    return runs;
}

/// Time of each part, both variants together.
std::vector<double> parts(const RunResult& before, const RunResult& after) {
    std::vector<double> times;
    Picoseconds previous = 0;
    for (std::size_t i = 0; i < std::min(before.marks.size(), after.marks.size()); ++i) {
        const Picoseconds now = before.marks[i] + after.marks[i];
        times.push_back(static_cast<double>(now - previous));
        previous = now;
    }
    return times;
}

RunLength length_after(const Question& pilot, const RunResult& before, const RunResult& after) {
    const auto times = parts(before, after);
    const std::uint64_t cut = std::max<std::uint64_t>(1, warmup_length(times));
    const std::uint64_t found = cut * pilot.length.operations / pilot_windows;
    return {.warmup = std::max<std::uint64_t>(found, 2ULL * pilot.threads), .operations = pilot.length.operations};
}

}  // namespace

std::vector<std::vector<Pair>> ask(const Bench& bench, std::span<const Question> questions, std::uint64_t seed, const std::string& what) {
    auto results = run_all(bench, runs_of(questions, seed), what);
    std::vector<std::vector<Pair>> answers(questions.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        bool complete = true;
        for (unsigned r = 0; r < questions[i].replicates; ++r, next += 2) {
            complete = complete && results[next] && results[next + 1];
            if (complete) answers[i].push_back({std::move(*results[next]), std::move(*results[next + 1])});
        }
    }
    return answers;
}

double mean_change(std::span<const Pair> pairs) {
    double sum = 0;
    for (const Pair& p : pairs) sum += p.change_percent();
    return pairs.empty() ? 0 : sum / static_cast<double>(pairs.size());
}

double mean_per_second(std::span<const Pair> pairs, program::Variant variant) {
    double sum = 0;
    for (const Pair& p : pairs) sum += (variant == program::Variant::Before ? p.before : p.after).operations_per_second();
    return pairs.empty() ? 0 : sum / static_cast<double>(pairs.size());
}

std::vector<RunLength> find_lengths(const Bench& bench, std::span<const Question> pilots, std::uint64_t seed) {
    program::expect_operations(bench.scenario);
    std::vector<Question> cold(pilots.begin(), pilots.end());
    for (Question& q : cold) q.length.warmup = 0, q.replicates = 1;
    std::vector<Run> runs = runs_of(cold, seed);
    for (Run& run : runs) run.windows = pilot_windows;
    const auto results = run_all(bench, runs, "warm-up");
    std::vector<RunLength> lengths;
    for (std::size_t i = 0; i < pilots.size() && results[2 * i] && results[2 * i + 1]; ++i) {
        lengths.push_back(length_after(pilots[i], *results[2 * i], *results[2 * i + 1]));
    }
    return lengths;
}

}  // namespace hitm::sim
