// A protocol from a text file goes through everything that the listed ones go through, and its traffic tells it from MESI.
#include <gtest/gtest.h>

#include <iostream>

#include "protocols/far.hpp"
#include "protocols/proof.hpp"
#include "tests/protocols/every.hpp"
#include "tests/storm/storm.hpp"

namespace hitm::sim {
namespace {

/// One writes, the other reads, the first reads again: what MESI's owner still has, a handed-over line must be fetched for.
RunResult write_read_read(const protocols::Protocol& protocol) {
    Machine m = bench::machine(1, 2);
    m.own_protocol = &protocol;
    bench::Script script({{bench::store(0), bench::load(0, ns(2000))}, {bench::load(0, ns(1000))}});
    return bench::play(m, script);
}

TEST(OwnProtocol, is_proven_stormed_and_costs_the_writer_its_copy) {
    const auto own = protocols::handover();
    const auto protocol = own.protocol();
    EXPECT_FALSE(protocols::first_fault(protocol).has_value());
    for (std::uint64_t seed = 1; seed <= 150; ++seed) EXPECT_EQ(storm::run(storm::draw(seed, seed % 3 == 0), protocol).fault, "") << seed;
    const auto mesi = write_read_read(*protocols::find("MESI"));
    const auto handed_over = write_read_read(protocol);
    using enum protocols::MessageType;
    EXPECT_EQ(bench::sent(mesi, GetS), 1U);
    EXPECT_EQ(bench::sent(handed_over, GetS), 2U);
    EXPECT_GT(bench::sent(handed_over, Data), bench::sent(mesi, Data));
}

/// Far atomics end at the directory: two cores add to one line and neither ever has it.
TEST(FarAtomics, leave_the_line_at_the_directory_and_count_right) {
    const auto far = protocols::far_atomics(*protocols::find("MESI"));
    const auto protocol = far.protocol();
    Machine m = bench::machine(1, 2);
    m.own_protocol = &protocol;
    std::vector<workloads::Access> adds(50, bench::add(0));
    bench::Script script({adds, adds});
    const auto result = bench::play(m, script);
    EXPECT_EQ(script.value(0), 100U);
    EXPECT_EQ(bench::sent(result, protocols::MessageType::Atomic), 100U);
    EXPECT_EQ(bench::sent(result, protocols::MessageType::Result), 100U);
    EXPECT_EQ(bench::sent(result, protocols::MessageType::Inv), 0U);
}

class Far : public testing::TestWithParam<std::string> {};

/// The storm with atomics at the directory. (One thread a core: a directory cannot tell siblings apart, and so the judge could not.)
TEST_P(Far, atomics_weather_the_storm) {
    const auto far = protocols::far_atomics(*protocols::find(GetParam()));
    const auto protocol = far.protocol();
    protocols::Reached reached;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        auto setup = storm::draw(seed, seed % 3 == 0);
        setup.siblings = 1;
        setup.ll_sc = false;
        const auto outcome = storm::run(setup, protocol);
        EXPECT_EQ(outcome.fault, "") << setup.text();
        reached |= outcome.reached;
    }
    using Home = protocols::Directory;
    EXPECT_TRUE(reached.agent_below.test(protocols::cell_number<Home>(Home::State::I, Home::Event::AtomicNoSharers)));
    EXPECT_TRUE(reached.agent_below.test(protocols::cell_number<Home>(Home::State::M, Home::Event::AtomicNoSharers)));
    EXPECT_TRUE(reached.agent_below.test(protocols::cell_number<Home>(Home::State::S, Home::Event::Atomic)));
}
INSTANTIATE_TEST_SUITE_P(Of, Far, testing::ValuesIn(protocols::every_name()), protocols::by_name);

/// The judge can tell: a directory that has done an atomic and forgets its sharers is caught.
TEST(FarStorm, sees_an_atomic_that_leaves_a_copy_alive) {
    using Home = protocols::Directory;
    const auto far = protocols::far_atomics(*protocols::find("MESI"));
    protocols::Changes<Home> changes;
    changes.rows = {{Home::State::S, Home::Event::Atomic, {Home::Action::PerformAtomic, Home::Action::SendResult}}};
    const auto broken = protocols::vary(far.protocol(), "broken", "", {}, changes);
    unsigned caught = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        auto setup = storm::draw(seed, false);
        setup.siblings = 1;
        setup.ll_sc = false;
        caught += !storm::run(setup, broken.protocol()).fault.empty();
    }
    EXPECT_GT(caught, 0U);
}

/// LL/SC: all adds count, whoever loses its line in between tries again; and each first asks to read.
TEST(LoadLinked, counts_right_and_asks_twice) {
    Machine m = bench::machine(1, 2);
    m.ll_sc = true;
    std::vector<workloads::Access> adds(50, bench::add(0));
    bench::Script both({adds, adds});
    const auto result = bench::play(m, both);
    EXPECT_EQ(both.value(0), 100U);
    EXPECT_GT(bench::sent(result, protocols::MessageType::GetS), 1U);
    m.ll_sc = false;
    bench::Script whole({adds, adds});
    const auto plain = bench::play(m, whole);
    EXPECT_EQ(bench::sent(plain, protocols::MessageType::GetS), 0U);
    EXPECT_LT(plain.duration, result.duration);
}

}  // namespace
}  // namespace hitm::sim
