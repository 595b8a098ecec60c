// Experiments on two small scenarios: what must hold whatever the machine's numbers are.
#include "sim/run/experiment.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "sim/run/each.hpp"
#include "sim/run/paired.hpp"
#include "tests/run/scenarios.hpp"

namespace hitm::sim {
namespace {

using tests::false_sharing_counter;
using tests::quick;
using tests::true_sharing_counter;

const char* const machine_name = "xeon_silver_4114_2s";

TEST(Experiment, padding_a_falsely_shared_counter_removes_false_sharing) {
    const auto machine = load_machine(machine_name);
    const auto p = predict(false_sharing_counter(), machine, quick());
    ASSERT_EQ(p.points.size(), 1u);
    EXPECT_GT(p.points[0].change_percent.low, 1);
    EXPECT_EQ(p.verdict.kind, VerdictKind::FalseSharingRemoved) << p.verdict.text;
    EXPECT_EQ(p.verdict.from_threads, 8u);
    const auto false_misses = [](const VariantOutcome& v) { return v.total.misses[static_cast<std::size_t>(MissClass::FalseSharing)]; };
    EXPECT_GT(false_misses(p.points[0].before), 20 * false_misses(p.points[0].after));
}

TEST(Experiment, padding_a_truly_shared_counter_does_not_help) {
    const auto p = predict(true_sharing_counter(), load_machine(machine_name), quick());
    EXPECT_EQ(p.verdict.kind, VerdictKind::TrueSharingRemains) << p.verdict.text;
}

TEST(Experiment, a_fix_that_changes_no_address_gives_exactly_zero) {
    const auto scenario = false_sharing_counter("pad 8 after limit");
    ASSERT_TRUE(scenario.has_fix());
    const auto p = predict(scenario, load_machine(machine_name), quick());
    EXPECT_EQ(p.points[0].change_percent.mean, 0);
    EXPECT_EQ(p.points[0].change_percent.low, 0);
    EXPECT_EQ(p.points[0].change_percent.high, 0);
    ASSERT_TRUE(p.points[0].parameters);
    EXPECT_EQ((*p.points[0].parameters)[0], 0);
    EXPECT_EQ((*p.points[0].parameters)[1], 0);
    EXPECT_FALSE(p.ends.empty());
    EXPECT_FALSE(p.verdict.from_threads);
}

TEST(Experiment, attribution_changes_no_time) {
    const auto scenario = false_sharing_counter();
    const auto machine = load_machine(machine_name);
    const Bench bench{.scenario = scenario, .machine = machine, .cpus = scenario.cpus, .progress = {}};
    sim::Run run{.threads = 8, .values = program::default_values(scenario), .length = {.warmup = 100, .operations = 2000}};
    const auto silent = run_one(bench, run);
    run.attribute = true;
    EXPECT_EQ(run_one(bench, run).duration, silent.duration);
}

void expect_same(const Prediction& a, const Prediction& b) {
    ASSERT_EQ(a.points.size(), b.points.size());
    for (std::size_t i = 0; i < a.points.size(); ++i) {
        EXPECT_EQ(a.points[i].change_percent.mean, b.points[i].change_percent.mean);
        EXPECT_EQ(a.points[i].replicates, b.points[i].replicates);
        EXPECT_EQ(a.points[i].before.total.duration, b.points[i].before.total.duration);
        EXPECT_EQ(a.points[i].after.total.events, b.points[i].after.total.events);
        EXPECT_EQ(a.points[i].parameters, b.points[i].parameters);
    }
}

TEST(Experiment, host_threads_change_nothing) {
    const auto scenario = false_sharing_counter();
    const auto machine = load_machine(machine_name);
    auto options = quick();
    options.threads = {2, 4, 8};
    options.jobs = 1;
    const auto one = predict(scenario, machine, options);
    options.jobs = 2;
    expect_same(one, predict(scenario, machine, options));
    options.jobs = 8;
    expect_same(one, predict(scenario, machine, options));
}

TEST(Experiment, another_seed_is_another_sample) {
    const auto scenario = false_sharing_counter();
    const auto machine = load_machine(machine_name);
    auto options = quick();
    const auto a = predict(scenario, machine, options);
    options.seed = 1000;
    EXPECT_NE(a.points[0].before.total.duration, predict(scenario, machine, options).points[0].before.total.duration);
}

TEST(Experiment, finds_the_number_that_an_observation_was_made_with) {
    const auto scenario = false_sharing_counter();
    const auto machine = load_machine(machine_name);
    auto options = quick();
    options.effort.parameters_interval = false;
    options.known["work"] = 900'000;  // ps
    const auto truth = predict(scenario, machine, options);
    options.known.clear();
    program::Observation seen;
    seen.threads = 8;
    seen.before_per_second = truth.points[0].before.ops_per_second.mean;
    options.fit = program::Fit{"work", {seen}};
    const auto p = predict(scenario, machine, options);
    ASSERT_TRUE(p.fit);
    EXPECT_TRUE(p.fit->reached);
    EXPECT_NEAR(p.fit->value / 900'000, 1, 0.03);
    EXPECT_LT(p.fit->residual_percent, 2);
    EXPECT_FALSE(p.points[0].fitted) << "the change was not fitted, only the rate before";
    EXPECT_NEAR(p.points[0].change_percent.mean, truth.points[0].change_percent.mean, 2);
}

TEST(Experiment, a_number_that_is_set_is_not_fitted_nor_varied) {
    auto options = quick();
    program::Observation seen;
    seen.threads = 8, seen.change_percent = 10;
    options.fit = program::Fit{"work", {seen}};
    options.set = {"work=2us"};
    const auto p = predict(false_sharing_counter(), load_machine(machine_name), options);
    EXPECT_FALSE(p.fit);
    EXPECT_TRUE(p.ends.empty());
    EXPECT_FALSE(p.points[0].parameters);
    EXPECT_EQ(p.values.at("work"), 2e6);
    EXPECT_THAT(p.notes, testing::Contains(testing::HasSubstr("work was set")));
}

TEST(Experiment, the_parameters_interval_holds_the_change_and_its_ends) {
    const auto p = predict(false_sharing_counter(), load_machine(machine_name), quick());
    const auto& point = p.points[0];
    ASSERT_TRUE(point.parameters);
    ASSERT_EQ(p.ends.size(), 2u);
    for (const auto& end : p.ends) {
        EXPECT_GE(end.change_percent[0], (*point.parameters)[0]);
        EXPECT_LE(end.change_percent[0], (*point.parameters)[1]);
    }
    EXPECT_LE((*point.parameters)[0], point.change_percent.mean);
    EXPECT_GE((*point.parameters)[1], point.change_percent.mean);
    EXPECT_LT((*point.parameters)[0], (*point.parameters)[1]);
}

TEST(Experiment, replicates_stop_when_the_interval_is_narrow) {
    const auto scenario = false_sharing_counter();
    const auto machine = load_machine(machine_name);
    auto options = quick();
    options.effort.parameters_interval = false;
    options.effort.goal_percent = 1000;
    EXPECT_EQ(predict(scenario, machine, options).points[0].replicates, options.effort.replicates);
    options.effort.goal_percent = 0;
    const auto p = predict(scenario, machine, options);
    EXPECT_EQ(p.points[0].replicates, options.effort.most_replicates);
    EXPECT_FALSE(p.points[0].narrow);
    EXPECT_THAT(p.notes, testing::Contains(testing::HasSubstr("wider than its goal")));
}

TEST(Experiment, stopping_keeps_what_is_done) {
    auto options = quick();
    options.threads = {2, 8};
    options.jobs = 1;
    options.effort.goal_percent = 0;
    options.effort.most_replicates = 100000;
    std::atomic<bool> stop = false;
    options.stop = &stop;
    unsigned runs = 0;
    options.progress = [&](std::uint64_t, std::uint64_t, const std::string& what) {
        if (what == "before against after" && ++runs == 15) stop = true;
    };
    const auto p = predict(false_sharing_counter(), load_machine(machine_name), options);
    EXPECT_TRUE(p.stopped);
    ASSERT_EQ(p.points.size(), 2u);
    EXPECT_GE(p.points[0].replicates, 3u);
    EXPECT_THAT(p.notes, testing::Contains(testing::HasSubstr("stopped")));
}

TEST(Experiment, stopping_at_once_leaves_nothing_to_return) {
    auto options = quick();
    const std::atomic<bool> stop = true;
    options.stop = &stop;
    EXPECT_THROW(predict(false_sharing_counter(), load_machine(machine_name), options), Stopped);
}

TEST(Experiment, more_threads_than_the_machine_has_are_refused_before_any_work) {
    auto options = quick();
    options.threads = {8, 4000};
    unsigned runs = 0;
    options.progress = [&](auto, auto, const auto&) { ++runs; };
    EXPECT_THROW(predict(false_sharing_counter(), load_machine(machine_name), options), BadMachine);
    EXPECT_EQ(runs, 0u);
}

TEST(Experiment, warmup_is_found_and_the_same_for_both_variants) {
    const auto scenario = false_sharing_counter();
    const auto machine = load_machine(machine_name);
    const Bench bench{.scenario = scenario, .machine = machine, .cpus = scenario.cpus, .progress = {}};
    const Question pilot{.threads = 8, .values = program::default_values(scenario), .length = {.operations = 6000}};
    const auto lengths = find_lengths(bench, std::span(&pilot, 1), 1);
    ASSERT_EQ(lengths.size(), 1u);
    EXPECT_GE(lengths[0].warmup, 100u);
    EXPECT_LE(lengths[0].warmup, 3000u);
    EXPECT_EQ(lengths[0].operations, 6000u);
}

TEST(Each, fits_in_turn_and_agrees_with_what_was_fitted) {
    auto scenario = false_sharing_counter();
    const auto machine = load_machine(machine_name);
    for (const auto& [threads, percent] : {std::pair{4u, 8.0}, std::pair{8u, 20.0}}) {
        program::Observation o;
        o.threads = threads, o.change_percent = percent;
        scenario.published.push_back(o);
    }
    scenario.fit = program::Fit{"work", {scenario.published[0]}};
    auto options = quick();
    options.effort.replicates = options.effort.most_replicates = options.effort.fit_replicates = 3;
    const auto rows = fit_each(scenario, machine, options);
    ASSERT_EQ(rows.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(rows[i].fitted_at, scenario.published[i].threads);
        if (rows[i].reached) {
            EXPECT_NEAR(rows[i].change_percent[i].mean, *scenario.published[i].change_percent, 1.5);
        }
        EXPECT_EQ(rows[i].halved.size(), 2u);
        EXPECT_GT(rows[i].halved[1], rows[i].doubled[1]) << "less work between operations, more waiting to save";
        EXPECT_EQ(rows[i].validation->points, 1u);
    }
}

}  // namespace
}  // namespace hitm::sim
