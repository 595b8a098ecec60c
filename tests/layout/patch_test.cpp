// Patches as people send them: the three seed documents, other forms, contradictions, and what is not understood.
#include "workloads/layout/patch.hpp"

#include <gmock/gmock.h>

#include <regex>

#include "tests/layout/shared.hpp"
#include "workloads/layout/placement.hpp"

namespace hitm::layout {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Layout struct_file() {
    return read_pahole(text_of(std::filesystem::path(HITM_SOURCE_DIR) / "workloads/library/struct_file/file.before.txt"),
                       "file.before.txt");
}

std::string seed(const std::string& number) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(shared_path("seeds"), none))
        if (entry.path().filename().string().starts_with(number)) return text_of(entry.path());
    return "";
}

// The layout of struct kern_ipc_perm and struct sem_array in Linux 4.10 as far as the patch of 2017 shows them.
Layout ipc_2017() {
    const std::vector<Field> fields = {
        {.name = "lock", .type = "spinlock_t"},   {.name = "deleted", .type = "bool"},   {.name = "id", .type = "int"},
        {.name = "key", .type = "key_t"},         {.name = "uid", .type = "kuid_t"},     {.name = "gid", .type = "kgid_t"},
        {.name = "cuid", .type = "kuid_t"},       {.name = "cgid", .type = "kgid_t"},    {.name = "mode", .type = "umode_t"},
        {.name = "seq", .type = "unsigned long"}, {.name = "security", .type = "void *"}};
    return from_fields("kern_ipc_perm", fields);
}

Layout sem_array_2017() {
    return read_pahole(
        "struct sem_array {\n struct kern_ipc_perm sem_perm __attribute__((__aligned__(64))); /* 0 56 */\n time_t sem_ctime; /* 56 8 */\n"
        " /* --- cacheline 1 boundary (64 bytes) --- */\n struct sem * sem_base; /* 64 8 */\n struct list_head pending_alter; /* 72 16 */\n"
        " struct list_head pending_const; /* 88 16 */\n struct list_head list_id; /* 104 16 */\n int sem_nsems; /* 120 4 */\n int "
        "complex_count; /* 124 4 */\n"
        " /* size: 128, cachelines: 2, members: 8 */\n} __attribute__((__aligned__(64)));",
        "sem_array.txt");
}

std::string message(const Layout& layout, const std::string& patch) {
    try {
        (void)layout::apply(layout, read_patch(patch, "fix.patch"));
    } catch (const BadLayout& bad) {
        return bad.what();
    }
    return "nothing was wrong";
}

// A hunk of struct s { int a; int b; union { int c; long d; }; int e; } in a header.
std::string hunk(const std::string& body) {
    long before = 0, after = 0;
    for (std::size_t i = 0; i < body.size(); i = body.find('\n', i) + 1) {
        before += body[i] != '+';
        after += body[i] != '-';
    }
    const bool opens = body.substr(1).starts_with("struct s {");
    return "--- a/s.h\n+++ b/s.h\n@@ -10," + std::to_string(before) + " +10," + std::to_string(after) + " @@ " +
           (opens ? "" : "struct s {") + "\n" + body;
}

Layout sample() {
    return read_pahole(
        "struct s {\n int a; /* 0 4 */\n int b; /* 4 4 */\n union { int c; /* 8 4 */ long d; /* 8 8 */ }; /* 8 8 */\n int e; /* 16 4 */\n "
        "/* size: 24, cachelines: 1 */\n};",
        "s.txt");
}

Edited patched(const std::string& body) { return layout::apply(sample(), read_patch(hunk(body), "fix.patch")); }

TEST(Patch, of_struct_file_gives_the_published_after_layout) {
    const std::string text = seed("000");
    if (text.empty()) GTEST_SKIP() << "no seed documents at " << shared_path("seeds");
    const Patch patch = read_patch(text, "000.txt");
    EXPECT_EQ(patch.subject, "fs: place f_ref to 3rd cache line in struct file to resolve false sharing");
    EXPECT_THAT(patch.not_understood, IsEmpty());
    EXPECT_THAT(patch.placements, IsEmpty());
    ASSERT_THAT(patch.structs, SizeIs(1));
    EXPECT_THAT(patch.structs[0].edits, SizeIs(2));
    const Edited after = layout::apply(struct_file(), patch);
    EXPECT_THAT(after.notes, IsEmpty());
    EXPECT_EQ(after.layout.size, 192U);
    const std::vector<std::string> by_hand = {"move f_ref to end", "pad 8 after f_cred"};
    EXPECT_EQ(after.layout.flatten(), layout::apply(struct_file(), parse_edits(by_hand, "x")).layout.flatten());
    EXPECT_EQ(after.layout.find("f_ref").offset, 184U);
    EXPECT_EQ(after.layout.find("padding").offset, 56U);
}

TEST(Patch, reads_the_same_from_every_form_a_mail_gives_it) {
    const std::string text = seed("000");
    if (text.empty()) GTEST_SKIP() << "no seed documents at " << shared_path("seeds");
    const auto plain = layout::apply(struct_file(), read_patch(text, "x")).layout.flatten();
    const std::string bare = std::regex_replace(text, std::regex("(^|\n)[ \t]+"), "$1");
    const std::string lost = std::regex_replace(bare, std::regex("\n([-+])[ \t]+"), "\n$1 ");
    std::string printable = std::regex_replace(text, std::regex("="), "=3D");
    printable = "Content-Transfer-Encoding: quoted-printable\n\n" + std::regex_replace(printable, std::regex("\tf_ref;"), "=09f_r=\nef;");
    for (const std::string& form :
         {std::regex_replace(text, std::regex("\n"), "\r\n"), "> " + std::regex_replace(text, std::regex("\n"), "\n> "),
          "    " + std::regex_replace(text, std::regex("\n"), "\n    "), lost, printable}) {
        const Patch patch = read_patch(form, "x");
        EXPECT_THAT(patch.not_understood, IsEmpty()) << form;
        EXPECT_EQ(layout::apply(struct_file(), patch).layout.flatten(), plain) << form;
    }
}

TEST(Patch, of_ext4_inodes_is_a_placement_edit) {
    const std::string text = seed("002");
    if (text.empty()) GTEST_SKIP() << "no seed documents at " << shared_path("seeds");
    const Patch patch = read_patch(text, "002.txt");
    EXPECT_THAT(patch.not_understood, IsEmpty());
    EXPECT_THAT(patch.structs, IsEmpty());
    ASSERT_THAT(patch.placements, SizeIs(1));
    EXPECT_EQ(patch.placements[0].struct_name, "ext4_inode_info");
    EXPECT_EQ(patch.placements[0].align, 64U);
    EXPECT_EQ(slab_stride(1072, slab_alignment(1072, patch.placements[0])), 1088U);
}

TEST(Patch, of_kern_ipc_perm_aligns_the_struct_and_what_embeds_it) {
    const std::string text = seed("003");
    if (text.empty()) GTEST_SKIP() << "no seed documents at " << shared_path("seeds");
    const Patch patch = read_patch(text, "003.txt");
    EXPECT_EQ(patch.subject, "sysv,ipc: cacheline align kern_ipc_perm");
    EXPECT_THAT(patch.not_understood, IsEmpty());
    ASSERT_THAT(patch.structs, SizeIs(2));
    const Edited perm = layout::apply(ipc_2017(), patch);
    EXPECT_EQ(ipc_2017().size, 56U);
    EXPECT_EQ(perm.layout.size, 64U);
    EXPECT_EQ(perm.layout.align, 64U);
    const Edited sems = layout::apply(sem_array_2017(), patch);
    EXPECT_EQ(sems.layout.find("sem_perm"), (Place{0, 64}));
    EXPECT_EQ(sems.layout.find("sem_ctime").offset, 64U);
    EXPECT_EQ(sems.layout.find("sem_base").offset, 72U);
    EXPECT_EQ(sems.layout.members[0].forced_align, 0U);
    EXPECT_EQ(sems.layout.size, 192U);
}

TEST(Patch, is_refused_by_a_layout_that_has_it_already) {
    const auto file = shared_path("data/layouts/pahole-v1.24-host-6.18.44-btf-file.txt");
    const std::string text = seed("000");
    if (text.empty() || !std::filesystem::exists(file)) GTEST_SKIP() << "no shared data";
    EXPECT_THAT(message(read_pahole(text_of(file), "6.18.txt"), text),
                AllOf(HasSubstr("fix.patch:"), HasSubstr("struct file: the patch contradicts the layout"),
                      HasSubstr("The patch shows f_ref, f_lock"), HasSubstr("6.18.txt has")));
}

TEST(Patch, moves_inserts_removes_renames_and_retypes) {
    EXPECT_EQ(
        patched("-\tint a;\n \tint b;\n \tunion {\n \t\tint c;\n \t\tlong d;\n \t};\n+\tint a;\n \tint e;\n };\n").layout.find("a").offset,
        16U);
    EXPECT_EQ(patched(" \tint a;\n+\tu64 x, *y;\n \tint b;\n").layout.find("y").offset, 16U);
    EXPECT_EQ(patched(" \tint a;\n-\tint b;\n \tunion {\n").layout.try_find("b"), std::nullopt);
    const Edited renamed = patched(" \tint a;\n-\tint b;\n+\tint bee;\n \tunion {\n");
    EXPECT_EQ(renamed.layout.find("bee").offset, 4U);
    EXPECT_THAT(renamed.renamed, ElementsAre(testing::Pair("b", "bee")));
    EXPECT_EQ(patched(" \tint a;\n-\tint b;\n+\tlong b;\n \tunion {\n").layout.find("b"), (Place{8, 8}));
    EXPECT_EQ(patched(" \t\tint c;\n \t\tlong d;\n+\t\tshort f[8];\n \t};\n").layout.find("f"), (Place{8, 16}));
    EXPECT_EQ(patched(" \t\tlong d;\n \t};\n+\tDECLARE_BITMAP(bits, 65);\n \tint e;\n").layout.find("bits"), (Place{16, 16}));
}

TEST(Patch, aligns_members_and_structs_by_every_spelling) {
    for (const char* spelling :
         {"int b ____cacheline_aligned_in_smp;", "int ____cacheline_aligned b;", "alignas(64) int b;", "_Alignas(64) int b;",
          "int b __attribute__((aligned(64)));", "int b __aligned(64);", "int b __attribute__((__aligned__(L1_CACHE_BYTES)));",
          "int b ____cacheline_internodealigned_in_smp;", "alignas(std::hardware_destructive_interference_size) int b;"})
        EXPECT_EQ(patched(std::string(" \tint a;\n-\tint b;\n+\t") + spelling + "\n \tunion {\n").layout.find("b").offset, 64U) << spelling;
    const Patch mine = read_patch(hunk(" \tint a;\n-\tint b;\n+\tint b MY_ALIGNED;\n \tunion {\n"), "x", {.macros = {{"MY_ALIGNED", 128}}});
    EXPECT_EQ(layout::apply(sample(), mine).layout.find("b").offset, 128U);
    EXPECT_EQ(patched(" \tint e;\n-};\n+} ____cacheline_aligned;\n").layout.size, 64U);
    EXPECT_EQ(patched("-struct s {\n+struct alignas(64) s {\n \tint a;\n").layout.size, 64U);
    EXPECT_EQ(patched(" \t\tlong d;\n-\t};\n+\t} ____cacheline_aligned;\n \tint e;\n").layout.find("c").offset, 64U);
}

TEST(Patch, inserts_cacheline_padding_markers) {
    const Layout after = patched(" \tint a;\n+\tCACHELINE_PADDING(_pad1_);\n \tint b;\n").layout;
    EXPECT_EQ(after.find("b").offset, 64U);
    EXPECT_EQ(after.size, 128U);
}

TEST(Patch, puts_members_of_if_in_the_right_place_whether_they_are_there_or_not) {
    const std::string body = " \tint a;\n #ifdef CONFIG_X\n \tint maybe;\n #endif\n+\tlong added;\n \tint b;\n";
    EXPECT_EQ(patched(body).layout.find("added").offset, 8U);
    Layout with = sample();
    const std::vector<std::string> edit = {"insert int maybe after a"};
    with = layout::apply(with, parse_edits(edit, "x")).layout;
    EXPECT_EQ(layout::apply(with, read_patch(hunk(body), "x")).layout.find("added").offset, 8U);
    EXPECT_EQ(layout::apply(with, read_patch(hunk(body), "x")).layout.find("b").offset, 16U);
}

TEST(Patch, refuses_context_that_contradicts_the_layout_and_shows_both) {
    const std::vector<std::pair<const char*, const char*>> table = {
        {" \tint a;\n \tint z;\n-\tint b;\n \tunion {\n", "'z' is not in the layout. The patch shows a, z, b; s.txt has a, b, c, d, e"},
        {" \tint b;\n \tint a;\n-\tint e;\n", "'a' stands behind 'b', in the layout before it"},
        {" \tint a;\n \tint e;\n+\tint x;\n", "'e' follows 'a', in the layout 'b' stands between them"},
        {"-\tint a;\n \tlong b;\n", "'long b' has 8 bytes, in the layout 4"},
        {" \tint b;\n-};\n+} ____cacheline_aligned;\n", "'b' is the last member, in the layout 'c' follows"},
        {" struct s {\n-\tint b;\n \tunion {\n", "'b' is the first member, in the layout 'a' is"},
    };
    for (const auto& [body, wanted] : table)
        EXPECT_THAT(message(sample(), hunk(body)), AllOf(HasSubstr("contradicts the layout"), HasSubstr(wanted))) << body;
}

TEST(Patch, lists_what_it_does_not_understand) {
    auto listed = [](const std::string& text) { return read_patch(text, "fix.patch").not_understood; };
    EXPECT_THAT(listed(hunk(" \tint a;\n+\tSOME_MACRO(x, y);\n \tint b;\n")), ElementsAre(HasSubstr("SOME_MACRO")));
    EXPECT_THAT(listed(hunk(" \tint a;\n+#ifdef CONFIG_X\n \tint b;\n+#endif\n")), SizeIs(2));
    EXPECT_THAT(listed(hunk(" \tint a;\n+\tstruct {\n+\t\tint x;\n+\t};\n \tint b;\n")), testing::Contains(HasSubstr("new nested struct")));
    EXPECT_THAT(listed(hunk(" \tint a;\n+\tu8 pad[UNKNOWN_BYTES];\n \tint b;\n")), ElementsAre(HasSubstr("pad[UNKNOWN_BYTES]")));
    EXPECT_THAT(listed("--- a/f.c\n+++ b/f.c\n@@ -1,3 +1,3 @@ int f(void)\n \tint x;\n-\tx = 1;\n+\tx = 2;\n \treturn x;\n"), SizeIs(2));
    EXPECT_THAT(listed(hunk(" \tint e;\n-};\n+} __packed;\n")), ElementsAre(HasSubstr("packing")));
    EXPECT_THAT(listed("--- a/f.c\n+++ b/f.c\n@@ -1,3 +1,3 @@ int f(void)\n \tc = kmem_cache_create(\"x\", sizeof(*p),\n-\t\t0, 0, "
                       "NULL);\n+\t\t0, SLAB_HWCACHE_ALIGN, NULL);\n \treturn x;\n"),
                testing::Contains(HasSubstr("does not show of which struct")));
}

TEST(Patch, reads_cache_flags_in_every_call) {
    auto placement = [](const std::string& before, const std::string& after) {
        const Patch patch = read_patch(
            "--- a/f.c\n+++ b/f.c\n@@ -1,3 +1,3 @@ int f(void)\n \tint x;\n-\t" + before + "\n+\t" + after + "\n \treturn x;\n", "x");
        return patch.placements.empty() ? "none" : patch.placements[0].struct_name + " " + std::to_string(patch.placements[0].align);
    };
    EXPECT_EQ(placement("c = KMEM_CACHE(dentry, SLAB_PANIC);", "c = KMEM_CACHE(dentry, SLAB_PANIC | SLAB_HWCACHE_ALIGN);"), "dentry 64");
    EXPECT_EQ(placement("c = kmem_cache_create(\"a\", sizeof(struct a), 0, SLAB_HWCACHE_ALIGN, NULL);",
                        "c = kmem_cache_create(\"a\", sizeof(struct a), 0, 0, NULL);"),
              "a 0");
    EXPECT_EQ(placement("c = kmem_cache_create(\"a\", sizeof(struct a), 0, 0, NULL);",
                        "c = kmem_cache_create(\"a\", sizeof(struct a), 128, 0, NULL);"),
              "a 128");
    EXPECT_EQ(placement("c = kmem_cache_create(\"a\", sizeof(a_t), 0, 0, NULL);",
                        "c = kmem_cache_create(\"a\", sizeof(a_t), 0, SLAB_PANIC, NULL);"),
              "none");
}

TEST(Patch, of_cpp_classes_is_read_as_well) {
    const std::string text =
        "--- a/q.hpp\n+++ b/q.hpp\n@@ -1,8 +1,8 @@\n class Queue {\n public:\n     void push(int x) { put(x); }\n private:\n-    "
        "std::atomic<uint64_t> head{0};\n"
        "-    std::atomic<uint64_t> tail{0};\n+    alignas(64) std::atomic<uint64_t> head{0};\n+    alignas(64) std::atomic<uint64_t> tail "
        "= 0;\n };\n \n";
    const Patch patch = read_patch(text, "x");
    EXPECT_THAT(patch.not_understood, IsEmpty());
    const std::vector<Field> fields = {{.name = "head", .type = "std::atomic<uint64_t>"},
                                       {.name = "tail", .type = "std::atomic<uint64_t>"}};
    const Layout after = layout::apply(from_fields("Queue", fields), patch).layout;
    EXPECT_EQ(after.find("tail").offset, 64U);
    EXPECT_EQ(after.size, 128U);
}

TEST(Patch, says_what_is_wrong) {
    EXPECT_THAT(message(sample(), ""), HasSubstr("fix.patch: no hunk found; would be right: a unified diff"));
    EXPECT_THAT(message(sample(), "--- a/x\n+++ b/x\n@@ wrong @@\n"), HasSubstr("no hunk found"));
    EXPECT_THAT(message(sample(), "--- a/o.h\n+++ b/o.h\n@@ -1,2 +1,3 @@ struct other {\n \tint a;\n+\tint q;\n \tint b;\n"),
                HasSubstr("changes nothing of struct s; it changes other"));
    EXPECT_THAT(message(sample(), hunk(" \tint a;\n+\tfoo_t q;\n \tint b;\n")), HasSubstr("the size of type 'foo_t' of 'q' is not known"));
}

}  // namespace
}  // namespace hitm::layout
