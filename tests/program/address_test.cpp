// Where objects stand, in closed form; what before and after share.
#include <gmock/gmock.h>

#include <set>

#include "tests/program/bench.hpp"

namespace {

using namespace hitm::program;
using namespace hitm::program::testing;
using hitm::workloads::Access;
using hitm::workloads::NumaHome;

/// A scenario of many 72-byte objects, all of them visited in order.
Scenario visiting(const std::string& place, unsigned count, const std::string& more = "") {
    return scenario(
        "hitm: 1\nmachine: any\nthreads: 2\nlayouts: {box: {fields: [{name: a, type: u64}, {name: rest, size: 64, align: 8}]}}\n"
        "objects:\n  box: {layout: box, count: " +
        std::to_string(count) + ", place: " + place + more +
        "}\n"
        "program:\n  - pick: box\n    at: i\n  - load: box.a\n  - set: {i: i + 1}\n");
}

std::vector<std::uint64_t> addresses(const Scenario& s, unsigned count, std::uint64_t seed = 1) {
    std::vector<std::uint64_t> result;
    for (const Access& a : run(*source(s, Variant::Before, 1, seed), count)) result.push_back(a.address);
    return result;
}

TEST(Array, puts_objects_one_behind_the_other_from_a_page) {
    const auto at = addresses(visiting("array", 50), 50);
    EXPECT_EQ(at[0] % 4096, 0U);
    for (unsigned i = 1; i < 50; ++i) EXPECT_EQ(at[i], at[0] + i * 72U);
}

TEST(Base, puts_every_object_so_far_behind_a_line) {
    const auto at = addresses(visiting("{base: 56}", 20), 20);
    std::set<std::uint64_t> lines;
    for (const std::uint64_t a : at) {
        EXPECT_EQ(a % 64, 56U);
        for (std::uint64_t line = a / 64; line <= (a + 71) / 64; ++line)
            EXPECT_TRUE(lines.insert(line).second) << "two objects share a line";
    }
}

TEST(Slab, holds_whole_objects_at_its_stride_from_a_random_first_place) {
    const unsigned per_slab = 4096 / 128;
    const auto at = addresses(visiting("{slab: {align: 64}}", 200), 200);
    const std::uint64_t first = at[0] % 4096 / 128;
    for (unsigned i = 0; i < 200; ++i) {
        const std::uint64_t place = first + i;
        EXPECT_EQ(at[i], at[0] / 4096 * 4096 + place / per_slab * 4096 + place % per_slab * 128);
    }
}

TEST(Slab, without_alignment_starts_objects_anywhere_in_a_line) {
    std::set<std::uint64_t> starts;
    for (const std::uint64_t a : addresses(visiting("slab", 56), 56)) starts.insert(a % 64);
    EXPECT_EQ(starts.size(), 8U);  // 72 = 64 + 8: every multiple of 8
}

TEST(Slab, starts_in_another_place_with_another_seed) {
    const Scenario s = visiting("{slab: {align: 64}}", 4);
    std::set<std::uint64_t> starts;
    for (std::uint64_t seed = 0; seed < 64; ++seed) starts.insert(addresses(s, 1, seed)[0] % 4096);
    EXPECT_GT(starts.size(), 16U);
}

TEST(Heap, keeps_the_alignment_asked_for) {
    for (const std::uint64_t a : addresses(visiting("{heap: {align: 128}}", 40), 40)) EXPECT_EQ(a % 128, 0U);
    const auto at = addresses(visiting("heap", 40), 40);
    for (unsigned i = 1; i < 40; ++i) EXPECT_EQ(at[i] - at[i - 1], 80U);  // 72 + 8 of malloc's own, rounded up to 16
}

TEST(Home, is_told_for_every_byte_of_an_object) {
    const Scenario node = visiting("array", 100, ", home: node 3");
    const auto from = source(node);
    for (const Access& a : run(*from, 100)) {
        EXPECT_EQ(from->home(a.address).kind, NumaHome::Kind::Node);
        EXPECT_EQ(from->home(a.address + 71).node, 3U);
    }
    const auto first = source(visiting("array", 1));
    EXPECT_EQ(first->home(next_of(*first, 0).address).kind, NumaHome::Kind::FirstTouch);
}

TEST(Own, gives_each_thread_its_object) {
    const Scenario s = scenario(with_program("  - load: box.a\n", "{layout: box, per: thread, place: array}"));
    const auto from = source(s, Variant::Before, 3);
    const std::uint64_t first = next_of(*from, 0).address;
    EXPECT_EQ(next_of(*from, 1).address, first + 24);
    EXPECT_EQ(next_of(*from, 2).address, first + 48);
}

TEST(Own, of_cpus_stands_in_pages_of_its_own) {
    const Scenario s = scenario(with_program("  - load: box.a\n", "{layout: box, per: cpu}"));
    const auto from = source(s, Variant::Before, 3);
    const std::uint64_t first = next_of(*from, 0).address;
    EXPECT_EQ(next_of(*from, 1).address, first + 65536);
    EXPECT_EQ(next_of(*from, 2).address, first + 2 * 65536);
}

TEST(Addresses, are_the_same_before_and_after_but_for_the_fix) {
    const Scenario s = scenario(
        with_program("  - load: [box.a, box.b]\n", "{layout: box, count: 1, place: {slab: {align: 64}}}", "fix: {edits: [swap a b]}\n"));
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
        const auto before = run(*source(s, Variant::Before, 1, seed), 2);
        const auto after = run(*source(s, Variant::After, 1, seed), 2);
        EXPECT_EQ(before[0].address, after[1].address);
        EXPECT_EQ(before[1].address, after[0].address);
        EXPECT_EQ(before[0].field, after[0].field);
    }
}

TEST(ChangesNoAddress, is_true_exactly_where_every_touched_byte_stays) {
    const auto fixed = [](const std::string& fix, const std::string& place) {
        return changes_no_address(
            scenario(with_program("  - load: [box.a, box.b]\n", "{layout: box, place: " + place + "}", "fix: " + fix + "\n")));
    };
    EXPECT_TRUE(fixed("{edits: [swap c d]}", "{base: 0}"));  // neither is touched
    EXPECT_FALSE(fixed("{edits: [swap a b]}", "{base: 0}"));
    EXPECT_TRUE(fixed("{edits: [pad 8 at end]}", "{slab: {align: 64}}"));  // the stride stays 64
    EXPECT_FALSE(fixed("{edits: [pad 8 at end]}", "slab"));
    EXPECT_TRUE(fixed("{place: {box: {base: 0}}}", "{base: 0}"));
    EXPECT_FALSE(fixed("{place: {box: {base: 8}}}", "{base: 0}"));
    EXPECT_FALSE(fixed("{program: [load: box.a]}", "{base: 0}"));
}

TEST(VaryPlace, moves_the_objects_of_both_variants) {
    Scenario s = visiting("array", 1);
    vary_place(s, "base", 40);
    EXPECT_EQ(addresses(s, 1)[0] % 64, 40U);
    vary_place(s, "box.slab.align", 128);
    EXPECT_EQ(addresses(s, 1)[0] % 128, 0U);
    EXPECT_THROW(vary_place(s, "bix.base", 8), BadScenario);
    EXPECT_THROW(vary_place(s, "bass", 8), BadScenario);
    EXPECT_THROW(vary_place(s, "slab.align", 24), BadScenario);
}

}  // namespace
