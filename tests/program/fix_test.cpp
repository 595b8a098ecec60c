// Fixes: edits, patches, places, other layouts, other programs.
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/program/bench.hpp"

namespace {

using namespace hitm::program;
using namespace hitm::program::testing;
using ::testing::HasSubstr;

Scenario fixed(const std::string& fix, const std::string& program = "  - load: [box.a, box.b]\n  - count: operation\n",
               const std::string& object = "{layout: box}") {
    return scenario(with_program(program, object, "fix:\n" + fix));
}

TEST(Fix, is_absent_where_none_is_written) {
    const Scenario s = scenario(with_program("  - load: box.a\n"));
    EXPECT_FALSE(s.has_fix());
    EXPECT_TRUE(changes_no_address(s));
}

TEST(Fix, edits_name_their_layout_where_there_are_several) {
    const Scenario s = fixed("  edits: {box: [move a to end]}\n");
    EXPECT_EQ(layout_of(s, Variant::After, "box").find("b").offset, 0U);
    EXPECT_EQ(layout_of(s, Variant::Before, "box").find("b").offset, 8U);
}

TEST(Fix, by_code_runs_another_program) {
    const Scenario s = fixed("  program: [load: box.a, count: operation]\n");
    const auto before = source(s, Variant::Before), after = source(s, Variant::After);
    EXPECT_EQ(told(*before, run(*before, 3)), "load a|load b|count");
    EXPECT_EQ(told(*after, run(*after, 3)), "load a|count|load a");
}

TEST(Fix, by_code_may_bring_objects_of_its_own) {
    const Scenario s = fixed(
        "  layouts: {own: {fields: [{name: n, type: u64}]}}\n  objects: {mine: {layout: own, per: cpu}}\n  program: [add: mine.n, count: "
        "operation]\n",
        "  - add: box.a\n  - count: operation\n");
    const auto after = source(s, Variant::After, 2);
    EXPECT_EQ(told(*after, run(*after, 2)), "add n|count");
    EXPECT_NE(next_of(*after, 0).address, next_of(*after, 1).address);
}

TEST(Fix, by_place_moves_objects_alone) {
    const Scenario s = fixed("  place: {box: {base: 32}}\n");
    const auto before = run(*source(s, Variant::Before), 1)[0], after = run(*source(s, Variant::After), 1)[0];
    EXPECT_EQ(after.address, before.address + 32);
}

TEST(Fix, by_another_layout_keeps_the_program) {
    const Scenario s = fixed("  layouts: {box: {fields: [{name: b, type: u64}, {name: a, type: u64}]}}\n");
    EXPECT_EQ(run(*source(s, Variant::After), 1)[0].address % 64, 8U);
}

TEST(Fix, that_removes_a_field_in_use_is_refused) {
    try {
        fixed("  edits: [remove b]\n");
        FAIL() << "accepted";
    } catch (const BadScenario& e) {
        EXPECT_THAT(e.what(), HasSubstr("no field b after the fix"));
    }
}

const char* const patch =
    "--- a/box.h\n+++ b/box.h\n@@ -1,6 +1,6 @@\n struct box {\n-\tu64 a;\n \tu64 b;\n+\tu64 a;\n \tu32 c;\n \tu8 d;\n };\n";

TEST(Patch, replaces_the_fix) {
    Scenario s = fixed("  place: {box: {base: 32}}\n");
    replace_fix_by_patch(s, patch, "a.patch");
    EXPECT_EQ(layout_of(s, Variant::After, "box").find("a").offset, 8U);
    EXPECT_EQ(layout_of(s, Variant::After, "box").find("b").offset, 0U);
    EXPECT_EQ(s.after.objects[0].place.number.quantity.value, 0);
}

TEST(Patch, gives_the_same_resolved_text_as_the_edits_it_stands_for) {
    Scenario by_patch = scenario(with_program("  - load: box.a\n"));
    replace_fix_by_patch(by_patch, patch, "a.patch");
    EXPECT_EQ(by_patch.resolved(), fixed("  edits: [swap a b]\n", "  - load: box.a\n").resolved());
}

TEST(Edits, handed_over_replace_the_fix_and_what_was_published_of_it) {
    Scenario s = fixed("  place: {box: {base: 32}}\n", "  - load: box.a\n");
    s.published.emplace_back().threads = 2;
    replace_fix_by_edits(s, {{"box", {"swap a b"}}});
    EXPECT_EQ(s.resolved(), fixed("  edits: [swap a b]\n", "  - load: box.a\n").resolved());
    EXPECT_TRUE(s.published.empty());
    replace_fix_by_edits(s, {});
    EXPECT_FALSE(s.has_fix());
    EXPECT_THROW(replace_fix_by_edits(s, {{"crate", {"swap a b"}}}), BadScenario);
}

TEST(Layouts, are_handed_over_by_name) {
    const hitm::layout::Field field{.name = "a", .type = "u64", .size = {}, .align = {}};
    const Given given{{"mine", hitm::layout::from_fields("box", std::span(&field, 1))}};
    const std::string text =
        "hitm: 1\nmachine: any\nthreads: 2\nlayouts: {box: {given: mine}}\nobjects: {box: {layout: box}}\n"
        "program: [add: box.a, count: operation]\n";
    EXPECT_EQ(read_scenario(text, "x.yaml", Files::Refuse, given).before.layouts.at("box").size, 8U);
    EXPECT_THROW(read_scenario(text, "x.yaml"), BadScenario);
}

TEST(Patch, of_another_struct_is_refused) {
    Scenario s = scenario(with_program("  - load: box.a\n"));
    const char* const other = "--- a/x.h\n+++ b/x.h\n@@ -1,4 +1,4 @@\n struct crate {\n-\tu64 p;\n \tu64 q;\n+\tu64 p;\n };\n";
    EXPECT_THROW(replace_fix_by_patch(s, other, "a.patch"), BadScenario);
}

TEST(Patch, of_struct_file_gives_the_layout_of_the_edits) {
    const std::filesystem::path seed = std::filesystem::path(HITM_SHARED_DIR) / "seeds/000_ebd3cd2c57e72d42.txt";
    if (!std::filesystem::exists(seed)) GTEST_SKIP() << "the seed documents are not here";
    const std::string text =
        "hitm: 1\nmachine: any\nthreads: 2\nlayouts: {file: {read: file.before.txt}}\nobjects: {file: {layout: file, place: {slab: {align: "
        "64}}}}\n"
        "fix: {edits: [move f_ref to end, pad 8 after f_cred]}\nprogram: [add: file.f_ref, load: file.f_mode, count: operation]\n";
    const Scenario by_edits = read_scenario(text, std::string(HITM_SOURCE_DIR) + "/workloads/library/struct_file/x.yaml");
    Scenario by_patch = by_edits;
    replace_fix_by_patch(by_patch, seed);
    EXPECT_EQ(layout_of(by_patch, Variant::After, "file").find("f_ref").offset, 184U);
    EXPECT_EQ(by_patch.resolved(), by_edits.resolved());
}

TEST(Patch, of_a_slab_flag_aligns_the_objects) {
    const std::filesystem::path seed = std::filesystem::path(HITM_SHARED_DIR) / "seeds/002_8a6c4a1a00be6b66.txt";
    if (!std::filesystem::exists(seed)) GTEST_SKIP() << "the seed documents are not here";
    Scenario s = scenario(
        "hitm: 1\nmachine: any\nthreads: 2\nlayouts: {ext4_inode_info: {fields: [{name: head, size: 384, align: 8}, {name: i_rwsem, size: "
        "40, align: 8}, {name: tail, size: 648, align: 8}]}}\n"
        "objects: {inode: {layout: ext4_inode_info, count: 8, place: slab}}\nprogram: [pick: inode, {load: inode.i_rwsem, bytes: 8}, "
        "count: operation]\n");
    replace_fix_by_patch(s, seed);
    const auto cost = cost_in_bytes(s);
    EXPECT_EQ(cost[0].object_before, 1072U);
    EXPECT_EQ(cost[0].object_after, 1088U);
}

}  // namespace
