// The verdict's rules on made-up statistics.
#include "sim/run/verdict.hpp"

#include <gmock/gmock.h>

namespace hitm::sim {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t operations = 1000;

/// Waiting per operation, in ns, of two fields that one other field makes miss.
struct Wait {
    double false_ns = 0;  ///< on s.reader
    double true_ns = 0;   ///< on s.writer
    double other_ns = 0;  ///< on s.bystander, nobody's fault
};

VariantOutcome outcome(const Wait& w) {
    const auto total = [](double per_op) { return ns(per_op) * static_cast<Picoseconds>(operations); };
    VariantOutcome v;
    v.fields = {{"s", "writer", 0, 8}, {"s", "reader", 8, 8}, {"s", "bystander", 64, 8}};
    v.total.operations = operations;
    v.total.fields.resize(3);
    v.total.fields[0].wait = total(w.true_ns);
    v.total.fields[1].wait = total(w.false_ns);
    v.total.fields[2].wait = total(w.other_ns);
    if (w.false_ns > 0)
        v.total.pairs.push_back({.causer = 0, .sufferer = 1, .misses = 500, .false_misses = 500, .wait = total(w.false_ns)});
    if (w.true_ns > 0) v.total.pairs.push_back({.causer = 0, .sufferer = 0, .misses = 800, .false_misses = 0, .wait = total(w.true_ns)});
    std::ranges::stable_sort(v.total.pairs, std::greater{}, &FieldPair::wait);
    v.total.working = total(500);
    v.total.waiting = total(w.false_ns + w.true_ns + w.other_ns);
    return v;
}

Point point(unsigned threads, double change, const Wait& before, const Wait& after, double half = 0.1) {
    Point p;
    p.threads = threads;
    p.change_percent = {change, change - half, change + half};
    p.before = outcome(before), p.after = outcome(after);
    return p;
}

TEST(Verdict, false_sharing_removed) {
    const auto v = judge(std::vector{point(16, 0.4, {20, 10, 0}, {0, 10, 0}), point(64, 12, {200, 50, 0}, {10, 60, 0})});
    EXPECT_EQ(v.kind, VerdictKind::FalseSharingRemoved);
    EXPECT_EQ(v.from_threads, 64u);
    EXPECT_THAT(v.text, HasSubstr("s.writer"));
    EXPECT_THAT(v.text, HasSubstr("s.reader"));
}

/// As on two Xeon Gold 6248 (file_f_count_2020): the reads that false sharing makes wait hold up the queue of those who count.
TEST(Verdict, false_sharing_removed_where_it_held_up_a_queue) {
    const auto v = judge(std::vector{point(24, 28, {720, 5800, 0}, {0, 5000, 0})});
    EXPECT_EQ(v.kind, VerdictKind::FalseSharingRemoved);
    EXPECT_THAT(v.text, HasSubstr("its queue is no longer held up"));
    EXPECT_EQ(judge(std::vector{point(24, 28, {720, 5800, 0}, {600, 5000, 0})}).kind, VerdictKind::HelpsOtherwise);
}

TEST(Verdict, helps_otherwise_where_the_gain_is_not_false_sharing) {
    EXPECT_EQ(judge(std::vector{point(64, 12, {20, 300, 0}, {10, 100, 0})}).kind, VerdictKind::HelpsOtherwise);
}

TEST(Verdict, true_sharing_remains) {
    const auto v = judge(std::vector{point(64, 0.2, {0, 400, 0}, {0, 398, 0})});
    EXPECT_EQ(v.kind, VerdictKind::TrueSharingRemains);
    EXPECT_THAT(v.text, HasSubstr("padding will not help"));
    EXPECT_FALSE(v.from_threads);
}

TEST(Verdict, moved_names_where_to) {
    const auto v = judge(std::vector{point(64, 0.5, {200, 50, 5}, {0, 50, 190})});
    EXPECT_EQ(v.kind, VerdictKind::Moved);
    EXPECT_THAT(v.text, HasSubstr("s.bystander"));
}

TEST(Verdict, no_effect_where_hardly_anybody_waits) {
    EXPECT_EQ(judge(std::vector{point(64, 0.9, {4, 9, 0}, {0, 9, 0})}).kind, VerdictKind::NoEffect);
}

TEST(Verdict, harmful_where_it_gets_slower) {
    const auto v = judge(std::vector{point(16, 2, {50, 0, 0}, {0, 0, 0}), point(64, -8, {50, 50, 0}, {150, 50, 0})});
    EXPECT_EQ(v.kind, VerdictKind::Harmful);
    EXPECT_THAT(v.text, HasSubstr("s.reader"));
}

TEST(Verdict, a_change_smaller_than_its_interval_is_none) {
    EXPECT_EQ(judge(std::vector{point(64, 3, {10, 0, 0}, {9, 0, 0}, 4)}).kind, VerdictKind::NoEffect);
}

TEST(Verdict, cross_over_is_where_it_stays_above_one_percent) {
    const Wait b{100, 0, 0}, a{0, 0, 0};
    EXPECT_EQ(judge(std::vector{point(128, 9, b, a), point(16, 2, b, a), point(32, 0.5, b, a), point(64, 3, b, a)}).from_threads, 64u);
}

TEST(Causes, are_ordered_by_wait_and_tell_the_false_share) {
    const auto list = causes(outcome({100, 300, 0}), 10);
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].sufferer, "s.writer");
    EXPECT_EQ(list[0].false_share, 0);
    EXPECT_NEAR(list[0].wait_ns_per_op, 300, 1e-9);
    EXPECT_NEAR(list[1].misses_per_op, 0.5, 1e-12);
    EXPECT_EQ(list[1].false_share, 1);
    EXPECT_EQ(causes(outcome({100, 300, 0}), 1).size(), 1u);
}

TEST(Waiting, splits_into_its_causes) {
    const auto w = waiting(outcome({100, 300, 50}));
    EXPECT_NEAR(w.total, 450, 1e-9);
    EXPECT_NEAR(w.false_sharing, 100, 1e-9);
    EXPECT_NEAR(w.true_sharing, 300, 1e-9);
    EXPECT_NEAR(w.working, 500, 1e-9);
}

TEST(Names, are_object_and_field) {
    const auto v = outcome({});
    EXPECT_EQ(v.name_of(1), "s.reader");
    EXPECT_EQ(v.name_of(workloads::no_field), "?");
}

}  // namespace
}  // namespace hitm::sim
