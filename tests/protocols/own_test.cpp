// Protocols of one's own: from text or from changed rows, proven before they run, and then like any other.
#include "protocols/own.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "protocols/far.hpp"
#include "protocols/print.hpp"
#include "protocols/proof.hpp"
#include "protocols/text.hpp"
#include "tests/protocols/every.hpp"

namespace hitm::protocols {
namespace {

TEST(Text, read_back_is_the_same_protocol) {
    for (const auto& p : all()) {
        auto printed = text(p);
        printed.replace(printed.find(p.name), p.name.size(), "again");
        EXPECT_THAT(difference(p, read_protocol(printed, "printed").protocol()), testing::IsEmpty());
    }
}

TEST(Text, a_fifth_protocol_is_a_few_lines_and_holds) {
    const auto own = handover();
    EXPECT_THAT(difference(*find("MESI"), own.protocol()), testing::SizeIs(8));
    const auto fault = first_fault(own.protocol());
    EXPECT_FALSE(fault.has_value()) << report(fault->setting, fault->verdict);
}

TEST(Text, a_protocol_that_does_not_hold_is_told_with_its_shortest_trail) {
    const auto own = read_protocol("protocol silent\nextends MESI\ncache\nS x Inv -> - => I\n", "silent");
    const auto fault = first_fault(own.protocol());
    ASSERT_TRUE(fault.has_value());
    EXPECT_THAT(fault->verdict.trail, testing::Contains(testing::HasSubstr("S x Inv")));
}

TEST(FarSlow, atomics_at_the_directory_hold_for_every_protocol) {
    for (const auto& p : all()) {
        const auto far = far_atomics(p);
        const auto fault = first_fault(far.protocol());
        EXPECT_FALSE(fault.has_value()) << far.protocol().name << ": " << report(fault->setting, fault->verdict);
    }
}

TEST(Vary, rows_take_their_cells_and_leave_the_others) {
    Changes<Cache> changes;
    changes.rows.push_back({Cache::State::E, Cache::Event::Load, {Cache::Action::Stall}});
    changes.removed.emplace_back(Cache::State::M, Cache::Event::Load);
    const auto own = vary(*find("MESI"), "own", "", changes, {});
    std::vector<std::string> lines;
    for (const auto& d : difference(*find("MESI"), own.protocol())) lines.push_back(d.text());
    EXPECT_THAT(lines, testing::ElementsAre("cache E x Load: load hit -> stall", "cache M x Load: load hit -> cannot happen"));
    EXPECT_THAT(difference_markdown(*find("MESI"), own.protocol()),
                testing::EndsWith("| cache | E x Load | load hit | stall |\n| cache | M x Load | load hit | cannot happen |\n"));
}

struct Wrong {
    const char* text;
    const char* says;
};

TEST(Text, wrong_input_is_told_with_line_and_what_would_be_right) {
    const std::string head = "protocol p\nextends MESI\n";
    for (const auto& [text, says] : {
             Wrong{"cache\nX x Load -> -\n", "f:4: `X` is no state; right would be perhaps"},
             Wrong{"cache\nI x Lod -> -\n", "f:4: `Lod` is no event; right would be perhaps `Load`"},
             Wrong{"cache\nI x Load -> GetS to home\n", "perhaps `GetS to dir`"},
             Wrong{"cache\nI x Load -> GetS to dir => IS\n", "f:4: `IS` is no state"},
             Wrong{"cache\nI Load -> -\n", "a row without `x`"},
             Wrong{"cache\nI x Load\n", "a row without `->`"},
             Wrong{"cache\nI x Load -> -\nI | S x Load -> -\n", "f:5: this cell was written in line 4 already"},
             Wrong{"cache\nI x Load -> stall; load hit\n", "a row that stalls does nothing else"},
             Wrong{"cache\nI x Load -> load hit; load hit; load hit; load hit; load hit; load hit; load hit\n", "too many actions"},
             Wrong{"rows\n", "`rows` is not understood here"},
             Wrong{"extends MSEI\n", "no protocol MSEI; right would be MSI, MESI"},
             Wrong{"protocol MESI\n", "there is a protocol MESI already"},
             Wrong{"protocol a b\n", "is no name"},
         }) {
        try {
            read_protocol(head + text, "f");
            ADD_FAILURE() << text << " was taken";
        } catch (const BadProtocol& bad) {
            EXPECT_THAT(bad.what(), testing::HasSubstr(says)) << text;
        }
    }
    EXPECT_THROW(read_protocol("", "f"), BadProtocol);
    EXPECT_THROW(read_protocol("protocol p\ncache\nI x Load -> -\n", "f"), BadProtocol);
    EXPECT_THROW(read_protocol("protocol p\ncache\nremove I x Load\n", "f"), BadProtocol);
}

}  // namespace
}  // namespace hitm::protocols
