// DWARF of C and C++ against the offsets that the same program prints.
#include <gmock/gmock.h>

#include "tests/layout/compiler.hpp"
#include "workloads/layout/edits.hpp"

namespace hitm::layout {
namespace {

using testing::HasSubstr;

// Bases with reused tails, empty bases, virtual functions, alignas, no_unique_address, bit-fields, anonymous unions, nested
// namespaces, typedefs of unnamed structs, packed structs.
constexpr const char* program = R"(
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
struct Empty {};
struct Base { int b; virtual ~Base(); char tail; };
Base::~Base() {}
struct alignas(64) Padded { std::atomic<uint64_t> v; };
template <class T, int N> struct Row { T a[N]; };
namespace net { namespace inner {
struct Queue : Base, Empty {
    char in_the_tail;
    uint32_t x : 3, y : 5, : 0, z : 7;
    union { int i; float f; };
    struct { char c; short s; } in;
    Padded p[2];
    alignas(32) int al;
    [[no_unique_address]] Empty e;
    std::mutex mu;
    std::string name;
    Row<uint16_t, 3> row;
    static int shared;
    int grid[2][3];
    int& reference;
    Queue(int& r) : reference(r) {}
};
int Queue::shared;
} }
struct __attribute__((packed)) Packed { char c; int i; short s __attribute__((aligned(8))); };
typedef struct { int n; long data[4]; } Unnamed;
struct Virt : virtual Padded { int k; };
int number;
net::inner::Queue queue(number);
Packed packed;
Unnamed unnamed;
Virt virt;
#define SHOW(type, member) std::printf(#member " %zu %zu\n", offsetof(type, member), sizeof(((type*)nullptr)->member));
int main() {
    using Q = net::inner::Queue;
    std::printf("size %zu %zu\n", sizeof(Q), alignof(Q));
    SHOW(Q, b) SHOW(Q, tail) SHOW(Q, in_the_tail) SHOW(Q, i) SHOW(Q, f) SHOW(Q, in) SHOW(Q, in.s) SHOW(Q, p) SHOW(Q, p[1]) SHOW(Q, p[1].v)
    SHOW(Q, al) SHOW(Q, mu) SHOW(Q, name) SHOW(Q, row) SHOW(Q, row.a[2]) SHOW(Q, grid) SHOW(Q, grid[1][2])
}
)";

class Dwarf : public testing::TestWithParam<const char*> {};

TEST_P(Dwarf, gives_the_offsets_the_program_prints) {
    const witness::Folder folder;
    const auto printed = witness::lines(witness::run(folder, "c++", program, std::string("-std=c++20 -O0 ") + GetParam(), "torture"));
    ASSERT_GT(printed.size(), 10U) << "the compiler did not take the program";
    const Layout layout = read_dwarf(folder.path() / "torture", "Queue");
    EXPECT_EQ(layout.name, "net::inner::Queue");
    for (const std::string& line : printed) {
        std::istringstream in(line);
        std::string path;
        std::uint64_t offset = 0, size = 0;
        in >> path >> offset >> size;
        const Place want{offset, size};
        EXPECT_EQ(path == "size" ? (Place{layout.size, layout.align}) : layout.find(path), want) << path;
    }
    EXPECT_FALSE(layout.try_find("shared"));
    // The three bit-fields: x and y in one byte, z behind the forced boundary.
    EXPECT_EQ(layout.find("x").offset, layout.find("y").offset);
    EXPECT_EQ(layout.find("z").offset, layout.find("x").offset / 4 * 4 + 4);
    EXPECT_EQ(read_dwarf(folder.path() / "torture", "Unnamed").find("data[3]"), (Place{32, 8}));
    const Layout packed = read_layout(folder.path() / "torture", "Packed");
    EXPECT_EQ(packed.find("i").offset, 1U);
    EXPECT_EQ(packed.find("s").offset, 8U);
    EXPECT_THAT(read_dwarf(folder.path() / "torture", "Virt").notes, testing::ElementsAre(HasSubstr("virtual base")));
    EXPECT_EQ(read_layout(folder.path() / "torture", "net::inner::Queue").members, layout.members);
}

INSTANTIATE_TEST_SUITE_P(OfVersion, Dwarf, testing::Values("-gdwarf-5", "-gdwarf-4", "-gdwarf-3 -gstrict-dwarf"));

// A base whose tail the next member uses, before and after a move: the compiler says where each stands.
TEST(DwarfReader, gives_layouts_that_can_be_edited) {
    auto source = [](const std::string& members) {
        return "#include <cstddef>\n#include <cstdio>\nstruct Base { long b; char c; Base() {} };\nstruct Derived : Base { " + members +
               " };\nDerived derived;\nint main() { std::printf(\"%zu %zu %zu %zu\\n\", sizeof(Derived), offsetof(Derived, x), "
               "offsetof(Derived, y), offsetof(Derived, z)); }\n";
    };
    const witness::Folder folder;
    const std::string before = witness::run(folder, "c++", source("char x; alignas(32) int y; long z;"), "-g", "before");
    const std::string after = witness::run(folder, "c++", source("alignas(32) int y; long z; char x;"), "-g", "after");
    auto reckoned = [](const Layout& layout) {
        std::ostringstream text;
        text << layout.size << ' ' << layout.find("x").offset << ' ' << layout.find("y").offset << ' ' << layout.find("z").offset << '\n';
        return text.str();
    };
    const Layout layout = read_dwarf(folder.path() / "before", "Derived");
    EXPECT_EQ(reckoned(layout), before);
    const std::vector<std::string> text = {"move x to end"};
    EXPECT_EQ(reckoned(layout::apply(layout, parse_edits(text, "x")).layout), after);
    const std::vector<std::string> wrong = {"move y to start"};
    EXPECT_EQ(layout::apply(layout, parse_edits(wrong, "x")).layout.find("b").offset, 0U);
}

TEST(DwarfReader, says_what_is_wrong) {
    const witness::Folder folder;
    ASSERT_FALSE(witness::run(folder, "c++",
                              "#include <cstdio>\nnamespace a { struct One { int x; } one; } namespace b { struct One { int y; } one; "
                              "}\nint main() { std::puts(\"ok\"); }",
                              "-g", "small")
                     .empty());
    ASSERT_FALSE(witness::run(folder, "c++", "#include <cstdio>\nint main() { std::puts(\"ok\"); }", "-s", "bare").empty());
    auto message = [&](const char* file, const char* name) -> std::string {
        try {
            (void)read_layout(folder.path() / file, name);
        } catch (const BadLayout& bad) {
            return bad.what();
        }
        return "nothing was wrong";
    };
    EXPECT_THAT(message("small", "One"), HasSubstr("'One' is both a::One and b::One; say which"));
    EXPECT_THAT(message("small", "a::On"), HasSubstr("near it: a::One"));
    EXPECT_THAT(message("small", ""), HasSubstr("say which"));
    EXPECT_THAT(message("bare", "One"), HasSubstr("holds no DWARF"));
}

}  // namespace
}  // namespace hitm::layout
