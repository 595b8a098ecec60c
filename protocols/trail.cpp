// Following a path through renumbered worlds in a world that keeps its numbers.
#include "protocols/trail.hpp"

#include <numeric>
#include <stdexcept>

#include "protocols/codec.hpp"
#include "protocols/moves.hpp"

namespace hitm::protocols {
namespace {

/// Two worlds side by side: the path's, renumbered at each step, and the true one, whose numbers stay.
class Follower {
public:
    Follower(const Protocol& protocol, const Setting& setting)
        : mover_{protocol, setting, reached_}, codec_{protocol, mover_.shape(), setting.reduce} {
        std::iota(core_.begin(), core_.end(), 0);
        std::iota(cluster_.begin(), cluster_.end(), Node{0});
        rename(codec_.encode(true_, key_));
    }

    /// The true move that leads to the state of that hash; it is made.
    Move step(std::uint64_t to) {
        const World world = codec_.decode(key_);
        list_moves(world, mover_.shape(), moves_);
        for (const auto& move : moves_) {
            World after = world;
            try {
                if (mover_.make(after, move) == Outcome::Stalled) continue;
            } catch (const Broken&) {
                continue;  // another fault of this state; the path goes elsewhere
            }
            const auto renaming = codec_.encode(after, key_);
            if (hash(key_) != to) continue;
            const auto made = translate(world, move);
            mover_.make(true_, made);
            rename(renaming);
            return made;
        }
        throw std::logic_error("the checker cannot follow its own trail");
    }

    Move last(const Move& move) const { return translate(codec_.decode(key_), move); }

private:
    /// Who is called what in the true world, when the path's has been renumbered.
    void rename(const Codec::Renaming& renaming) {
        const auto core = core_;
        const auto cluster = cluster_;
        const auto at = [](auto i) { return static_cast<std::size_t>(i); };
        for (int i = 0; i < mover_.shape().cores(); ++i) core_[at(i)] = core[at(renaming.old_core[at(i)])];
        for (int c = 0; c < mover_.shape().clusters; ++c) cluster_[at(c)] = cluster[at(renaming.old_cluster[at(c)])];
    }

    Move translate(const World& world, Move move) const {
        switch (move.kind) {
            case Move::Kind::CoreActs: move.who = static_cast<std::uint8_t>(core_[move.who]); break;
            case Move::Kind::AgentEvicts: move.who = cluster_[move.who]; break;
            case Move::Kind::Arrives: move.who = find(translate(world.packets[move.who])); break;
        }
        return move;
    }

    Node translate(int domain, Node n) const {
        const auto& shape = mover_.shape();
        if (n >= shape.directory(domain)) return n;
        if (shape.of_agents(domain)) return cluster_[n];
        return shape.number_of(core_[static_cast<std::size_t>(shape.first_core(domain) + n)]);
    }

    Packet translate(Packet packet) const {
        const int domain = packet.domain;
        auto& m = packet.message;
        for (Node* n : {&m.to, &m.from, &m.requestor}) *n = translate(domain, *n);
        if (domain > 0) packet.domain = static_cast<std::uint8_t>(1 + cluster_[static_cast<std::size_t>(domain - 1)]);
        return packet;
    }

    /// The true message that a renumbered one stands for; a key forgets who answered a cache, which no rule asks.
    std::uint8_t find(Packet wanted) const {
        const auto& m = wanted.message;
        const bool answer = info(m.type).channel == Channel::Response && m.to != mover_.shape().directory(wanted.domain);
        for (std::uint8_t i = 0; i < true_.packet_count; ++i) {
            auto packet = true_.packets[i];
            if (answer) packet.message.from = m.from;
            if (packet == wanted && may_arrive(true_, i)) return i;
        }
        throw std::logic_error("the checker cannot find a message of its own trail");
    }

    Reached reached_;
    Mover mover_;
    Codec codec_;
    World true_ = first_world();
    std::array<int, most_cores> core_;         // by number in the path's world
    std::array<Node, most_clusters> cluster_;  // the same
    Codec::Key key_;
    std::vector<Move> moves_;
};

bool is_possible(const Move& move, const World& world, const Shape& shape) {
    std::vector<Move> moves;
    list_moves(world, shape, moves);
    for (const auto& m : moves)
        if (m == move) return true;
    return false;
}

}  // namespace

std::vector<Move> moves_along(const Protocol& protocol, const Setting& setting, std::span<const std::uint64_t> path,
                              const std::optional<Move>& last) {
    Follower follower{protocol, setting};
    std::vector<Move> moves;
    for (auto to : path) moves.push_back(follower.step(to));
    if (last) moves.push_back(follower.last(*last));
    return moves;
}

std::vector<Step> replay(const Protocol& protocol, const Trail& trail) {
    Reached reached;
    Mover mover{protocol, trail.setting, reached};
    std::vector<Step> steps;
    World world = first_world();
    for (const auto& move : trail.moves) {
        if (!is_possible(move, world, mover.shape()))
            throw std::invalid_argument("step " + std::to_string(steps.size() + 1) +
                                        " cannot be made: no such core or message; right would be a key that `check` printed");
        Step step{move, world, world, {}, false, {}};
        try {
            step.stalled = mover.make(step.after, move, &step.story) == Outcome::Stalled;
            if (step.stalled) step.story += " (stalls)";
            expect_order(step.after, mover.shape());
            if (step.after.packet_count == 0) expect_rest(step.after, mover.shape());
        } catch (const Broken& broken) {
            step.broken = broken.what();
        }
        world = step.after;
        steps.push_back(std::move(step));
        if (!steps.back().broken.empty()) break;
    }
    return steps;
}

}  // namespace hitm::protocols
