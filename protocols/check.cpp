// Breadth first through all worlds, one depth after the other; backwards from rest; and the trail to a fault.
//
// A depth is cut into chunks. Host threads make the moves of several chunks at once; what they found is entered in the order
// of the chunks, so that numbers, trail and counts are the same on any number of threads.
#include "protocols/check.hpp"

#include <oneapi/tbb/parallel_pipeline.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "protocols/codec.hpp"
#include "protocols/endings.hpp"
#include "protocols/moves.hpp"
#include "protocols/seen.hpp"
#include "protocols/trail.hpp"

namespace hitm::protocols {
namespace {

constexpr std::size_t chunk_states = 512;
constexpr std::size_t chunks_at_once = 16;

/// What was found from some states of one depth, in their order.
struct Chunk {
    struct Next {
        Id from;
        bool arrival;
        std::uint64_t hash;
        std::size_t key_end;
    };
    std::size_t begin = 0, end = 0;
    std::vector<Next> next;
    std::vector<std::uint8_t> keys;
    std::vector<Id> rest;
    std::size_t transitions = 0;
    Reached reached;
    std::string broken;  ///< of the last state looked at; empty: nothing is broken
    Id broken_at = nobody;
    std::optional<Move> broken_by;

    /// Keeps its memory, so that warm chunks allocate nothing.
    void clear(std::size_t from, std::size_t to) {
        begin = from;
        end = to;
        next.clear();
        keys.clear();
        rest.clear();
        transitions = 0;
        reached = {};
        broken.clear();
        broken_at = nobody;
        broken_by.reset();
    }
};

/// Makes the moves of a chunk's states.
class Worker {
public:
    Worker(const Protocol& protocol, const Setting& setting, const Codec& codec, Chunk& chunk)
        : mover_{protocol, setting, chunk.reached}, codec_{codec}, chunk_{chunk} {}

    void run(const Layer& layer) {
        for (auto i = chunk_.begin; i < chunk_.end && chunk_.broken.empty(); ++i) {
            const World world = codec_.decode(layer.key(i));
            try {
                expect_order(world, mover_.shape());
                expand(layer.id(i), world);
            } catch (const Broken& broken) {
                chunk_.broken = broken.what();
                chunk_.broken_at = layer.id(i);
                chunk_.broken_by = moving_;
            }
        }
    }

private:
    void expand(Id id, const World& world) {
        bool taken = false;
        if (world.packet_count == 0) expect_rest(world, mover_.shape());
        list_moves(world, mover_.shape(), moves_);
        for (const auto& move : moves_) {
            World after = world;
            moving_ = move;
            const auto outcome = mover_.make(after, move);
            moving_.reset();
            if (outcome == Outcome::Stalled) {
                if (!(after == world)) throw Broken("a step that stalled has changed something");
                continue;
            }
            const bool arrival = move.kind == Move::Kind::Arrives;
            taken |= arrival && (outcome == Outcome::Taken || !(after == world));
            note(id, after, arrival);
        }
        if (world.packet_count == 0) {
            chunk_.rest.push_back(id);
        } else if (!taken) throw Broken("stuck: messages wait and none can be taken");
    }

    void note(Id from, const World& after, bool arrival) {
        ++chunk_.transitions;
        codec_.encode(after, key_);
        chunk_.keys.insert(chunk_.keys.end(), key_.begin(), key_.end());
        chunk_.next.push_back({from, arrival, hash(key_), chunk_.keys.size()});
    }

    Mover mover_;
    const Codec& codec_;
    Chunk& chunk_;
    std::optional<Move> moving_;
    std::vector<Move> moves_;
    Codec::Key key_;
};

class Explorer {
public:
    Explorer(const Protocol& protocol, const Setting& setting, const Watch& watch)
        : protocol_{protocol}, setting_{setting}, watch_{watch}, codec_{protocol, shape_of(protocol, setting), setting.reduce} {}

    Verdict run() {
        const auto begun = std::chrono::steady_clock::now();
        Codec::Key key;
        codec_.encode(first_world(), key);
        next_.add(seen_.add(hash(key), nobody).first, key);
        while (next_.size() != 0 && verdict_.holds) {
            std::swap(now_, next_);
            next_.clear();
            take_layer();
            if (next_.size() != 0) ++verdict_.depth;
            if (watch_ && !watch_(seen_.size(), verdict_.depth)) fail(nobody, "given up: stopped", {});
        }
        if (verdict_.holds) expect_endings();
        verdict_.states = seen_.size();
        verdict_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        return verdict_;
    }

private:
    void take_layer() {
        namespace tbb = oneapi::tbb;
        using Work = Chunk*;
        std::size_t begin = 0, count = 0;
        const auto cut = [&](tbb::flow_control& control) -> Work {
            if (begin >= now_.size() || !verdict_.holds) return control.stop(), nullptr;
            auto& chunk = chunks_[count++ % chunks_.size()];  // no more are under way at once
            chunk.clear(begin, std::min(begin + chunk_states, now_.size()));
            begin = chunk.end;
            return &chunk;
        };
        const auto work = [&](Work chunk) { return Worker{protocol_, setting_, codec_, *chunk}.run(now_), chunk; };
        const auto enter = [&](Work chunk) { absorb(*chunk); };
        tbb::parallel_pipeline(chunks_at_once, tbb::make_filter<void, Work>(tbb::filter_mode::serial_in_order, cut) &
                                                   tbb::make_filter<Work, Work>(tbb::filter_mode::parallel, work) &
                                                   tbb::make_filter<Work, void>(tbb::filter_mode::serial_in_order, enter));
    }

    void absorb(const Chunk& chunk) {
        if (!verdict_.holds) return;  // chunks that were under way when an earlier one failed
        verdict_.reached |= chunk.reached;
        verdict_.transitions += chunk.transitions;
        std::size_t key_begin = 0;
        for (const auto& next : chunk.next) {
            const auto [id, is_new] = seen_.add(next.hash, next.from);
            if (is_new) next_.add(id, std::span(chunk.keys).subspan(key_begin, next.key_end - key_begin));
            if (next.arrival && id != next.from) endings_.add_arrival(next.from, id);
            key_begin = next.key_end;
        }
        for (Id id : chunk.rest) endings_.add_rest(id);
        if (!chunk.broken.empty()) fail(chunk.broken_at, chunk.broken, chunk.broken_by);
        else if (setting_.most_states != 0 && seen_.size() > setting_.most_states)
            fail(nobody, "given up: more states than were allowed", {});
    }

    void expect_endings() {
        if (const Id id = endings_.first_without(seen_.size()); id != nobody)
            fail(id, "stuck: messages arrive for ever and nothing comes to rest", {});
    }

    /// `at`: the state that is broken, or that `by` breaks; nobody where it is none's fault.
    void fail(Id at, const std::string& what, const std::optional<Move>& by) {
        verdict_.holds = false;
        verdict_.broken = what;
        std::vector<std::uint64_t> path;
        for (Id id = at; id != nobody && seen_.parent_of(id) != nobody; id = seen_.parent_of(id)) path.push_back(seen_.hash_of(id));
        std::ranges::reverse(path);
        verdict_.moves = moves_along(protocol_, setting_, path, by);
        for (const auto& step : replay(protocol_, {setting_, verdict_.moves})) {
            verdict_.trail.push_back(step.story);
            if (!step.broken.empty()) verdict_.broken = step.broken;
        }
    }

    const Protocol& protocol_;
    const Setting& setting_;
    const Watch& watch_;
    Verdict verdict_;
    Codec codec_;
    Seen seen_;
    Layer now_, next_;
    std::array<Chunk, chunks_at_once> chunks_;
    Endings endings_;
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

void expect_fits(const Setting& s) {
    const bool fits = s.levels == 1 ? s.clusters == 1 : s.levels == 2 && s.clusters >= 1 && s.clusters <= most_clusters;
    if (!fits || s.caches < 1 || s.clusters * s.caches > most_cores)
        throw std::invalid_argument("cannot check " + describe(s) + ": at most " + std::to_string(most_clusters) + " clusters and " +
                                    std::to_string(most_cores) + " caches in all, in one level or two; one level has one cluster");
}

Verdict check(const Protocol& protocol, const Setting& setting, const Watch& watch) {
    expect_fits(setting);
    return Explorer{protocol, setting, watch}.run();
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
