// Paths and leaves of a layout, and fields laid out by the C ABI.
#include "workloads/layout/layout.hpp"

#include <gmock/gmock.h>

namespace hitm::layout {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Layout sample() {
    return read_pahole(
        "struct s {\n unsigned char lead[3]; /* 0 3 */\n int a:3; /* 0:24 4 */\n union {\n int one; /* 8 4 */\n struct { short x; /* 8 2 "
        "*/ short y; /* 10 2 */ } "
        "two; /* 8 4 */\n }; /* 8 4 */\n struct { int v; /* 12 4 */ int w; /* 16 4 */ } row[2][2]; /* 12 32 */\n"
        " spinlock_t lock; /* 44 4 */\n /* size: 48, cachelines: 1 */\n};",
        "x");
}

TEST(Layout, finds_through_anonymous_members_arrays_and_bits) {
    const Layout layout = sample();
    EXPECT_EQ(layout.find("one"), (Place{8, 4}));
    EXPECT_EQ(layout.find("two.y"), (Place{10, 2}));
    EXPECT_EQ(layout.find("row[1][0].w"), (Place{32, 4}));
    EXPECT_EQ(layout.find("row[1]"), (Place{28, 16}));
    EXPECT_EQ(layout.find("a"), (Place{3, 1}));
    EXPECT_EQ(layout.find("lead[2]"), (Place{2, 1}));
}

TEST(Layout, finds_nothing_behind_the_end_or_in_a_malformed_path) {
    for (const char* path :
         {"row[2]", "row[0][2]", "row[0][0][0]", "row[", "row[]", "row[x]", "row]", "", ".", "two.", "one.x", "lead[99999999999999999999]"})
        EXPECT_FALSE(sample().try_find(path)) << path;
}

TEST(Layout, names_near_misses) {
    try {
        (void)sample().find("lok");
        FAIL();
    } catch (const BadLayout& bad) {
        EXPECT_THAT(bad.what(), HasSubstr("x: struct s has no member 'lok'; near it: lock"));
    }
}

TEST(Layout, flattens_to_leaves_in_offset_order) {
    EXPECT_THAT(sample().flatten(),
                ElementsAre(Flat{"lead", 0, 3}, Flat{"a", 3, 1}, Flat{"one", 8, 4}, Flat{"two.x", 8, 2}, Flat{"two.y", 10, 2},
                            Flat{"row[0][0].v", 12, 4}, Flat{"row[0][0].w", 16, 4}, Flat{"row[0][1].v", 20, 4}, Flat{"row[0][1].w", 24, 4},
                            Flat{"row[1][0].v", 28, 4}, Flat{"row[1][0].w", 32, 4}, Flat{"row[1][1].v", 36, 4}, Flat{"row[1][1].w", 40, 4},
                            Flat{"lock", 44, 4}));
}

TEST(Fields, are_laid_out_by_the_c_abi) {
    const std::vector<Field> fields = {{.name = "a", .type = "char"},
                                       {.name = "b", .type = "unsigned long"},
                                       {.name = "c", .type = "int", .count = 3},
                                       {.name = "d", .type = "struct mine", .size = 24, .align = 64},
                                       {.name = "e", .type = "std::atomic<long>"}};
    const Layout layout = from_fields("s", fields);
    EXPECT_EQ(layout.find("b"), (Place{8, 8}));
    EXPECT_EQ(layout.find("c"), (Place{16, 12}));
    EXPECT_EQ(layout.find("d"), (Place{64, 24}));
    EXPECT_EQ(layout.find("e"), (Place{88, 8}));
    EXPECT_EQ(layout.size, 128U);
    EXPECT_EQ(layout.align, 64U);
}

TEST(Fields, say_what_is_wrong) {
    auto message = [](std::vector<Field> fields, std::uint64_t align = 0) -> std::string {
        try {
            (void)from_fields("s", fields, "scenario.yaml", align);
        } catch (const BadLayout& bad) {
            return bad.what();
        }
        return "";
    };
    EXPECT_THAT(message({}), HasSubstr("no fields"));
    EXPECT_THAT(message({{.name = "a", .type = "foo_t", .line = 7}}),
                HasSubstr("scenario.yaml:7: a: the size of type 'foo_t' is not known"));
    EXPECT_THAT(message({{.name = "a", .type = "int", .align = 3}}), HasSubstr("alignment 3 is no power of two"));
    EXPECT_THAT(message({{.name = "a", .type = "int"}, {.name = "a", .type = "int"}}), HasSubstr("named twice"));
    EXPECT_THAT(message({{.type = "int"}}), HasSubstr("has no name"));
    EXPECT_THAT(message({{.name = "a", .type = "int", .count = UINT64_MAX}}), HasSubstr("2 GiB"));
    EXPECT_THAT(message({{.name = "a", .type = "int"}}, 24), HasSubstr("alignment 24"));
}

}  // namespace
}  // namespace hitm::layout
