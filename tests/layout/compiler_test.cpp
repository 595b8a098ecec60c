// Edits against the compiler: random moves, and the offsets gcc gives for the same order of the same members.
#include "tests/layout/compiler.hpp"

#include <gmock/gmock.h>

#include <random>

#include "tests/layout/shared.hpp"
#include "workloads/layout/btf.hpp"
#include "workloads/layout/edits.hpp"

namespace hitm::layout {
namespace {

const std::filesystem::path kernel = "/sys/kernel/btf/vmlinux";
constexpr std::uint64_t seed = 20250228;
constexpr std::size_t moves_wanted = 300;

// Moves to be compiled together.
class Moves {
public:
    explicit Moves(std::uint64_t start) : random_(start) {}

    // Adds one random "move X after Y"; false when the layout does not allow one.
    bool add(const Layout& layout) {
        std::vector<std::size_t> named;
        for (std::size_t i = 0; i < layout.members.size(); ++i)
            if (!layout.members[i].name.empty() && !layout.members[i].base) named.push_back(i);
        if (named.size() < 3) return false;
        const std::size_t from = named[random_() % named.size()];
        const std::size_t to = named[random_() % named.size()];
        if (from == to) return false;
        const std::vector<std::string> text = {"move " + layout.members[from].name + " after " + layout.members[to].name};
        std::vector<Member> order = layout.members;
        const Member moved = order[from];
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(from));
        order.insert(order.begin() + static_cast<std::ptrdiff_t>(to < from ? to + 1 : to), moved);
        const std::string name = "s" + std::to_string(expected_.size());
        const std::string source = witness::structure(name, layout, order);
        if (source.empty()) return false;
        source_ += source;
        expected_.push_back(witness::reckoned(layout::apply(layout, parse_edits(text, "move")).layout, order));
        names_.push_back(layout.name + ": " + text[0]);
        return true;
    }

    std::size_t count() const { return expected_.size(); }
    std::mt19937_64& random() { return random_; }

    void compare() const {
        std::string calls;
        for (std::size_t i = 0; i < expected_.size(); ++i) calls += "show_s" + std::to_string(i) + "(); ";
        const witness::Folder folder;
        const auto got = witness::lines(
            witness::run(folder, "cc", "#include <stdio.h>\n" + source_ + "int main(void) { " + calls + "return 0; }\n", "-O0"));
        ASSERT_EQ(got.size(), expected_.size()) << "the compiler did not take the structs";
        for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], expected_[i]) << names_[i];
    }

private:
    std::mt19937_64 random_;
    std::string source_;
    std::vector<std::string> expected_, names_;
};

TEST(Compiler, agrees_with_300_random_moves_of_written_fields) {
    Moves moves(seed);
    const std::vector<std::string> types = {"char", "short", "int", "long", "void *", "double", "u64", "bool", "long double"};
    for (std::size_t i = 0; moves.count() < moves_wanted && i < 1000; ++i) {
        std::vector<Field> fields;
        const std::size_t count = 4 + moves.random()() % 16;
        for (std::size_t k = 0; k < count; ++k) {
            Field field{.name = "f" + std::to_string(k), .type = types[moves.random()() % types.size()]};
            if (moves.random()() % 4 == 0) field.count = 1 + moves.random()() % 9;
            if (moves.random()() % 12 == 0) field.align = std::uint64_t{16} << moves.random()() % 4;
            fields.push_back(field);
        }
        moves.add(from_fields("random", fields, "fields", moves.random()() % 8 == 0 ? 64 : 0));
    }
    ASSERT_EQ(moves.count(), moves_wanted);
    moves.compare();
}

// Structs of the running kernel with all that is in them: nested and packed structs, unions, bit-fields, arrays, alignments
// that were inferred.
TEST(Compiler, agrees_with_300_random_moves_of_kernel_structs) {
    if (!std::filesystem::exists(kernel)) GTEST_SKIP() << "no " << kernel;
    const std::vector<Layout> all = read_btf_all(kernel);
    Moves moves(seed);
    for (std::size_t i = 0; moves.count() < moves_wanted && i < 20000; ++i) {
        const Layout& layout = all[moves.random()() % all.size()];
        if (layout.is_union || layout.size == 0 || layout.size > 8192) continue;
        try {
            moves.add(layout);
        } catch (const BadLayout&) {
            // Not explained by the rules, or behind a flexible array: refused, not guessed.
        }
    }
    ASSERT_EQ(moves.count(), moves_wanted);
    moves.compare();
}

TEST(Btf, of_the_running_kernel_is_given_back_by_the_rules_for_97_percent_of_its_structs) {
    if (!std::filesystem::exists(kernel)) GTEST_SKIP() << "no " << kernel;
    const BtfCheck check = recompute_btf(kernel);
    EXPECT_GT(check.structs, 5000U);
    EXPECT_GE(static_cast<double>(check.exact), 0.97 * static_cast<double>(check.structs));
    EXPECT_EQ(check.exact + check.not_understood.size(), check.structs);
    for (const std::string& one : check.not_understood) EXPECT_THAT(one, testing::HasSubstr("by the rules"));
    RecordProperty("exact", static_cast<int>(check.exact));
    RecordProperty("structs", static_cast<int>(check.structs));
}

// pahole of the same kernel printed these.
TEST(Btf, of_the_running_kernel_gives_what_pahole_prints) {
    const auto printed = shared_path("data/layouts/pahole-v1.24-host-6.18.44-btf-file.txt");
    if (!std::filesystem::exists(kernel) || !std::filesystem::exists(printed)) GTEST_SKIP() << "no " << kernel << " or no recorded layout";
    for (const char* name : {"file", "inode", "kern_ipc_perm", "sem_array", "ext4_inode_info"}) {
        const Layout text =
            read_pahole(text_of(shared_path(std::string("data/layouts/pahole-v1.24-host-6.18.44-btf-") + name + ".txt")), name);
        const Layout btf = read_layout(kernel, name);
        if (btf.size != text.size) GTEST_SKIP() << "another kernel than the recorded one";
        for (const Flat& leaf : text.flatten()) EXPECT_EQ(btf.find(leaf.path), (Place{leaf.offset, leaf.size})) << name << " " << leaf.path;
        EXPECT_EQ(btf.align, text.align) << name;
    }
}

TEST(Btf, says_what_is_wrong) {
    auto message = [](auto read) -> std::string {
        try {
            (void)read();
        } catch (const BadLayout& bad) {
            return bad.what();
        }
        return "nothing was wrong";
    };
    EXPECT_THAT(message([] { return read_btf("/nowhere/vmlinux", "file"); }), testing::HasSubstr("no such file"));
    EXPECT_THAT(message([] { return read_btf("/dev/null", "file"); }), testing::HasSubstr("holds no BTF"));
    EXPECT_THAT(message([] { return read_layout("/nowhere", "file"); }), testing::HasSubstr("cannot be opened"));
    EXPECT_THAT(message([] { return read_layout("/tmp", "file"); }), testing::HasSubstr("is a folder"));
    if (!std::filesystem::exists(kernel)) GTEST_SKIP() << "no " << kernel;
    EXPECT_THAT(message([] { return read_btf(kernel, "task_strut"); }),
                testing::HasSubstr("no struct 'task_strut' in it; near it: task_struct"));
    EXPECT_THAT(message([] { return read_btf(kernel, ""); }), testing::HasSubstr("say which"));
}

}  // namespace
}  // namespace hitm::layout
