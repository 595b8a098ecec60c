// Who enters which cell, on one page; the page in the tree is what the runs say.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "protocols/print.hpp"
#include "tests/storm/reach.hpp"

namespace hitm::sim::storm {
namespace {

constexpr auto head =
    "<!-- Made by a test, which compares it. HITM_UPDATE=1 rewrites it. -->\n# Who enters which cell\n\n"
    "**c**: the exhaustive check (3 caches; 2 clusters of 1; 1 cluster of 3; both ways). **s**: the storm (500,000 checked accesses a "
    "protocol). "
    "**p**: the programs of the library (struct_file, file_f_count_2020, each before and after its fix, at their largest thread count). "
    "An agent is counted as a cache above and as a home below.\n\nThe check enters every cell. Why the storm does not enter some: "
    "`tests/storm/unreached.hpp`. The programs have large caches and settle in a few cells: these carry the predictions.\n";

std::string page() {
    std::string text = head;
    for (const auto& p : protocols::all()) {
        auto programs = reached_by_scenario(p, "struct_file");
        programs |= reached_by_scenario(p, "file_f_count_2020");
        text += "\n" + protocols::coverage(p, {{'c', reached_by_check(p)}, {'s', rage(p, 500'000, 1).reached}, {'p', programs}});
    }
    return text;
}

TEST(CoverageSlow, the_committed_page_is_fresh) {
    const std::string path = HITM_SOURCE_DIR "/protocols/COVERAGE.md";
    const auto now = page();
    if (std::getenv("HITM_UPDATE") != nullptr) std::ofstream(path) << now;
    std::ostringstream committed;
    committed << std::ifstream(path).rdbuf();
    EXPECT_EQ(committed.str(), now) << path << " is not what the runs say; run the test with HITM_UPDATE=1 to rewrite it";
    EXPECT_EQ(now.find("| **none**"), std::string::npos) << "a cell that nobody enters";
}

}  // namespace
}  // namespace hitm::sim::storm
