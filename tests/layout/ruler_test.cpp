// What the ruler prints.
#include "workloads/layout/ruler.hpp"

#include <gmock/gmock.h>

#include "workloads/layout/edits.hpp"

namespace hitm::layout {
namespace {

using testing::HasSubstr;

Layout sample() {
    return read_pahole(
        "struct s {\n char a; /* 0 1 */\n long b; /* 8 8 */\n int (*call)(int); /* 16 8 */\n union { int x; /* 24 4 */ long y; /* 24 8 */ "
        "}; /* 24 8 */\n"
        " char big[60]; /* 32 60 */\n /* size: 96, cachelines: 2 */\n};",
        "x");
}

TEST(Ruler, shows_lines_holes_crossings_and_objects_per_slab) {
    EXPECT_EQ(print(sample()),
              "struct s: 96 bytes, aligned to 8, 2 lines of 64; 42 objects per slab of 4096 bytes, 32 when aligned to a line\n"
              "--- line 0   ------------------------------------------------------------\n"
              "     0      1  char a\n"
              "     1      7  (hole)\n"
              "     8      8  long b\n"
              "    16      8  int (*call)(int)\n"
              "    24      8  union\n"
              "    24      4    int x\n"
              "    24      8    long y\n"
              "    32     60  char big[60]  -> line 1\n"
              "--- line 1   ------------------------------------------------------------\n"
              "    92      4  (padding at the end)\n");
}

TEST(Ruler, marks_what_moved_and_what_is_new) {
    const std::vector<std::string> text = {"move a to end", "pad 8 after b"};
    const Layout after = layout::apply(sample(), parse_edits(text, "x")).layout;
    const std::string beside = print_beside(sample(), after);
    EXPECT_THAT(beside, HasSubstr("     8      8  long b"));
    EXPECT_THAT(beside, HasSubstr("|     24      8  union")) << "it has not moved";
    EXPECT_THAT(beside, HasSubstr("|>     0      8  long b"));
    EXPECT_THAT(beside, HasSubstr("|+     8      8  u8 padding[8]"));
    EXPECT_THAT(beside, HasSubstr("|     16      8  int (*call)(int)"));
}

}  // namespace
}  // namespace hitm::layout
