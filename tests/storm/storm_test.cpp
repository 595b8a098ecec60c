// Every protocol, one level and two, chain and confirm: no byte is ever read that was not last written, and no blank cell is entered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/protocols/every.hpp"
#include "tests/protocols/planted.hpp"
#include "tests/storm/reach.hpp"
#include "tests/storm/unreached.hpp"

namespace hitm::sim::storm {
namespace {

using protocols::Protocol;

/// HITM_STORM_ACCESSES: how many in all, for all protocols together.
std::uint64_t accesses_or(std::uint64_t usual) {
    const char* asked = std::getenv("HITM_STORM_ACCESSES");
    return asked != nullptr ? std::strtoull(asked, nullptr, 10) : usual;
}

std::vector<std::string> names(const Protocol& p, const protocols::Reached& checked, const protocols::Reached& stormed) {
    const auto by_check = protocols::dead_cells(p, checked);
    std::vector<std::string> only_checked;
    for (const auto& cell : protocols::dead_cells(p, stormed))
        if (std::ranges::find(by_check, cell) == by_check.end()) only_checked.push_back(cell);
    return only_checked;
}

void expect_calm(const std::string& name, std::uint64_t accesses, std::uint64_t first_seed) {
    const auto& protocol = *protocols::find(name);
    const auto total = rage(protocol, accesses, first_seed);
    std::cout << name << ": " << total.checked << " accesses checked in " << total.runs << " runs from seed " << first_seed << '\n';
    for (const auto& cell : names(protocol, reached_by_check(protocol), total.reached))
        EXPECT_TRUE(is_explained(cell)) << cell
                                        << " is entered by the check and not by the storm; tests/storm/unreached.hpp does not say why";
}

class Storms : public testing::TestWithParam<std::string> {};
TEST_P(Storms, no_stale_byte_and_no_blank_cell) { expect_calm(GetParam(), accesses_or(2'000'000) / protocols::all().size(), 1); }

class NightlyStorms : public Storms {};
TEST_P(NightlyStorms, no_stale_byte_and_no_blank_cell) {
    expect_calm(GetParam(), accesses_or(20'000'000) / protocols::all().size(), 1'000'000);
}

/// The three classic faults are caught here, too: by a stale byte, a blank cell or threads that stand still.
TEST_P(Storms, catch_the_planted_faults) {
    for (const auto& [name, broken] : protocols::planted::faults_of(*protocols::find(GetParam()))) {
        const auto protocol = broken.protocol();
        std::uint64_t seed = 1;
        while (seed < 400 && run(draw(seed, seed % 3 == 0), protocol).fault.empty()) ++seed;
        ASSERT_LT(seed, 400U) << protocol.name;
        const auto small = shrink(draw(seed, seed % 3 == 0), protocol);
        std::cout << protocol.name << ": " << run(small, protocol).fault << "\n  in " << small.text() << '\n';
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Storms, testing::ValuesIn(protocols::every_name()), protocols::by_name);
INSTANTIATE_TEST_SUITE_P(Of, NightlyStorms, testing::ValuesIn(protocols::every_name()), protocols::by_name);

TEST(Storm, is_the_same_from_the_same_seed) {
    const auto& mesi = *protocols::find("MESI");
    EXPECT_EQ(run(draw(7, false), mesi).checked, run(draw(7, false), mesi).checked);
}

}  // namespace
}  // namespace hitm::sim::storm
