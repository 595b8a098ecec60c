// The reader of pahole's text against what the text prints, in every form it arrives in.
#include <gmock/gmock.h>

#include <regex>

#include "tests/layout/shared.hpp"
#include "workloads/layout/layout.hpp"

namespace hitm::layout {
namespace {

using testing::HasSubstr;

struct Printed {
    std::string name;
    std::uint64_t offset, size;
};

// Every "name; /* offset size */" of the text, found with a regular expression and no reader of ours.
std::vector<Printed> printed_members(const std::string& text) {
    std::vector<Printed> found;
    const std::regex row(R"((\w+)(?:\[\d*\])*\)?(?:\([^;]*\))?;\s*/\*\s*(\d+)\s+(\d+) \*/)");
    for (std::sregex_iterator it(text.begin(), text.end(), row), end; it != end; ++it)
        found.push_back({(*it)[1], std::stoull((*it)[2]), std::stoull((*it)[3])});
    return found;
}

// Finds a printed member wherever it is nested.
bool holds(const std::vector<Member>& members, const Printed& wanted, std::uint64_t base) {
    for (const Member& member : members) {
        if (member.name == wanted.name && base + member.offset == wanted.offset && member.size == wanted.size) return true;
        if (holds(member.members, wanted, base + member.offset)) return true;
    }
    return false;
}

TEST(Pahole, parses_every_recorded_layout_to_the_printed_offsets_and_size) {
    const auto files = pahole_files();
    if (files.empty()) GTEST_SKIP() << "no recorded layouts at " << shared_path("data/layouts");
    for (const auto& file : files) {
        const std::string text = text_of(file);
        const Layout layout = read_pahole(text, file.filename().string());
        const auto printed = printed_members(text);
        EXPECT_GE(printed.size(), 9U) << file;
        for (const Printed& member : printed)
            EXPECT_TRUE(holds(layout.members, member, 0)) << file << " " << member.name << " " << member.offset;
        std::smatch size;
        ASSERT_TRUE(std::regex_search(text, size, std::regex(R"(/\* size: (\d+), cachelines)")));
        EXPECT_EQ(layout.size, std::stoull(size[1])) << file;
    }
}

TEST(Pahole, reads_the_same_from_a_mail) {
    const auto files = pahole_files();
    if (files.empty()) GTEST_SKIP() << "no recorded layouts at " << shared_path("data/layouts");
    for (const auto& file : files) {
        const std::string text = text_of(file);
        const Layout plain = read_pahole(text, "x");
        const std::string quoted = "On Monday, N. N. wrote:\r\n> " + std::regex_replace(text, std::regex("\n"), "\r\n> ");
        const std::string indented = "    " + std::regex_replace(text, std::regex("\n"), "\n    ");
        const std::string bare = std::regex_replace(text, std::regex("(^|\n)[ \t]+"), "$1");
        for (const std::string& form : {quoted, indented, bare}) {
            const Layout read = read_pahole(form, "x");
            EXPECT_EQ(read.members, plain.members) << file << form.substr(0, 200);
            EXPECT_EQ(read.size, plain.size);
        }
    }
}

TEST(Pahole, refuses_cpp_text_that_pahole_got_wrong) {
    const auto file = shared_path("data/layouts/pahole-v1.24-cpp-torture.txt");
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
    for (const char* name : {"", "Derived", "Virt"}) {
        try {
            read_pahole(text_of(file), "torture.txt", name);
            FAIL() << name;
        } catch (const BadLayout& bad) {
            EXPECT_THAT(bad.what(), testing::AllOf(testing::StartsWith("torture.txt:"), HasSubstr("C++"), HasSubstr("DWARF"))) << name;
        }
    }
}

TEST(Pahole, joins_a_member_that_a_mail_wrapped) {
    const Layout layout =
        read_pahole("> struct s {\n>  long unsigned int\n> first; /*     0\n>  8 */\n> int second; /* 8 4 */\n> };\n", "mail");
    EXPECT_EQ(layout.find("first"), (Place{0, 8}));
    EXPECT_EQ(layout.size, 16U);
}

TEST(Pahole, reads_the_bits_of_old_and_new_versions_alike) {
    const std::string head = "struct s {\n unsigned int a:3; /* 0:";
    const Layout now = read_pahole(head + " 0 4 */\n unsigned int b:5; /* 0: 3 4 */\n /* size: 4, cachelines: 1, members: 2 */\n};", "new");
    const Layout old = read_pahole(head + "29 4 */\n unsigned int b:5; /* 0:24 4 */\n /* size: 4, cachelines: 1, members: 2 */\n};", "old");
    EXPECT_EQ(now.members, old.members);
    EXPECT_EQ(now.members[1].bits, (BitField{3, 5}));
}

TEST(Pahole, reads_unions_of_very_old_versions_that_give_sizes_alone) {
    const Layout layout = read_pahole(
        "struct file {\n struct list_head x; /* 0 16 */\n union {\n struct list_head fu_list; /* 16 */\n struct rcu_head fu_rcuhead; /* 16 "
        "*/\n"
        " } f_u; /* 16 16 */\n /* size: 32, cachelines: 1 */\n}; /* definitions: 3 */",
        "old");
    EXPECT_EQ(layout.find("f_u.fu_rcuhead"), (Place{16, 16}));
}

TEST(Pahole, reads_hexadecimal_and_expanded_structs) {
    const Layout layout = read_pahole(
        "struct a {\n int x; /* 0 0x4 */\n struct path {\n struct vfsmount * mnt; /* 0x8 0x8 */\n"
        "struct dentry * dentry; /* 0x10 0x8 */\n } f_path; /* 0x8 0x10 */\n /* size: 24, cachelines: 1, members: 2 */\n};",
        "x");
    EXPECT_EQ(layout.find("f_path.dentry"), (Place{16, 8}));
}

struct Wrong {
    const char* text;
    const char* message;
};

TEST(Pahole, says_what_is_wrong_and_where) {
    const std::vector<Wrong> table = {
        {"", "x: no struct found"},
        {"struct s {\n int a; /* 0 4 */\n", "the text ends inside of the struct"},
        {"struct s {\n int a;\n};", "x:2: 'int a' has no /* offset size */"},
        {"struct s {\n};", "x:1: s: no members"},
        {"struct s {\n int a; /* 0 4 */\n int b; /* 2 4 */\n};", "b: offset 2 lies inside of the member before it"},
        {"struct s {\n int a; /* 0 4 */\n /* size: 2, cachelines: 1 */\n};", "a: ends at 4, behind the end of its struct at 2"},
        {"struct s {\n int a[3]; /* 0 13 */\n};", "13 bytes are no multiple of its 3 elements"},
        {"struct a { int x; /* 0 4 */ };\nstruct b { int x; /* 0 4 */ };", "holds 2 structs (a, b); say which"},
        {"struct s {\n int a; /* 4294967295 4 */\n};", "is no place in a struct"},
        {"struct s {\n int a:40; /* 0:0 4 */\n};", "40 bits do not fit into its 32"},
        {"struct s {\n union {\n int a; /* 0 4 */\n };\n};", "without /* offset size */"},
    };
    for (const Wrong& wrong : table) {
        try {
            read_pahole(wrong.text, "x");
            ADD_FAILURE() << wrong.text;
        } catch (const BadLayout& bad) {
            EXPECT_THAT(bad.what(), HasSubstr(wrong.message)) << wrong.text;
        }
    }
}

TEST(Pahole, names_near_misses) {
    try {
        read_pahole("struct file { int f_mode; /* 0 4 */ };", "x", "fil");
        FAIL();
    } catch (const BadLayout& bad) {
        EXPECT_THAT(bad.what(), HasSubstr("no struct 'fil' in it; near it: file"));
    }
}

}  // namespace
}  // namespace hitm::layout
