// What must hold on any machine, in closed form: trips, hand-overs, bandwidth, linear scaling, siblings.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/sim/bench.hpp"

namespace hitm::sim {
namespace {

using namespace bench;

constexpr std::uint64_t line = 0x10000;
constexpr Picoseconds trip = ns(10), crossing = ns(100);

double ns_per_operation(const RunResult& r) { return to_ns(r.duration) / static_cast<double>(r.operations); }

RunResult steady(const Machine& m, workloads::Source& s, const std::vector<HardwareThread>& cpus, std::uint64_t operations = 4000) {
    return simulate(m, s, cpus, Options{.warmup = operations / 4, .operations = operations});
}

/// Two threads that pass a token: each waits until the token is its own (a load that spins), then gives it away (an add).
class Token : public workloads::Source {
public:
    void next(workloads::Thread t, workloads::Access& a) override { a = step(t); }
    workloads::Access step(workloads::Thread t) {
        if (mine_[t]) {
            mine_[t] = false;
            counted_[t] = true;
            return add(line);
        }
        if (counted_[t]) {
            counted_[t] = false;
            return count();
        }
        auto a = load(line);
        a.awaited = true;
        return a;
    }
    void complete(workloads::Thread t, const workloads::Access& a) override {
        if (a.kind == workloads::Kind::Add) ++value_;
        else mine_[t] = value_ % 2 == t;
    }
    void forward(workloads::Thread, const workloads::Access&, const workloads::Access&) override {}
    unsigned threads() const override { return 2; }
    std::span<const workloads::Field> fields() const override { return {}; }
    workloads::NumaHome home(std::uint64_t) const override { return {}; }

private:
    std::uint64_t value_ = 0;
    std::array<bool, 2> mine_{};
    std::array<bool, 2> counted_{};
};

double token_time(Machine m) {
    m.l1.hit = 100;  // a spinning reader must let time pass
    Token s;
    return ns_per_operation(steady(m, s, one_a_core(2)));
}

TEST(PingPong, costs_the_trips_of_an_invalidation_and_of_a_read_of_a_dirty_line) {
    // The writer's upgrade: core, agent, the other's copy (two trips; the ack comes while that one already asks again).
    // The spinning reader's read: core, agent, owner, reader (three trips).
    EXPECT_NEAR(token_time(machine(1, 2)), to_ns((2 + 3) * trip), 0.5);
}

TEST(PingPong, between_clusters_adds_the_crossings) {
    // Invalidation: core, agent, home, other agent, its core. Read: core, agent, home, agent, its core and back, agent, core.
    EXPECT_NEAR(token_time(machine(2, 1)), to_ns((2 + 4) * trip + (2 + 3) * crossing), 0.5);
}

TEST(HandOver, writers_of_one_line_get_it_one_after_the_other) {
    for (const unsigned writers : {4U, 8U, 16U}) {
        auto m = machine(1, writers);
        m.costs.locked = ns(3);
        m.costs.locked_after_fill = ns(2);
        Loop s{std::vector<std::vector<workloads::Access>>(writers, {add(line), count()})};
        const auto r = steady(m, s, one_a_core(writers));
        EXPECT_NEAR(ns_per_operation(r), to_ns(trip) + 5, 0.1) << writers << " writers, chain: one trip and the operation";
    }
}

TEST(HandOver, with_confirm_the_owner_has_the_line_until_the_agent_comes_back_for_it) {
    auto m = machine(1, 8);
    m.cluster_way = protocols::Way::Confirm;
    m.costs.locked = ns(3);
    Loop s{std::vector<std::vector<workloads::Access>>(8, {add(line), count()})};
    // Data to the requestor, its confirmation to the agent, the next forward to it: three trips a hand-over, and in the two
    // trips in between it adds every 3 ns.
    const auto r = steady(m, s, one_a_core(8));
    const double adds_a_turn = std::floor(to_ns(2 * trip) / 3) + 1;
    EXPECT_NEAR(ns_per_operation(r), to_ns(3 * trip) / adds_a_turn, 0.3);
}

TEST(Bandwidth, a_saturated_link_limits_throughput_to_what_it_carries) {
    // Every load brings 72 bytes over the agent's link to the hub at 2 bytes a ns, each from a line nobody else has.
    auto m = machine(1, 8, trip, crossing, 2.0);
    m.l1 = m.l2 = {64, 1, 0};
    m.shared = {1024 * 1024, 16, 0};
    std::vector<std::vector<workloads::Access>> lists(8);
    for (unsigned t = 0; t < 8; ++t)
        for (unsigned i = 0; i < 4; ++i) lists[t].insert(lists[t].end(), {load(line + (t * 4 + i) * 64), count()});
    Loop s{lists};
    const auto r = steady(m, s, one_a_core(8), 8000);
    // A load also makes room for its line: PutE and its acknowledgement (8 bytes) share the links.
    EXPECT_NEAR(ns_per_operation(r), (72 + 8) / 2.0, 1.0);
    const auto& link = *std::ranges::find_if(r.links, [](const LinkStats& l) { return l.name == "agent0>hub0"; });
    EXPECT_GT(static_cast<double>(link.busy) / static_cast<double>(r.duration), 0.97);
}

TEST(Scaling, threads_that_share_nothing_scale_linearly) {
    const auto rate = [](unsigned threads) {
        std::vector<std::vector<workloads::Access>> lists;
        for (unsigned t = 0; t < threads; ++t) lists.push_back({load(line + t * 4096), add(line + t * 4096, ns(20)), count()});
        Loop s{lists};
        auto m = machine(2, 8);
        m.l1.hit = ns(1);
        m.costs.locked = ns(5);
        return steady(m, s, one_a_core(threads), 2000 * threads).operations_per_second();
    };
    const double one = rate(1);
    for (const unsigned n : {2U, 8U, 16U}) EXPECT_NEAR(rate(n) / one, n, n * 0.001);
}

TEST(Siblings, two_at_work_get_the_stated_gain_and_no_more) {
    for (const double gain : {1.0, 1.25, 1.4, 2.0}) {
        auto m = machine(1, 1);
        m.threads_per_core = 2;
        m.smt_gain = gain;
        const std::vector<workloads::Access> work{count(ns(100))};
        Loop alone{{work}};
        Loop both{{work, work}};
        const double one = steady(m, alone, {{0, 0}}).operations_per_second();
        EXPECT_NEAR(steady(m, both, {{0, 0}, {0, 1}}).operations_per_second() / one, gain, 0.001) << gain;
    }
}

TEST(Siblings, a_thread_that_waits_leaves_the_core_to_the_other) {
    auto m = machine(1, 1);
    m.threads_per_core = 2;
    m.smt_gain = 1.0;
    m.l1 = m.l2 = {64, 1, 0};
    m.shared = {64, 1, 0};
    Loop both{{{count(ns(100))}, {load(line), load(line + 64), load(line + 128)}}};  // the second does nothing but miss
    EXPECT_NEAR(steady(m, both, {{0, 0}, {0, 1}}).operations_per_second(), 10e6, 1e4);
}

TEST(Siblings, pass_a_line_without_the_network) {
    auto m = machine(1, 1);
    m.threads_per_core = 2;
    m.costs.locked = ns(6);
    m.costs.sibling_handover = ns(2);
    Loop both{{{add(line), count()}, {add(line), count()}}};
    const auto r = steady(m, both, {{0, 0}, {0, 1}});
    EXPECT_NEAR(ns_per_operation(r), 8, 0.1);
    for (auto n : r.messages) EXPECT_EQ(n, 0U);
}

TEST(StoreBuffer, hides_a_store_and_a_locked_operation_waits_for_it) {
    const auto m = machine(1, 1);
    Script plain{{{store(line), workloads::Access{.gap_ps = 0, .kind = workloads::Kind::Compute}}}};
    Script ordered{{{store(line), add(line + 64)}}};
    EXPECT_EQ(play(m, plain).total, 2 * trip + 2 * crossing) << "the run ends when the store has drained";
    EXPECT_EQ(play(m, ordered).total, 4 * trip + 4 * crossing) << "one after the other";
}

TEST(StoreBuffer, asks_for_ownership_ahead_of_a_stores_turn) {
    const auto m = machine(1, 1);
    Script s{{{store(line), store(line + 64), store(line + 128)}}};
    EXPECT_EQ(play(m, s).total, 2 * trip + 2 * crossing) << "three misses overlap";
}

TEST(StoreBuffer, answers_the_threads_own_loads) {
    const auto m = machine(1, 1);
    Script s{{{store(line), load(line)}}};
    play(m, s);
    EXPECT_EQ(s.forwarded, 1U);
}

TEST(Loads, of_one_step_overlap_up_to_the_window_and_dependent_ones_do_not) {
    auto m = machine(1, 1);
    std::vector<workloads::Access> together, chained;
    for (unsigned i = 0; i < 4; ++i) {
        together.push_back(load(line + i * 64));
        together.back().joins = i > 0;
        chained.push_back(load(line + i * 64));
    }
    const Picoseconds one = 2 * trip + 2 * crossing;
    Script a{{together}}, b{{chained}};
    EXPECT_EQ(play(m, a).total, one);
    EXPECT_EQ(play(m, b).total, 4 * one);
    m.load_window = 2;
    Script c{{together}};
    EXPECT_EQ(play(m, c).total, 2 * one);
}

TEST(Loads, over_a_lines_edge_touch_both_lines) {
    const auto m = machine(1, 1);
    Script s{{{load(line + 60)}}};
    const auto r = play(m, s);
    EXPECT_EQ(sent(r, protocols::MessageType::Exclusive), 4U);
    EXPECT_EQ(s.completed.size(), 1U);
}

TEST(AdjacentLine, makes_128_bytes_the_unit_when_on) {
    auto m = machine(1, 1);
    m.adjacent_line_prefetch = true;
    Script s{{{load(line), load(line + 64, ns(1000))}}};
    const auto r = play(m, s);
    EXPECT_EQ(r.misses[static_cast<std::size_t>(MissClass::Cold)], 1U);
    m.adjacent_line_prefetch = false;
    Script t{{{load(line), load(line + 64, ns(1000))}}};
    EXPECT_EQ(play(m, t).misses[static_cast<std::size_t>(MissClass::Cold)], 2U);
}

TEST(Sharing, is_false_where_only_other_bytes_were_written_and_true_where_these_were) {
    const auto misses = [](std::uint64_t read_at) {
        Loop s{{{add(line), count(ns(300))}, {load(line + read_at), count(ns(300))}}};
        return steady(machine(1, 2), s, one_a_core(2)).misses;
    };
    const auto same = misses(0), other = misses(8);
    EXPECT_GT(same[static_cast<std::size_t>(MissClass::TrueSharing)], 500U);
    EXPECT_EQ(same[static_cast<std::size_t>(MissClass::FalseSharing)], 0U);
    EXPECT_GT(other[static_cast<std::size_t>(MissClass::FalseSharing)], 500U);
    EXPECT_EQ(other[static_cast<std::size_t>(MissClass::TrueSharing)], 0U);
}

TEST(Sharing, of_one_counter_by_many_is_never_false) {
    // Whoever asks for the line while its owner has yet to add must not be told that nobody wrote there.
    Loop s{std::vector<std::vector<workloads::Access>>(8, {add(line), count(ns(15))})};
    auto m = machine(1, 8);
    m.costs.locked = ns(6);
    const auto r = steady(m, s, one_a_core(8));
    EXPECT_GT(r.misses[static_cast<std::size_t>(MissClass::TrueSharing)], 1000U);
    EXPECT_EQ(r.misses[static_cast<std::size_t>(MissClass::FalseSharing)], 0U);
}

TEST(Order, is_the_same_on_every_run) {
    const auto once = [] {
        Loop s{std::vector<std::vector<workloads::Access>>(16, {add(line, ns(7)), load(line + 64), count()})};
        return steady(machine(2, 8), s, one_a_core(16)).total;
    };
    EXPECT_EQ(once(), once());
}

TEST(Wrong, places_are_refused) {
    Loop s{{{count(1)}, {count(1)}}};
    const auto m = machine(1, 2);
    EXPECT_THROW(simulate(m, s, one_a_core(1), {}), BadMachine);
    EXPECT_THROW(simulate(m, s, std::vector<HardwareThread>{{0, 0}, {0, 0}}, {}), BadMachine);
    EXPECT_THROW(simulate(m, s, std::vector<HardwareThread>{{0, 0}, {2, 0}}, {}), BadMachine);
}

}  // namespace
}  // namespace hitm::sim
