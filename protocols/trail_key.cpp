// Keys of trails, written and read.
#include <charconv>
#include <stdexcept>

#include "protocols/trail.hpp"

namespace hitm::protocols {
namespace {

constexpr std::size_t most_moves = 1000;

struct Letter {
    char letter;
    Move::Kind kind;
    Cache::Event event;
};
constexpr auto letters = std::to_array<Letter>({
    {'L', Move::Kind::CoreActs, Cache::Event::Load},
    {'S', Move::Kind::CoreActs, Cache::Event::Store},
    {'R', Move::Kind::CoreActs, Cache::Event::Rmw},
    {'E', Move::Kind::CoreActs, Cache::Event::Evict},
    {'A', Move::Kind::AgentEvicts, Cache::Event::Load},
});

std::string way_name(Way way) { return way == Way::Chain ? "chain" : "confirm"; }

[[noreturn]] void refuse(std::string_view part) {
    throw std::invalid_argument("`" + std::string(part.substr(0, 40)) +
                                "` is no part of a trail's key; right would be 3:chain:L0.S1.0 or 2x1:chain,confirm:L0.0.A1");
}

int number(std::string_view text) {
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n < 0 || n > 100) refuse(text);
    return n;
}

/// What stands before `by`, which is cut off with it.
std::string_view cut(std::string_view& text, char by) {
    const auto at = text.find(by);
    const auto part = text.substr(0, at);
    text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    return part;
}

Way way(std::string_view text) {
    if (text == "chain") return Way::Chain;
    if (text != "confirm") refuse(text);
    return Way::Confirm;
}

Move move(std::string_view text) {
    if (text.empty()) refuse(text);
    for (const auto& l : letters)
        if (text[0] == l.letter) return {l.kind, static_cast<std::uint8_t>(number(text.substr(1))), l.event};
    return {Move::Kind::Arrives, static_cast<std::uint8_t>(number(text))};
}

std::string word(const Move& m) {
    for (const auto& l : letters)
        if (m.kind == l.kind && (m.kind != Move::Kind::CoreActs || m.event == l.event)) return l.letter + std::to_string(m.who);
    return std::to_string(m.who);
}

}  // namespace

std::string to_key(const Trail& trail) {
    const auto& s = trail.setting;
    std::string key =
        s.levels == 1 ? std::to_string(s.caches) + ":" + way_name(s.inside)
                      : std::to_string(s.clusters) + "x" + std::to_string(s.caches) + ":" + way_name(s.inside) + "," + way_name(s.outside);
    char between = ':';
    for (const auto& m : trail.moves) {
        key += between + word(m);
        between = '.';
    }
    return key;
}

Trail parse_key(std::string_view key) {
    Trail trail;
    auto& s = trail.setting;
    auto size = cut(key, ':');
    auto ways = cut(key, ':');
    if (size.find('x') != std::string_view::npos) {
        s.levels = 2;
        s.clusters = number(cut(size, 'x'));
    }
    s.caches = number(size);
    s.inside = way(cut(ways, ','));
    if ((s.levels == 2) != !ways.empty()) refuse(ways);
    if (s.levels == 2) s.outside = way(ways);
    expect_fits(s);
    while (!key.empty()) {
        if (trail.moves.size() == most_moves) throw std::invalid_argument("a trail has at most 1000 moves");
        trail.moves.push_back(move(cut(key, '.')));
    }
    return trail;
}

}  // namespace hitm::protocols
