// No access waits for ever while others are served; and the search would say so if one did.
#include "protocols/starvation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "protocols/far.hpp"
#include "protocols/print.hpp"
#include "tests/protocols/every.hpp"

namespace hitm::protocols {
namespace {

void expect_served(const Protocol& protocol, const Setting& setting) {
    const auto verdict = check_starvation(protocol, setting);
    std::cout << protocol.name << ", no starvation, " << report(setting, verdict);
    EXPECT_TRUE(verdict.holds) << report(setting, verdict);
}

class StarvationSlow : public testing::TestWithParam<std::string> {};
TEST_P(StarvationSlow, is_excluded_in_one_level_and_in_two) {
    const auto& protocol = *find(GetParam());
    const auto far = far_atomics(protocol);
    for (auto inside : {Way::Chain, Way::Confirm}) {
        for (int caches : {2, 3}) expect_served(protocol, {.caches = caches, .inside = inside});
        expect_served(far.protocol(), {.caches = 2, .inside = inside});
        for (auto outside : {Way::Chain, Way::Confirm})
            for (int clusters : {1, 2})
                expect_served(protocol, {.levels = 2, .clusters = clusters, .caches = 2 / clusters, .inside = inside, .outside = outside});
    }
}
INSTANTIATE_TEST_SUITE_P(Of, StarvationSlow, testing::ValuesIn(every_name()), by_name);

/// The Primer's window of vulnerability (8.7.2): a load whose data came too late asks again instead of being done once. The
/// writer can win every time. Nothing else is wrong with it: once the writer rests, the reader is served.
TEST(StarvationFinder, sees_a_reader_that_asks_again_for_ever) {
    Changes<Cache> changes;
    using enum Cache::State;
    using enum Cache::Event;
    changes.rows = {{IS_D, Inv, {Cache::Action::SendAckToReq}, IS_DI},
                    {IS_DI, {Load, Store, Rmw, Evict}, {Cache::Action::Stall}},
                    {IS_DI, Data0, {Cache::Action::SendGetS}, IS_D}};
    const auto retrying = vary(*find("MSI"), "retrying", "", changes, {});
    const Setting setting{.caches = 2};
    const auto checked = check(retrying.protocol(), setting);
    EXPECT_TRUE(checked.holds) << report(setting, checked);
    const auto verdict = check_starvation(retrying.protocol(), setting);
    EXPECT_FALSE(verdict.holds);
    EXPECT_THAT(verdict.broken, testing::HasSubstr("starved"));
    EXPECT_THAT(verdict.trail, testing::Not(testing::IsEmpty()));
    std::cout << report(setting, verdict);
}

TEST(StarvationFinder, refuses_what_it_cannot_hold) { EXPECT_THROW(check_starvation(*find("MSI"), {.caches = 4}), std::invalid_argument); }

}  // namespace
}  // namespace hitm::protocols
