// The list of all protocols.
#include "protocols/protocol.hpp"

#include <algorithm>
#include <cctype>

#include "protocols/mesi.hpp"

namespace hitm::protocols {
namespace {

constexpr auto list = std::to_array<Protocol>({
    {"MESI", mesi::cache, mesi::directory,
     "Four states. A first reader gets the line exclusively and may write it without asking; a dirty owner that shares "
     "writes the line back at once."},
});

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

std::span<const Protocol> all() { return list; }

const Protocol* find(std::string_view name) {
    const auto it = std::ranges::find_if(list, [&](const Protocol& p) { return same_word(p.name, name); });
    return it == list.end() ? nullptr : &*it;
}

}  // namespace hitm::protocols
