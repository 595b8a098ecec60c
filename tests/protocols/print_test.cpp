// The printed protocols are the tables.
#include "protocols/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace hitm::protocols {
namespace {

std::string read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(Print, the_committed_files_are_fresh) {
    for (const auto& p : all()) {
        const auto path = HITM_SOURCE_DIR "/protocols/" + std::string(p.name) + ".md";
        if (std::getenv("HITM_UPDATE") != nullptr) std::ofstream(path) << markdown(p);
        EXPECT_EQ(read(path), markdown(p)) << path << " is not what the tables say; run the test with HITM_UPDATE=1 to rewrite it";
    }
}

TEST(Print, a_report_numbers_the_steps_of_a_trail) {
    Verdict verdict;
    verdict.holds = false;
    verdict.broken = "stuck";
    verdict.trail = {"first", "second"};
    EXPECT_THAT(report({.caches = 3}, verdict), testing::StartsWith("3 caches, chain: broken: stuck; 0 states"));
    EXPECT_THAT(report({.caches = 3}, verdict), testing::EndsWith("  1. first\n  2. second\n"));
}

TEST(Protocols, are_found_by_name_in_any_case) {
    ASSERT_NE(find("mesi"), nullptr);
    EXPECT_EQ(find("mesi"), find("MESI"));
    EXPECT_EQ(find("MSEI"), nullptr);
}

TEST(Table, two_rows_on_one_cell_are_refused) {
    const std::array<Row<Cache>, 2> rows{{{Cache::State::I, Cache::Event::Load, {}}, {Cache::State::I, Cache::Event::Load, {}}}};
    EXPECT_THROW((Table<Cache>{rows}), std::logic_error);
}

}  // namespace
}  // namespace hitm::protocols
