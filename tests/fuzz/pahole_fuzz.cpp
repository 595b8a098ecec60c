// Fuzzes the reader of pahole's text, and what is done with a layout it took: only BadLayout may leave them.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/layout/edits.hpp"
#include "workloads/layout/ruler.hpp"

namespace {

using namespace hitm::layout;

// What the reader took must hold together: every leaf inside of the struct, every leaf found by its path.
void use(const Layout& layout) {
    for (const Flat& leaf : layout.flatten()) {
        if (leaf.offset + leaf.size > layout.size) __builtin_trap();
        static_cast<void>(layout.try_find(leaf.path));
    }
    static_cast<void>(print(layout));
    std::vector<std::string> names;
    for (const Member& member : layout.members)
        if (!member.name.empty()) names.push_back(member.name);
    if (names.size() < 2) return;
    const std::vector<std::string> text = {"move " + names.front() + " after " + names.back(), "pad 8 after " + names[names.size() / 2],
                                           "align " + names.back() + " 64"};
    const Edited edited = hitm::layout::apply(layout, parse_edits(text, "fuzz"));
    static_cast<void>(print_beside(layout, edited.layout));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        use(read_pahole(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz"));
    } catch (const BadLayout&) {}
    return 0;
}
