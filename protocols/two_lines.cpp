// Pairs of worlds, breadth first, and backwards from where both are at rest.
#include "protocols/two_lines.hpp"

#include <chrono>
#include <deque>
#include <unordered_map>

#include "protocols/codec.hpp"
#include "protocols/endings.hpp"
#include "protocols/moves.hpp"

namespace hitm::protocols {
namespace {

using Pair = std::array<World, 2>;
using Keys = std::array<Codec::Key, 2>;

class PairExplorer {
public:
    PairExplorer(const Protocol& protocol, const Setting& setting)
        : mover_{protocol, setting, verdict_.reached}, codec_{protocol, mover_.shape(), false} {}

    Verdict run() {
        const auto begun = std::chrono::steady_clock::now();
        try {
            add({first_world(), first_world()}, 0);
            for (std::size_t id = 0; id < keys_.size(); ++id) expand(id);
            if (endings_.first_without(keys_.size()) != nobody) throw Broken("stuck: two lines wait for each other");
        } catch (const Broken& broken) {
            verdict_.holds = false;
            verdict_.broken = broken.what();
        }
        verdict_.states = keys_.size();
        verdict_.depth = depths_.empty() ? 0 : depths_.back();
        verdict_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        return verdict_;
    }

private:
    std::size_t add(const Pair& worlds, std::size_t depth) {
        Keys keys;
        for (std::size_t l = 0; l < 2; ++l) codec_.encode(worlds[l], keys[l]);
        const auto [place, is_new] = ids_.try_emplace(mix(hash(keys[0])) ^ hash(keys[1]), keys_.size());
        if (is_new) {
            keys_.push_back(keys);
            depths_.push_back(depth);
        }
        return place->second;
    }

    /// A core has room for one line, and none for another while that is on its way in or out.
    static bool has_room(const World& other, int core) { return other.cores[static_cast<std::size_t>(core)].line.state == Cache::State::I; }

    void expand(std::size_t id) {
        const Pair worlds{codec_.decode(keys_[id][0]), codec_.decode(keys_[id][1])};
        for (std::size_t l = 0; l < 2; ++l) {
            list_moves(worlds[l], mover_.shape(), moves_);
            for (const auto& move : moves_) {
                if (move.kind == Move::Kind::CoreActs && !has_room(worlds[1 - l], move.who)) continue;
                Pair after = worlds;
                if (mover_.make(after[l], move) == Outcome::Stalled) continue;
                ++verdict_.transitions;
                expect_order(after[l], mover_.shape());
                if (after[l].packet_count == 0) expect_rest(after[l], mover_.shape());
                const auto next = add(after, depths_[id] + 1);
                if (move.kind == Move::Kind::Arrives && next != id) endings_.add_arrival(static_cast<Id>(id), static_cast<Id>(next));
            }
        }
        if (worlds[0].packet_count + worlds[1].packet_count == 0) endings_.add_rest(static_cast<Id>(id));
    }

    Verdict verdict_;
    Mover mover_;
    Codec codec_;
    std::unordered_map<std::uint64_t, std::size_t> ids_;
    std::deque<Keys> keys_;
    std::deque<std::size_t> depths_;
    Endings endings_;
    std::vector<Move> moves_;
};

}  // namespace

Verdict check_two_lines(const Protocol& protocol, const Setting& setting) {
    if (setting.levels != 1 || setting.clusters != 1 || setting.caches < 1 || setting.caches > 3)
        throw std::invalid_argument("two lines are checked in one level of at most 3 caches");
    return PairExplorer{protocol, setting}.run();
}

}  // namespace hitm::protocols
