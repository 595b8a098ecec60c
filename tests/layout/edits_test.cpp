// The edit language and the edits' arithmetic, by hand-reckoned examples and the published struct file.
#include "workloads/layout/edits.hpp"

#include <gmock/gmock.h>

#include <cstddef>
#include <cstring>

#include "tests/layout/shared.hpp"

namespace hitm::layout {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

Edited edited(const Layout& before, const std::vector<std::string>& text) {
    return layout::apply(before, parse_edits(text, "fix.yaml", 3));
}

std::string message(const Layout& layout, const std::vector<std::string>& text) {
    try {
        (void)edited(layout, text);
    } catch (const BadLayout& bad) {
        return bad.what();
    }
    return "nothing was wrong";
}

Layout struct_file() {
    return read_pahole(text_of(std::filesystem::path(HITM_SOURCE_DIR) / "workloads/library/struct_file/file.before.txt"),
                       "file.before.txt");
}

Layout small() {
    const std::vector<Field> fields = {
        {.name = "a", .type = "char"}, {.name = "b", .type = "long"}, {.name = "c", .type = "char"}, {.name = "d", .type = "int"}};
    return from_fields("small", fields);
}

TEST(Edits, of_struct_file_give_the_published_after_layout) {
    const Edited after = edited(struct_file(), {"move f_ref to end", "pad 8 after f_cred"});
    const std::vector<std::pair<const char*, std::uint64_t>> offsets = {
        {"f_lock", 0},   {"f_mode", 4},        {"f_op", 8},         {"f_mapping", 16},  {"private_data", 24}, {"f_inode", 32},
        {"f_flags", 40}, {"f_iocb_flags", 44}, {"f_cred", 48},      {"padding", 56},    {"f_path", 64},       {"f_pos_lock", 80},
        {"f_pipe", 80},  {"f_pos", 112},       {"f_security", 120}, {"f_owner", 128},   {"f_wb_err", 136},    {"f_sb_err", 140},
        {"f_ep", 144},   {"f_task_work", 152}, {"f_ra", 152},       {"f_freeptr", 152}, {"f_ref", 184}};
    for (const auto& [name, offset] : offsets) EXPECT_EQ(after.layout.find(name).offset, offset) << name;
    EXPECT_EQ(after.layout.size, 192U);
    EXPECT_THAT(after.notes, IsEmpty());
    EXPECT_THAT(after.renamed, IsEmpty());
}

TEST(Edits, place_behind_the_outermost_member_unless_inside_is_said) {
    EXPECT_EQ(edited(struct_file(), {"move f_lock after f_freeptr"}).layout.find("f_lock").offset, 184U);
    const Layout inside = edited(struct_file(), {"move f_lock after f_freeptr inside"}).layout;
    EXPECT_EQ(inside.find("f_lock").offset, inside.find("f_freeptr").offset);
    EXPECT_EQ(edited(struct_file(), {"move f_ref before f_pipe"}).layout.find("f_ref").offset, 72U);
}

TEST(Edits, move_insert_remove_and_swap_by_the_abi) {
    EXPECT_EQ(small().size, 24U);
    EXPECT_EQ(edited(small(), {"move c after a"}).layout.find("b").offset, 8U);
    EXPECT_EQ(edited(small(), {"move c after a"}).layout.size, 24U);
    EXPECT_EQ(edited(small(), {"move b to start"}).layout.size, 16U);
    EXPECT_EQ(edited(small(), {"insert u64 e[2] after a"}).layout.find("e"), (Place{8, 16}));
    EXPECT_EQ(edited(small(), {"insert struct mine e size 12 align 4 to end"}).layout.find("e"), (Place{24, 12}));
    EXPECT_EQ(edited(small(), {"remove b"}).layout.size, 8U);
    EXPECT_EQ(edited(small(), {"swap a b"}).layout.find("a").offset, 8U);
    EXPECT_EQ(edited(small(), {"swap a b"}).layout.size, 16U);
}

TEST(Edits, align_fields_and_structs_and_grow_them) {
    const Layout field = edited(small(), {"align d 64"}).layout;
    EXPECT_EQ(field.find("d").offset, 64U);
    EXPECT_EQ(field.size, 128U);
    EXPECT_EQ(edited(field, {"align d natural"}).layout.size, 24U);
    EXPECT_EQ(edited(small(), {"align struct 64"}).layout.size, 64U);
    EXPECT_EQ(edited(edited(small(), {"align struct 64"}).layout, {"align struct natural"}).layout.size, 24U);
    EXPECT_THAT(edited(small(), {"align struct 4"}).notes, ElementsAre(HasSubstr("changes nothing")));
}

TEST(Edits, split_in_two_and_say_where_each_member_went) {
    const Edited halves = edited(struct_file(), {"split after f_cred into file_cold with pointer"});
    EXPECT_EQ(halves.layout.size, 72U);
    EXPECT_EQ(halves.layout.find("file_cold"), (Place{64, 8}));
    ASSERT_TRUE(halves.second);
    EXPECT_EQ(halves.second->name, "file_cold");
    EXPECT_EQ(halves.second->find("f_ra").offset, 88U);
    EXPECT_EQ(halves.second->size, 120U);
    EXPECT_THAT(halves.renamed, Contains(Pair("f_pos", "file_cold.f_pos")));
    EXPECT_THAT(halves.renamed, Not(Contains(Pair("f_op", testing::_))));
}

TEST(Edits, follow_renamed_paths) {
    const Layout layout = read_pahole(
        "struct s {\n struct { int x; /* 0 4 */ int y; /* 4 4 */ } in; /* 0 8 */\n int z; /* 8 4 */\n /* size: 12, cachelines: 1 */\n};",
        "x");
    const Edited out = edited(layout, {"move in.y to end"});
    EXPECT_THAT(out.renamed, ElementsAre(Pair("in.y", "y")));
    EXPECT_EQ(out.layout.find("y").offset, 8U);
    EXPECT_EQ(out.layout.find("z").offset, 4U);
}

TEST(Edits, say_when_they_rest_on_an_inferred_alignment) {
    const Layout sems = read_pahole(
        "struct s {\n int n; /* 0 4 */\n int m; /* 4 4 */\n foo_t odd; /* 64 16 */\n char c; /* 80 1 */\n /* size: 128, cachelines: 2 "
        "*/\n};",
        "x");
    const Edited after = edited(sems, {"move m after odd"});
    EXPECT_EQ(after.layout.find("odd").offset, 64U);
    EXPECT_EQ(after.layout.find("m").offset, 80U);
    EXPECT_THAT(after.notes, ElementsAre(HasSubstr("rests on the alignment of odd, 64, inferred")));
}

TEST(Edits, keep_a_hole_that_no_alignment_explains) {
    const Layout layout =
        read_pahole("struct s {\n int n; /* 0 4 */\n int m; /* 12 4 */\n int k; /* 16 4 */\n /* size: 20, cachelines: 1 */\n};", "x");
    const Edited after = edited(layout, {"swap m k"});
    EXPECT_EQ(after.layout.find("k").offset, 12U);
    EXPECT_THAT(after.notes, ElementsAre(HasSubstr("8 bytes at 4 are explained by no alignment")));
}

// The compiler that builds this test is the witness.
struct Bits {
    char a;
    unsigned x : 20, y : 20;
    unsigned char z : 4;
    short s;
};

TEST(Edits, put_bit_fields_where_the_compiler_does) {
    const std::vector<Field> fields = {{.name = "a", .type = "char"}, {.name = "s", .type = "short"}};
    const Layout layout =
        edited(from_fields("Bits", fields), {"insert unsigned x:20 after a", "insert unsigned y:20 after x", "insert u8 z:4 after y"})
            .layout;
    EXPECT_EQ(layout.size, sizeof(Bits));
    EXPECT_EQ(layout.align, alignof(Bits));
    EXPECT_EQ(layout.find("s").offset, offsetof(Bits, s));
    Bits bits{};
    for (const auto& [name, set] : {std::pair{"x", +[](Bits& b) { b.x = 0xFFFFF; }}, std::pair{"y", +[](Bits& b) { b.y = 0xFFFFF; }},
                                    std::pair{"z", +[](Bits& b) { b.z = 0xF; }}}) {
        bits = Bits{};
        set(bits);
        unsigned char bytes[sizeof(Bits)];
        std::memcpy(bytes, &bits, sizeof(Bits));
        const Place place = layout.find(name);
        for (std::uint64_t i = 0; i < sizeof(Bits); ++i)
            EXPECT_EQ(bytes[i] != 0, i >= place.offset && i < place.offset + place.size) << name << " byte " << i;
    }
}

TEST(Edits, keep_packed_structs_packed) {
    const Layout packed =
        read_pahole("struct p {\n char c; /* 0 1 */\n int i; /* 1 4 */\n short s; /* 5 2 */\n /* size: 7, cachelines: 1 */\n};", "x");
    const Edited after = edited(packed, {"move c to end", "insert u64 big after i"});
    EXPECT_EQ(after.layout.find("big").offset, 4U);
    EXPECT_EQ(after.layout.size, 15U);
}

TEST(Edits, refuse_what_the_compiler_orders) {
    Layout rust = small();
    rust.compiler_orders = true;
    EXPECT_THAT(message(rust, {"move a to end"}), HasSubstr("the compiler chooses the order"));
}

TEST(Edits, say_what_is_wrong) {
    const std::vector<std::pair<const char*, const char*>> table = {
        {"", "an edit is missing"},
        {"shift a to end", "fix.yaml:3: edit 'shift a to end': 'shift' is no edit; would be right: 'move NAME"},
        {"move a", "'after', 'before' or 'to' is missing"},
        {"move a to middle", "'middle' is neither end nor start"},
        {"move a beside b", "'beside' is none of after, before, to"},
        {"move a after a", "cannot stand beside itself"},
        {"move aa after b", "has no member 'aa'; near it: a"},
        {"move a to end now", "'now' is too much"},
        {"pad 0 after a", "0 bytes are none"},
        {"pad -8 after a", "'-8' is no number of bytes"},
        {"align a 48", "alignment 48 is no power of two"},
        {"align a", "an alignment is missing"},
        {"insert foo_t x after a", "the size of type 'foo_t' of 'x' is not known"},
        {"insert x after a", "is no declaration of one member"},
        {"insert u64 b after a", "has a member 'b' already"},
        {"insert u32 x:40 after a", "40 bits do not fit into 'u32'"},
        {"remove x", "has no member 'x'"},
        {"swap a a", "cannot change places with itself"},
        {"split after d into cold", "nothing stands after 'd'"},
        {"split before d into cold", "'after' is missing"},
        {"move a after b inside out", "'out' is too much"},
    };
    for (const auto& [text, wanted] : table) EXPECT_THAT(message(small(), {text}), HasSubstr(wanted)) << text;
}

TEST(Edits, refuse_to_stand_behind_a_flexible_array) {
    const Layout layout =
        read_pahole("struct s {\n int n; /* 0 4 */\n int m; /* 4 4 */\n long d[]; /* 8 0 */\n /* size: 8, cachelines: 1 */\n};", "x");
    EXPECT_THAT(message(layout, {"move n to end"}),
                HasSubstr("'d' is an array without a length and ends the struct; would be right: before d"));
}

TEST(Edits, refuse_to_edit_inside_of_a_struct_with_its_own_name) {
    const Layout layout = read_pahole(
        "struct s {\n struct path { void * mnt; /* 0 8 */ void * dentry; /* 8 8 */ } f_path; /* 0 16 */\n int n; /* 16 4 */\n /* size: 24, "
        "cachelines: 1 */\n};",
        "x");
    EXPECT_THAT(message(layout, {"move n after f_path.mnt inside"}), HasSubstr("f_path is a struct path of its own; edit that struct"));
    EXPECT_EQ(edited(layout, {"move n before f_path.dentry"}).layout.find("n").offset, 0U);
}

}  // namespace
}  // namespace hitm::layout
