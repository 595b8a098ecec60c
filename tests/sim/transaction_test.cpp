// Which messages, how many bytes and how many trips each kind of transaction takes, in one and in two levels.
#include <gtest/gtest.h>

#include <map>

#include "tests/sim/bench.hpp"

namespace hitm::sim {
namespace {

using namespace bench;
using protocols::MessageType;
using Counts = std::map<MessageType, std::uint64_t>;

constexpr std::uint64_t line = 0x10000;
constexpr Picoseconds trip = ns(10), crossing = ns(100);

Counts counts(const RunResult& r) {
    Counts c;
    for (const auto& m : protocols::messages)
        if (sent(r, m.id) > 0) c[m.id] = sent(r, m.id);
    return c;
}

std::uint64_t bytes(const RunResult& r) {
    std::uint64_t sum = 0;
    for (auto b : r.bytes) sum += b;
    return sum;
}

/// What the second part of a script adds to the first.
struct Added {
    Counts messages;
    std::uint64_t bytes;
    Picoseconds time;
};
Added added(const Machine& m, std::vector<std::vector<workloads::Access>> before, std::vector<std::vector<workloads::Access>> then) {
    Script first{before};
    const auto a = play(m, first);
    for (std::size_t t = 0; t < before.size(); ++t) before[t].insert(before[t].end(), then[t].begin(), then[t].end());
    Script both{before};
    const auto b = play(m, both);
    Added d{{}, bytes(b) - bytes(a), b.total - a.total};
    for (const auto& info : protocols::messages)
        if (sent(b, info.id) > sent(a, info.id)) d.messages[info.id] = sent(b, info.id) - sent(a, info.id);
    return d;
}

// One level: a cluster whose agent already has the line. All times count from the end of the first part.

TEST(Transaction, a_first_load_goes_core_agent_home_and_back) {
    Script s{{{load(line)}}};
    const auto r = play(machine(1, 1), s);
    EXPECT_EQ(counts(r), (Counts{{MessageType::GetS, 2}, {MessageType::Exclusive, 2}}));
    EXPECT_EQ(bytes(r), 2 * 8 + 2 * 72U);
    EXPECT_EQ(r.total, 2 * trip + 2 * crossing);
}

TEST(Transaction, a_first_store_asks_once_at_each_level) {
    Script s{{{store(line), access(workloads::Kind::Fence, 0)}}};
    const auto r = play(machine(1, 1), s);
    EXPECT_EQ(counts(r), (Counts{{MessageType::GetM, 2}, {MessageType::Data, 2}}));
    EXPECT_EQ(r.total, 2 * trip + 2 * crossing);
}

TEST(Transaction, a_dirty_line_is_forwarded_in_three_trips) {
    const auto d = added(machine(1, 2), {{add(line)}, {load(line + 4096 * 3, ns(1000))}}, {{}, {load(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetS, 1}, {MessageType::FwdGetS, 1}, {MessageType::Data, 2}}));
    EXPECT_EQ(d.bytes, 2 * 8 + 2 * 72U) << "the owner's data go to the requestor and home";
    EXPECT_EQ(d.time, 3 * trip);
}

TEST(Transaction, a_clean_owner_answers_home_without_data) {
    const auto d = added(machine(1, 2), {{load(line)}, {load(line + 4096 * 3, ns(1000))}}, {{}, {load(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetS, 1}, {MessageType::FwdGetS, 1}, {MessageType::Data, 1}, {MessageType::Clean, 1}}));
    EXPECT_EQ(d.bytes, 3 * 8 + 72U);
}

TEST(Transaction, an_atomic_takes_a_dirty_line_in_three_trips) {
    const auto d = added(machine(1, 2), {{add(line)}, {load(line + 4096 * 3, ns(1000))}}, {{}, {add(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetM, 1}, {MessageType::FwdGetM, 1}, {MessageType::Data, 1}}));
    EXPECT_EQ(d.bytes, 2 * 8 + 72U);
    EXPECT_EQ(d.time, 3 * trip);
}

TEST(Transaction, an_upgrade_moves_no_data_and_waits_for_the_acks) {
    const std::vector<std::vector<workloads::Access>> shared{{load(line)}, {load(line, ns(1000))}, {load(line, ns(2000))}};
    const auto d = added(machine(1, 3), shared, {{}, {}, {add(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetM, 1}, {MessageType::AckCount, 1}, {MessageType::Inv, 2}, {MessageType::InvAck, 2}}));
    EXPECT_EQ(d.bytes, 6 * 8U);
    EXPECT_EQ(d.time, 3 * trip);
}

TEST(Transaction, a_store_to_a_shared_line_from_outside_brings_data_with_the_count_of_acks) {
    const std::vector<std::vector<workloads::Access>> shared{{load(line)}, {load(line, ns(1000))}, {load(line + 4096 * 3, ns(2000))}};
    const auto d = added(machine(1, 3), shared, {{}, {}, {add(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetM, 1}, {MessageType::Data, 1}, {MessageType::Inv, 2}, {MessageType::InvAck, 2}}));
}

// Two levels.

TEST(Transaction, a_dirty_line_of_another_cluster_is_recalled_from_its_core_and_forwarded) {
    const auto d = added(machine(2, 1), {{add(line)}, {load(line + 4096 * 3, ns(1000))}}, {{}, {add(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetM, 2}, {MessageType::FwdGetM, 1}, {MessageType::Recall, 1}, {MessageType::Data, 3}}));
    EXPECT_EQ(d.bytes, 4 * 8 + 3 * 72U);
    EXPECT_EQ(d.time, 4 * trip + 3 * crossing) << "core, agent, home, agent, its core and back, agent, core";
}

TEST(Transaction, a_read_of_another_cluster_leaves_both_with_a_copy) {
    const auto d = added(machine(2, 1), {{add(line)}, {load(line + 4096 * 3, ns(1000))}}, {{}, {load(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetS, 2}, {MessageType::FwdGetS, 1}, {MessageType::Share, 1}, {MessageType::Data, 4}}));
    EXPECT_EQ(d.time, 4 * trip + 3 * crossing);
}

TEST(Transaction, an_upgrade_reaches_the_sharers_of_the_other_cluster) {
    const std::vector<std::vector<workloads::Access>> shared{{load(line)}, {load(line, ns(2000))}};
    const auto d = added(machine(2, 1), shared, {{}, {add(line)}});
    EXPECT_EQ(d.messages, (Counts{{MessageType::GetM, 2}, {MessageType::AckCount, 2}, {MessageType::Inv, 2}, {MessageType::InvAck, 2}}));
    EXPECT_EQ(d.bytes, 8 * 8U) << "no data anywhere";
}

TEST(Transaction, the_last_core_to_leave_hands_the_line_to_the_shared_cache) {
    // One way and one set: the second line pushes the first out.
    auto m = machine(1, 1);
    m.l1 = {64, 1, 0};
    m.l2 = {64, 1, 0};
    const auto dirty = added(m, {{add(line)}}, {{load(line + 64, ns(1000)), load(line, ns(1000))}});
    EXPECT_EQ(
        dirty.messages,
        (Counts{
            {MessageType::GetS, 3}, {MessageType::Exclusive, 3}, {MessageType::PutM, 1}, {MessageType::PutE, 1}, {MessageType::PutAck, 2}}))
        << "the way back to the first line does not go to the home";
}

TEST(Transaction, a_full_shared_cache_writes_dirty_lines_home) {
    auto m = machine(1, 1);
    m.l1 = m.l2 = {64, 1, 0};
    m.shared = {64, 1, 0};
    Script s{{{add(line), add(line + 64, ns(1000)), add(line + 128, ns(1000)), load(line + 192, ns(1000))}}};
    const auto r = play(m, s);
    // Three lines leave the core dirty; the shared cache has room for one, so two go on to the home.
    EXPECT_EQ(sent(r, MessageType::PutM), 3U + 2U);
}

}  // namespace
}  // namespace hitm::sim
