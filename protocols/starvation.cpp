// The graph of all worlds in which one core waits, its strong components, and which of them are fair: what is asked for in
// them again and again is done in them again and again (Streett's condition; the worlds that spoil it are taken out, and what is left
// is parted anew).
#include "protocols/starvation.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <chrono>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "protocols/codec.hpp"
#include "protocols/endings.hpp"
#include "protocols/moves.hpp"
#include "protocols/trail.hpp"

namespace hitm::protocols {
namespace {

constexpr int waiting_core = 0;  // worlds are alike for all cores

/// What a step serves: a message of some kind, taken or only set in motion; 0 for what a core or an agent does of itself.
using Label = std::uint64_t;

Label label_of(const World& world, const Move& move, Outcome outcome) {
    if (move.kind != Move::Kind::Arrives) return 0;
    const auto& [domain, m] = world.packets[move.who];
    Label label = outcome == Outcome::Taken ? 1 : 2;
    for (std::uint64_t part : {std::uint64_t{domain}, static_cast<std::uint64_t>(m.type), std::uint64_t{m.from}, std::uint64_t{m.to},
                               std::uint64_t{m.requestor}})
        label = label << 8 | (part & 0xff);
    return label;
}

struct Edge {
    Id to;
    Label label;
};

/// All worlds, each with its steps and the world it was first reached from.
class Worlds {
public:
    Worlds(const Protocol& protocol, const Setting& setting, Reached& reached)
        : mover_{protocol, setting, reached}, codec_{protocol, mover_.shape(), false} {
        add(first_world(), nobody);
        for (Id id = 0; id < keys_.size(); ++id) expand(id);
    }

    Id size() const { return static_cast<Id>(keys_.size()); }
    std::size_t transitions() const { return transitions_; }
    bool waits(Id id) const { return waits_[id]; }
    const std::vector<Edge>& steps(Id id) const { return steps_[id]; }
    /// The hashes of the keys on a shortest way from the first world.
    std::vector<std::uint64_t> way_to(Id id) const {
        std::vector<std::uint64_t> way;
        for (; parents_[id] != nobody; id = parents_[id]) way.push_back(hash(keys_[id]));
        return {way.rbegin(), way.rend()};
    }

private:
    Id add(const World& world, Id parent) {
        codec_.encode(world, key_);
        const auto [place, is_new] = ids_.try_emplace(hash(key_), size());
        if (!is_new) return place->second;
        keys_.push_back(key_);
        waits_.push_back(world.cores[waiting_core].owed != Owed::Nothing);
        parents_.push_back(parent);
        return place->second;
    }

    void expand(Id id) {
        const World world = codec_.decode(keys_[id]);
        std::vector<Edge> steps;
        list_moves(world, mover_.shape(), moves_);
        for (const auto& move : moves_) {
            World after = world;
            const auto outcome = mover_.make(after, move);
            if (outcome == Outcome::Stalled || after == world) continue;
            const Id to = add(after, id);
            if (move.kind != Move::Kind::AgentEvicts) steps.push_back({to, label_of(world, move, outcome)});
        }
        transitions_ += steps.size();
        steps_.push_back(std::move(steps));
    }

    Mover mover_;
    Codec codec_;
    std::unordered_map<std::uint64_t, Id> ids_;
    std::vector<Codec::Key> keys_;
    std::vector<bool> waits_;
    std::vector<Id> parents_;
    std::vector<std::vector<Edge>> steps_;
    std::size_t transitions_ = 0;
    std::vector<Move> moves_;
    Codec::Key key_;
};

using Set = std::vector<Id>;

/// The strong components of a set of worlds.
std::vector<Set> components(const Worlds& worlds, const Set& set) {
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
    std::unordered_map<Id, Id> place;
    for (Id i = 0; i < set.size(); ++i) place[set[i]] = i;
    std::vector<std::pair<Id, Id>> edges;
    for (Id i = 0; i < set.size(); ++i)
        for (const auto& step : worlds.steps(set[i]))
            if (const auto it = place.find(step.to); it != place.end()) edges.emplace_back(i, it->second);
    const Graph graph(edges.begin(), edges.end(), set.size());
    std::vector<std::size_t> component(set.size());
    const auto count = boost::strong_components(
        graph, boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph), component[0]));
    std::vector<Set> parts(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < set.size(); ++i) parts[component[i]].push_back(set[i]);
    return parts;
}

/// A world of a fair cycle within the set, or nobody.
Id fair_cycle(const Worlds& worlds, const Set& set) {
    if (set.empty()) return nobody;
    for (const auto& part : components(worlds, set)) {
        const std::unordered_set<Id> within(part.begin(), part.end());
        std::unordered_set<Label> served;
        bool turns = false;
        for (Id id : part)
            for (const auto& step : worlds.steps(id))
                if (within.contains(step.to)) turns = true, served.insert(step.label);
        if (!turns) continue;
        Set rest;
        for (Id id : part)
            if (std::ranges::all_of(worlds.steps(id), [&](const Edge& e) { return e.label == 0 || served.contains(e.label); }))
                rest.push_back(id);
        if (rest.size() == part.size()) return part.front();
        if (const Id found = fair_cycle(worlds, rest); found != nobody) return found;
    }
    return nobody;
}

}  // namespace

bool fits_starvation(const Setting& s) { return s.levels == 1 ? s.caches <= 3 : s.clusters <= 2 && s.clusters * s.caches <= 2; }

Verdict check_starvation(const Protocol& protocol, const Setting& setting) {
    expect_fits(setting);
    if (!fits_starvation(setting))
        throw std::invalid_argument("cannot look for starvation in " + describe(setting) +
                                    ": at most 3 caches in one level, or 2 in two levels");
    const auto begun = std::chrono::steady_clock::now();
    Verdict verdict;
    const Worlds worlds{protocol, setting, verdict.reached};
    Set waiting;
    for (Id id = 0; id < worlds.size(); ++id)
        if (worlds.waits(id)) waiting.push_back(id);
    if (const Id found = fair_cycle(worlds, waiting); found != nobody) {
        verdict.holds = false;
        verdict.broken = "starved: from here, a core can wait for ever while others are served";
        auto numbered = setting;
        numbered.reduce = false;  // as the worlds are
        verdict.moves = moves_along(protocol, numbered, worlds.way_to(found), {});
        for (const auto& step : replay(protocol, {setting, verdict.moves})) verdict.trail.push_back(step.story);
    }
    verdict.states = worlds.size();
    verdict.transitions = worlds.transitions();
    verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return verdict;
}

}  // namespace hitm::protocols
