// MESI holds, in every order, in one level and in two; and the checker would say so if it did not.
#include "protocols/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <iostream>

#include "protocols/print.hpp"
#include "protocols/two_lines.hpp"
#include "tests/protocols/every.hpp"

namespace hitm::protocols {
namespace {

constexpr Way chain = Way::Chain;
constexpr Way confirm = Way::Confirm;

const Protocol& mesi() { return *find("MESI"); }

const std::vector<Way> ways{chain, confirm};

Verdict expect_holds(const Protocol& protocol, const Setting& setting) {
    const auto verdict = check(protocol, setting);
    std::cout << protocol.name << ", " << report(setting, verdict);
    EXPECT_TRUE(verdict.holds) << report(setting, verdict);
    return verdict;
}

/// Two levels, each way at each.
Reached expect_holds_each_way(const Protocol& protocol, int clusters, int caches) {
    Reached reached;
    for (auto inside : ways)
        for (auto outside : ways)
            reached |=
                expect_holds(protocol, {.levels = 2, .clusters = clusters, .caches = caches, .inside = inside, .outside = outside}).reached;
    return reached;
}

class Holds : public testing::TestWithParam<std::string> {
protected:
    const Protocol& protocol() const { return *find(GetParam()); }
};

TEST_P(Holds, with_two_three_and_four_caches) {
    for (int caches : {2, 3, 4})
        for (auto way : ways) expect_holds(protocol(), {.caches = caches, .inside = way});
}

TEST_P(Holds, with_two_lines_in_two_caches_with_room_for_one) {
    for (auto way : ways) {
        const Setting setting{.caches = 2, .inside = way};
        const auto verdict = check_two_lines(protocol(), setting);
        std::cout << protocol().name << ", two lines, " << report(setting, verdict);
        EXPECT_TRUE(verdict.holds) << report(setting, verdict);
    }
}

TEST_P(Holds, with_clusters_of_one_core_and_one_cluster_of_two) {
    expect_holds_each_way(protocol(), 2, 1);
    expect_holds_each_way(protocol(), 1, 2);
}

/// The largest of the everyday tier; with the others it enters every cell of both tables.
class HoldsSlow : public Holds {};
TEST_P(HoldsSlow, with_two_clusters_of_two_cores_and_has_no_dead_cell) {
    auto reached = expect_holds(protocol(), {.levels = 2, .clusters = 2, .caches = 2}).reached;
    reached |= expect_holds_each_way(protocol(), 2, 1);
    reached |= expect_holds_each_way(protocol(), 1, 3);  // an owner and two sharers called in at once
    for (auto way : ways)
        for (int caches : {3, 4}) reached |= check(protocol(), {.caches = caches, .inside = way}).reached;
    EXPECT_THAT(dead_cells(protocol(), reached), testing::IsEmpty());
}

class NightlyHolds : public Holds {};
TEST_P(NightlyHolds, with_two_clusters_of_two_cores_each_way) { expect_holds_each_way(protocol(), 2, 2); }
TEST_P(NightlyHolds, with_five_caches) {
    for (auto way : ways) expect_holds(protocol(), {.caches = 5, .inside = way});
}
TEST_P(NightlyHolds, with_three_clusters_of_one_core) { expect_holds(protocol(), {.levels = 2, .clusters = 3, .caches = 1}); }

INSTANTIATE_TEST_SUITE_P(Of, Holds, testing::ValuesIn(every_name()), by_name);
INSTANTIATE_TEST_SUITE_P(Of, HoldsSlow, testing::ValuesIn(every_name()), by_name);
INSTANTIATE_TEST_SUITE_P(Of, NightlyHolds, testing::ValuesIn(every_name()), by_name);

/// Taking worlds for one loses neither cells nor faults; and it merges no more than there are ways to number three caches.
TEST(Check, loses_nothing_by_its_reductions) {
    for (Setting setting : {Setting{.caches = 2}, Setting{.caches = 3}, Setting{.caches = 3, .inside = confirm},
                            Setting{.levels = 2, .clusters = 2, .caches = 1}, Setting{.levels = 2, .clusters = 1, .caches = 2}}) {
        const auto reduced = check(mesi(), setting);
        setting.reduce = false;
        const auto full = check(mesi(), setting);
        EXPECT_TRUE(full.holds) << report(setting, full);
        EXPECT_GT(full.states, reduced.states);
        EXPECT_EQ(full.reached.core, reduced.reached.core);
        EXPECT_EQ(full.reached.agent_above, reduced.reached.agent_above);
        EXPECT_EQ(full.reached.agent_below, reduced.reached.agent_below);
        EXPECT_EQ(full.reached.home, reduced.reached.home);
    }
}

/// A cache that drops its copy but does not say so: the shortest trail to the waiting writer.
TEST(Check, tells_the_shortest_way_to_a_fault) {
    std::vector<Row<Cache>> rows(mesi().cache.rows().begin(), mesi().cache.rows().end());
    for (auto& row : rows)
        if (row.in.contains(Cache::State::S) && row.on.contains(Cache::Event::Inv)) row.perform = {};
    const Table<Cache> silent(rows);
    const Setting setting{.caches = 2};
    const auto verdict = check({"silent", silent, mesi().directory, ""}, setting);
    EXPECT_FALSE(verdict.holds);
    EXPECT_THAT(verdict.broken, testing::HasSubstr("stranded"));
    EXPECT_THAT(verdict.trail, testing::SizeIs(testing::Le(16))) << report(setting, verdict);
    EXPECT_THAT(verdict.trail, testing::Contains(testing::HasSubstr("S x Inv")));
}

/// Host threads share the work and change nothing: neither what is counted nor which fault is found, nor the way to it.
TEST(Check, says_the_same_on_any_number_of_host_threads) {
    const auto broken = read_protocol("protocol silent\nextends MOESI\ncache\nS x Inv -> - => I\n", "silent");
    const Setting setting{.levels = 2, .clusters = 2, .caches = 1, .inside = confirm, .outside = confirm};
    const auto together = check(*find("MOESI"), setting);
    const auto fault = check(broken.protocol(), setting);
    const oneapi::tbb::global_control alone(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    const auto by_one = check(*find("MOESI"), setting);
    EXPECT_EQ(together.states, by_one.states);
    EXPECT_EQ(together.transitions, by_one.transitions);
    EXPECT_EQ(together.depth, by_one.depth);
    const auto same = check(broken.protocol(), setting);
    EXPECT_FALSE(fault.holds);
    EXPECT_EQ(fault.broken, same.broken);
    EXPECT_EQ(fault.moves, same.moves);
    EXPECT_EQ(fault.transitions, same.transitions);
}

/// A home that answers a stale copy of its memory is caught by the data, not by permissions.
TEST(Check, notices_data_that_never_came_home) {
    std::vector<Row<Directory>> rows(mesi().directory.rows().begin(), mesi().directory.rows().end());
    for (auto& row : rows)
        if (row.on.contains(Directory::Event::OwnerPutM)) row.perform = {Directory::Action::ClearOwner, Directory::Action::SendPutAck};
    const Table<Directory> forgetful(rows);
    const auto verdict = check({"forgetful", mesi().cache, forgetful, ""}, {.caches = 2});
    EXPECT_FALSE(verdict.holds);
    EXPECT_THAT(verdict.broken, testing::HasSubstr("stale data"));
}

/// A cache whose eviction is never at an end: there is always a message to take, and no rest.
TEST(Check, notices_that_nothing_comes_to_rest) {
    std::vector<Row<Cache>> rows(mesi().cache.rows().begin(), mesi().cache.rows().end());
    for (auto& row : rows)
        if (row.on.contains(Cache::Event::PutAck)) row = {row.in, row.on, {Cache::Action::SendPutS}};
    const Table<Cache> restless(rows);
    const auto verdict = check({"restless", restless, mesi().directory, ""}, {.caches = 1});
    EXPECT_FALSE(verdict.holds);
    EXPECT_THAT(verdict.broken, testing::HasSubstr("nothing comes to rest"));
    EXPECT_THAT(verdict.trail, testing::Not(testing::IsEmpty()));
}

TEST(Check, refuses_what_it_cannot_hold) {
    EXPECT_THROW(check(mesi(), {.levels = 3}), std::invalid_argument);
    EXPECT_THROW(check(mesi(), {.levels = 1, .clusters = 2}), std::invalid_argument);
    EXPECT_THROW(check(mesi(), {.caches = 0}), std::invalid_argument);
    EXPECT_THROW(check(mesi(), {.levels = 2, .clusters = 2, .caches = 4}), std::invalid_argument);
}

TEST(Check, gives_up_beyond_the_allowed_number_of_states) {
    const auto verdict = check(mesi(), {.caches = 3, .most_states = 1000});
    EXPECT_FALSE(verdict.holds);
    EXPECT_THAT(verdict.broken, testing::HasSubstr("given up"));
}

}  // namespace
}  // namespace hitm::protocols
