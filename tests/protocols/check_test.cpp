// MESI holds, in every order, in one level and in two; and the checker would say so if it did not.
#include "protocols/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "protocols/print.hpp"

namespace hitm::protocols {
namespace {

constexpr Way chain = Way::Chain;
constexpr Way confirm = Way::Confirm;

const Protocol& mesi() { return *find("MESI"); }

Verdict expect_holds(const Setting& setting) {
    const auto verdict = check(mesi(), setting);
    std::cout << report(setting, verdict);
    EXPECT_TRUE(verdict.holds) << report(setting, verdict);
    return verdict;
}

TEST(Mesi, holds_with_two_caches) {
    for (auto way : {chain, confirm}) expect_holds({.caches = 2, .inside = way});
}

TEST(Mesi, holds_with_three_caches) {
    for (auto way : {chain, confirm}) expect_holds({.caches = 3, .inside = way});
}

TEST(Mesi, holds_with_four_caches) {
    for (auto way : {chain, confirm}) expect_holds({.caches = 4, .inside = way});
}

TEST(Mesi, holds_with_two_clusters_of_one_core) {
    for (auto inside : {chain, confirm})
        for (auto outside : {chain, confirm}) expect_holds({.levels = 2, .clusters = 2, .caches = 1, .inside = inside, .outside = outside});
}

TEST(Mesi, holds_with_one_cluster_of_two_cores) {
    for (auto inside : {chain, confirm})
        for (auto outside : {chain, confirm}) expect_holds({.levels = 2, .clusters = 1, .caches = 2, .inside = inside, .outside = outside});
}

/// The largest of the everyday tier; with the others it enters every cell of both tables.
TEST(MesiSlow, holds_with_two_clusters_of_two_cores_and_has_no_dead_cell) {
    auto reached = expect_holds({.levels = 2, .clusters = 2, .caches = 2}).reached;
    reached |= expect_holds({.caches = 3}).reached;
    EXPECT_THAT(dead_cells(mesi(), reached), testing::IsEmpty());
}

TEST(NightlyMesi, holds_with_two_clusters_of_two_cores_that_confirm_inside) {
    expect_holds({.levels = 2, .clusters = 2, .caches = 2, .inside = confirm, .outside = chain});
}

TEST(NightlyMesi, holds_with_two_clusters_of_two_cores_that_confirm_outside) {
    expect_holds({.levels = 2, .clusters = 2, .caches = 2, .inside = chain, .outside = confirm});
}

TEST(NightlyMesi, holds_with_two_clusters_of_two_cores_that_confirm_everywhere) {
    expect_holds({.levels = 2, .clusters = 2, .caches = 2, .inside = confirm, .outside = confirm});
}

TEST(NightlyMesi, holds_with_three_clusters_of_one_core) { expect_holds({.levels = 2, .clusters = 3, .caches = 1}); }

TEST(NightlyMesi, holds_with_five_caches) {
    for (auto way : {chain, confirm}) expect_holds({.caches = 5, .inside = way});
}

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
