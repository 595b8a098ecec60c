// A fault's key is enough to see the fault again, as a chart.
#include "protocols/trail.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocols/print.hpp"
#include "tests/protocols/every.hpp"
#include "tests/protocols/planted.hpp"

namespace hitm::protocols {
namespace {

const std::vector<Setting>& settings() {
    static const std::vector<Setting> all{{.caches = 2},
                                          {.caches = 3, .inside = Way::Confirm},
                                          {.levels = 2, .clusters = 2, .caches = 1},
                                          {.levels = 2, .clusters = 2, .caches = 1, .inside = Way::Confirm, .outside = Way::Confirm},
                                          {.levels = 2, .clusters = 1, .caches = 3}};
    return all;
}

class Trails : public testing::TestWithParam<std::string> {};

/// For every planted fault in every setting: the key, written and read, leads to the very property that the check found broken,
/// in as many steps.
TEST_P(Trails, lead_back_to_the_fault) {
    for (const auto& [name, broken] : planted::faults_of(*find(GetParam())))
        for (const auto& setting : settings()) {
            const auto verdict = check(broken.protocol(), setting);
            if (verdict.holds) continue;  // some faults need three caches
            const auto trail = parse_key(to_key({setting, verdict.moves}));
            EXPECT_EQ(trail.moves, verdict.moves);
            const auto steps = replay(broken.protocol(), trail);
            ASSERT_EQ(steps.size(), verdict.trail.size()) << report(setting, verdict);
            if (!steps.empty() && !steps.back().broken.empty()) {
                EXPECT_EQ(steps.back().broken, verdict.broken);
            }
            for (std::size_t i = 0; i + 1 < steps.size(); ++i) EXPECT_EQ(steps[i].broken, "") << report(setting, verdict);
            EXPECT_THAT(chart(broken.protocol(), trail), testing::HasSubstr(">"));
        }
}
INSTANTIATE_TEST_SUITE_P(Of, Trails, testing::ValuesIn(every_name()), by_name);

TEST(Chart, shows_who_sends_what_to_whom_and_what_they_become) {
    EXPECT_EQ(chart(*find("MSI"), parse_key("2:chain:L1.0.0")),
              "     cache 0         cache 1         home\n"
              "     I               I               I\n"
              "  1                  Load\n"
              "     |               IS_D            |\n"
              "  2                  o----- GetS ---->\n"
              "     |               |               S\n"
              "  3                  <----- Data ----o\n"
              "     |               S               |\n");
}

TEST(Keys, that_are_wrong_are_refused_with_what_is_right) {
    for (const char* key : {"", "2", "2:loop", "9:chain", "2:chain:X1", "2:chain:L", "2:chain:L0..L1", "2:chain,chain:L0", "2x2:chain:L0",
                            "4x2:chain,chain", "2:chain:-1", "2:chain:L99999999999", "\xff:chain"})
        EXPECT_THROW(parse_key(key), std::invalid_argument) << key;
    for (const char* key : {"2:chain:L2", "2:chain:0", "2:chain:A0", "2:chain:R0", "2x1:chain,chain:A2"})
        EXPECT_THROW(replay(*find("MESI"), parse_key(key)), std::invalid_argument) << key;
}

}  // namespace
}  // namespace hitm::protocols
