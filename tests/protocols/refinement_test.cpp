// Seen from above, an agent is a cache of the same protocol: whatever agents and home do together, caches and a home could do.
//
// Every step of the two-level world, reduced to what the home level sees (the agents' `up`, home, its hold and its messages), is
// either nothing or a way of at most two steps of the one-level world with as many caches. (Two: a core that brings dirty data home
// is a store of the agent's, taken in the same step as what made room for it.) Data are left out of the comparison: while a core
// holds the line its agent's copy is old, and that nobody reads it is what the two-level check proves.
#include <gtest/gtest.h>

#include <iostream>
#include <unordered_map>
#include <unordered_set>

#include "protocols/codec.hpp"
#include "protocols/moves.hpp"
#include "tests/protocols/every.hpp"

namespace hitm::protocols {
namespace {

/// The home level of a two-level world, as a world of one level; who owes what to a core is not seen from above.
World seen_from_above(const World& world, const Shape& shape) {
    World above;
    for (int c = 0; c < shape.clusters; ++c) above.cores[static_cast<std::size_t>(c)].line = world.agents[static_cast<std::size_t>(c)].up;
    above.home = world.home;
    above.holds[0] = world.holds[0];
    for (const auto& packet : world.in_flight())
        if (packet.domain == 0) above.packets[above.packet_count++] = packet;
    return above;
}

/// Its key without data and without what cores are owed.
std::uint64_t name_of(World world, const Codec& codec) {
    for (auto& core : world.cores) {
        core.owed = Owed::Nothing;
        core.line.data = stale;
    }
    world.home.memory = stale;
    for (std::size_t i = 0; i < world.packet_count; ++i) world.packets[i].message.data = stale;
    Codec::Key key;
    codec.encode(world, key);
    return hash(key);
}

/// Every world of a setting, and each of its steps.
template <class OnStep>
void explore(const Protocol& protocol, const Setting& setting, OnStep&& on_step) {
    Reached reached;
    Mover mover{protocol, setting, reached};
    const Codec codec{protocol, mover.shape(), false};
    std::unordered_set<std::uint64_t> seen;
    std::vector<Codec::Key> open(1);
    codec.encode(first_world(), open[0]);
    seen.insert(hash(open[0]));
    std::vector<Move> moves;
    Codec::Key key;
    while (!open.empty()) {
        const World world = codec.decode(open.back());
        open.pop_back();
        list_moves(world, mover.shape(), moves);
        for (const auto& move : moves) {
            World after = world;
            if (mover.make(after, move) == Outcome::Stalled) continue;
            on_step(world, after, mover.shape());
            codec.encode(after, key);
            if (seen.insert(hash(key)).second) open.push_back(key);
        }
    }
}

using Successors = std::unordered_map<std::uint64_t, std::unordered_set<std::uint64_t>>;

Successors steps_of_caches(const Protocol& protocol, int caches, Way way) {
    const Setting setting{.caches = caches, .inside = way};
    Reached reached;
    const Codec codec{protocol, Mover{protocol, setting, reached}.shape(), false};
    Successors steps;
    explore(protocol, setting,
            [&](const World& world, const World& after, const Shape&) { steps[name_of(world, codec)].insert(name_of(after, codec)); });
    return steps;
}

bool reaches(const Successors& steps, std::uint64_t from, std::uint64_t to) {
    if (from == to) return true;
    const auto first = steps.find(from);
    if (first == steps.end()) return false;
    if (first->second.contains(to)) return true;
    return std::ranges::any_of(first->second, [&](std::uint64_t middle) {
        const auto second = steps.find(middle);
        return second != steps.end() && second->second.contains(to);
    });
}

/// How many steps of the two-level world no caches of the other protocol could take.
std::size_t strange_steps(const Protocol& protocol, const Setting& setting, const Protocol& caches) {
    const auto above = steps_of_caches(caches, setting.clusters, setting.outside);
    const Setting one_level{.caches = setting.clusters, .inside = setting.outside};
    Reached reached;
    const Codec codec{protocol, Mover{protocol, one_level, reached}.shape(), false};
    std::size_t strange = 0;
    std::size_t all_steps = 0;
    explore(protocol, setting, [&](const World& world, const World& after, const Shape& shape) {
        ++all_steps;
        strange += !reaches(above, name_of(seen_from_above(world, shape), codec), name_of(seen_from_above(after, shape), codec));
    });
    std::cout << protocol.name << ", " << describe(setting) << ": " << all_steps << " steps, " << strange << " that caches cannot take\n";
    return strange;
}

class RefinementSlow : public testing::TestWithParam<std::string> {};

TEST_P(RefinementSlow, an_agent_is_a_cache_seen_from_above) {
    const auto& protocol = *find(GetParam());
    for (auto inside : {Way::Chain, Way::Confirm})
        for (auto outside : {Way::Chain, Way::Confirm}) {
            EXPECT_EQ(strange_steps(protocol, {.levels = 2, .clusters = 2, .caches = 1, .inside = inside, .outside = outside}, protocol),
                      0U);
            EXPECT_EQ(strange_steps(protocol, {.levels = 2, .clusters = 1, .caches = 2, .inside = inside, .outside = outside}, protocol),
                      0U);
        }
}

/// The comparison can fail: MESI's agents grant what MSI's caches never have.
TEST(Refinement, tells_one_protocol_from_another) {
    EXPECT_GT(strange_steps(*find("MESI"), {.levels = 2, .clusters = 2, .caches = 1}, *find("MSI")), 0U);
}

INSTANTIATE_TEST_SUITE_P(Of, RefinementSlow, testing::ValuesIn(every_name()), by_name);

}  // namespace
}  // namespace hitm::protocols
