// Breadth first through all worlds; backwards from rest; and the trail to a fault.
#include "protocols/check.hpp"

#include <algorithm>
#include <chrono>

#include "protocols/codec.hpp"
#include "protocols/endings.hpp"
#include "protocols/moves.hpp"

namespace hitm::protocols {
namespace {

/// Every state seen, by hash, and the state it was first reached from.
class Seen {
public:
    Seen() : slots_(1U << 12, nobody) {}

    /// The state's number, and whether it is new.
    std::pair<Id, bool> add(std::uint64_t hash, Id parent) {
        if (2 * hashes_.size() >= slots_.size()) grow();
        auto& slot = find(hash);
        if (slot != nobody) return {slot, false};
        slot = static_cast<Id>(hashes_.size());
        hashes_.push_back(hash);
        parents_.push_back(parent);
        return {slot, true};
    }
    std::size_t size() const { return hashes_.size(); }
    std::uint64_t hash_of(Id id) const { return hashes_[id]; }
    Id parent_of(Id id) const { return parents_[id]; }

private:
    Id& find(std::uint64_t hash) {
        auto at = hash & (slots_.size() - 1);
        while (slots_[at] != nobody && hashes_[slots_[at]] != hash) at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }
    void grow() {
        slots_.assign(2 * slots_.size(), nobody);
        for (Id id = 0; id < hashes_.size(); ++id) find(hashes_[id]) = id;
    }

    std::vector<Id> slots_;
    std::vector<std::uint64_t> hashes_;
    std::vector<Id> parents_;
};

/// The states of one depth, as keys one behind the other.
class Layer {
public:
    void add(Id id, const Codec::Key& key) {
        ids_.push_back(id);
        ends_.push_back((bytes_.insert(bytes_.end(), key.begin(), key.end()), bytes_.size()));
    }
    std::size_t size() const { return ids_.size(); }
    Id id(std::size_t i) const { return ids_[i]; }
    std::span<const std::uint8_t> key(std::size_t i) const {
        const auto from = i == 0 ? 0 : ends_[i - 1];
        return {bytes_.data() + from, ends_[i] - from};
    }
    void clear() {
        ids_.clear();
        ends_.clear();
        bytes_.clear();
    }

private:
    std::vector<Id> ids_;
    std::vector<std::size_t> ends_;
    std::vector<std::uint8_t> bytes_;
};

class Explorer {
public:
    Explorer(const Protocol& protocol, const Setting& setting)
        : mover_{protocol, setting, verdict_.reached},
          codec_{protocol, mover_.shape(), setting.reduce},
          most_states_{setting.most_states} {}

    Verdict run() {
        const auto begun = std::chrono::steady_clock::now();
        codec_.encode(first_world(), key_);
        next_.add(seen_.add(hash(key_), nobody).first, key_);
        while (next_.size() != 0 && verdict_.holds) {
            std::swap(now_, next_);
            next_.clear();
            for (std::size_t i = 0; i < now_.size() && verdict_.holds; ++i) expand(now_.id(i), now_.key(i));
            if (next_.size() != 0) ++verdict_.depth;
        }
        if (verdict_.holds) expect_endings();
        verdict_.states = seen_.size();
        verdict_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        return verdict_;
    }

private:
    void expand(Id id, std::span<const std::uint8_t> key) {
        const World world = codec_.decode(key);
        try {
            expect_order(world, mover_.shape());
            expand(id, world);
            if (most_states_ != 0 && seen_.size() > most_states_) throw Broken("given up: more states than were allowed");
        } catch (const Broken& broken) {
            verdict_.holds = false;
            verdict_.broken = broken.what();
            retrace(id);
        }
    }

    void expand(Id id, const World& world) {
        bool taken = false;
        if (world.packet_count == 0) expect_rest(world, mover_.shape());
        list_moves(world, mover_.shape(), moves_);
        for (const auto& move : moves_) {
            World after = world;
            moving_ = true;
            const auto outcome = mover_.make(after, move);
            moving_ = false;
            if (outcome == Outcome::Stalled) {
                if (!(after == world)) throw Broken("a step that stalled has changed something");
                continue;
            }
            ++verdict_.transitions;
            taken |= move.kind == Move::Kind::Arrives && (outcome == Outcome::Taken || !(after == world));
            codec_.encode(after, key_);
            const auto [next, is_new] = seen_.add(hash(key_), id);
            if (is_new) next_.add(next, key_);
            if (move.kind == Move::Kind::Arrives && next != id) endings_.add_arrival(id, next);
        }
        if (world.packet_count == 0) {
            endings_.add_rest(id);
        } else if (!taken) throw Broken("stuck: messages wait and none can be taken");
    }

    void expect_endings() {
        const Id id = endings_.first_without(seen_.size());
        if (id == nobody) return;
        verdict_.holds = false;
        verdict_.broken = "stuck: messages arrive for ever and nothing comes to rest";
        retrace(id);
    }

    /// Walks from the first world to the broken one again and tells each step.
    void retrace(Id broken) {
        std::vector<Id> path;
        for (Id id = broken; id != nobody; id = seen_.parent_of(id)) path.push_back(id);
        codec_.encode(first_world(), key_);
        for (auto id = path.rbegin() + 1; id < path.rend(); ++id) follow(codec_.decode(key_), seen_.hash_of(*id));
        if (moving_) tell_last_move(codec_.decode(key_));
    }

    /// Makes the move that leads to the state of that hash; leaves its key in `key_`.
    void follow(const World& world, std::uint64_t to) {
        list_moves(world, mover_.shape(), moves_);
        for (const auto& move : moves_) {
            World after = world;
            std::string story;
            try {
                if (mover_.make(after, move, &story) == Outcome::Stalled) continue;
            } catch (const Broken&) {
                continue;  // another fault of this state; the trail to follow goes elsewhere
            }
            const auto renaming = codec_.encode(after, key_);
            if (hash(key_) != to) continue;
            verdict_.trail.push_back(story);
            rename(renaming);
            return;
        }
        throw std::logic_error("the checker cannot follow its own trail");
    }

    void rename(const Codec::Renaming& renaming) {
        const auto old = names_;
        for (int i = 0; i < mover_.shape().cores(); ++i) {
            const auto place = static_cast<std::size_t>(i);
            names_.core[place] = old.core[static_cast<std::size_t>(renaming.old_core[place])];
        }
        for (int c = 0; c < mover_.shape().clusters; ++c) {
            const auto place = static_cast<std::size_t>(c);
            names_.cluster[place] = old.cluster[renaming.old_cluster[place]];
        }
        mover_.call(names_);
    }

    void tell_last_move(const World& world) {
        list_moves(world, mover_.shape(), moves_);
        for (const auto& move : moves_) {
            World after = world;
            std::string story;
            try {
                mover_.make(after, move, &story);
            } catch (const Broken& why) {
                verdict_.broken = why.what();
                verdict_.trail.push_back(story);
                return;
            }
        }
    }

    Verdict verdict_;
    Names names_ = Names::first();
    bool moving_ = false;
    Mover mover_;
    Codec codec_;
    std::size_t most_states_;
    Seen seen_;
    Layer now_, next_;
    Endings endings_;
    std::vector<Move> moves_;
    Codec::Key key_;
};

template <class Role, class Cells>
void add_dead(const Table<Role>& table, const Cells& reached, const std::string& who, std::vector<std::string>& dead) {
    for (const auto& s : Role::states)
        for (const auto& e : Role::events)
            if (table.find(s.id, e.id) != nullptr && !reached.test(cell_number<Role>(s.id, e.id)))
                dead.push_back(who + " " + std::string(s.name) + " x " + std::string(e.name));
}

std::string word(Way way) { return way == Way::Chain ? "chain" : "confirm"; }

}  // namespace

Reached& Reached::operator|=(const Reached& other) {
    core |= other.core;
    agent_above |= other.agent_above;
    agent_below |= other.agent_below;
    home |= other.home;
    return *this;
}

Verdict check(const Protocol& protocol, const Setting& s) {
    const bool fits = s.levels == 1 ? s.clusters == 1 : s.levels == 2 && s.clusters >= 1 && s.clusters <= most_clusters;
    if (!fits || s.caches < 1 || s.clusters * s.caches > most_cores)
        throw std::invalid_argument("cannot check " + describe(s) + ": at most " + std::to_string(most_clusters) + " clusters and " +
                                    std::to_string(most_cores) + " caches in all, in one level or two; one level has one cluster");
    return Explorer{protocol, s}.run();
}

std::vector<std::string> dead_cells(const Protocol& protocol, const Reached& reached) {
    std::vector<std::string> dead;
    add_dead(protocol.cache, reached.core | reached.agent_above, "cache", dead);
    add_dead(protocol.directory, reached.agent_below | reached.home, "home", dead);
    return dead;
}

std::string describe(const Setting& s) {
    const auto caches = std::to_string(s.caches) + (s.caches == 1 ? " cache" : " caches");
    if (s.levels == 1) return caches + ", " + word(s.inside);
    return std::to_string(s.clusters) + (s.clusters == 1 ? " cluster of " : " clusters of ") + caches + ", inside " + word(s.inside) +
           ", outside " + word(s.outside);
}

}  // namespace hitm::protocols
