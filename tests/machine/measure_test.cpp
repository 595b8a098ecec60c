// The published loops take their turns and lose no count; what is measured with them follows from the machine's numbers.
#include "sim/run/measure.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/machine/library.hpp"
#include "sim/run/loops.hpp"

namespace hitm::sim {
namespace {

using workloads::Access;
using workloads::Kind;

/// The thread's next access, done at once.
Kind step(workloads::Source& source, workloads::Thread thread) {
    Access access;
    source.next(thread, access);
    if (workloads::touches_memory(access.kind)) source.complete(thread, access);
    return access.kind;
}

TEST(Handover, is_counted_only_when_it_is_ones_turn) {
    const auto source = make_handover(Handover::BlindCas, 0);
    EXPECT_EQ(step(*source, 1), Kind::CompareExchange);
    EXPECT_EQ(step(*source, 1), Kind::CompareExchange) << "not thread 1's turn: it tries again";
    EXPECT_EQ(step(*source, 0), Kind::CompareExchange);
    EXPECT_EQ(step(*source, 0), Kind::Count);
    EXPECT_EQ(step(*source, 0), Kind::CompareExchange);
    EXPECT_EQ(step(*source, 1), Kind::CompareExchange);
    EXPECT_EQ(step(*source, 1), Kind::Count);
}

TEST(Handover, with_a_load_reads_until_it_is_ones_turn) {
    for (const auto& [kind, write] :
         {std::pair{Handover::LoadCas, Kind::CompareExchange}, {Handover::LoadAdd, Kind::Add}, {Handover::LoadStore, Kind::Store}}) {
        const auto source = make_handover(kind, 0);
        EXPECT_EQ(step(*source, 1), Kind::Load);
        EXPECT_EQ(step(*source, 1), Kind::Load);
        EXPECT_EQ(step(*source, 0), Kind::Load);
        EXPECT_EQ(step(*source, 0), write);
        EXPECT_EQ(step(*source, 0), Kind::Count);
        EXPECT_EQ(step(*source, 1), Kind::Load);
        EXPECT_EQ(step(*source, 1), write);
    }
}

TEST(Contention, a_compare_and_swap_that_lost_is_tried_again) {
    const auto source = make_contention(Contention::LoadCas, 2, 0);
    step(*source, 0);  // the first round begins with the swap itself: nothing was seen yet but zero
    EXPECT_EQ(step(*source, 0), Kind::Count);
    EXPECT_EQ(step(*source, 1), Kind::CompareExchange) << "expects 0, finds 1";
    EXPECT_EQ(step(*source, 1), Kind::Load);
    EXPECT_EQ(step(*source, 1), Kind::CompareExchange);
    EXPECT_EQ(step(*source, 1), Kind::Count);
}

TEST(Measured, distance_costs_on_every_machine_of_the_library) {
    for (const std::string& name : library()) {
        const auto classes = measure_pairs(load_machine(name), {.pairs = 4, .lines = 1, .operations = 60});
        ASSERT_GE(classes.size(), 2U) << name;
        for (std::size_t i = 1; i < classes.size(); ++i)
            if (classes[i].name != "cross_socket" || classes[i - 1].name != "other_ccd_same_socket_home_other") {
                EXPECT_GT(classes[i].median_ns, classes[i - 1].median_ns) << name << " " << classes[i].name;
            }
    }
}

TEST(Measured, a_memory_directory_costs_the_reader_who_is_at_home_one_read_of_memory) {
    Machine machine = load_machine("xeon_silver_4114_2s");
    const auto gap = [&] {
        const Latencies found = measure_latencies(machine);
        return *found.modified_remote_home_reader - *found.modified_remote_home_writer;
    };
    EXPECT_NEAR(gap(), to_ns(machine.costs.dram), 2.0);
    machine.directory = DirectoryScheme::InMemoryCached;
    EXPECT_NEAR(gap(), 0.0, 2.0);
    machine.directory = DirectoryScheme::AtHome;
    EXPECT_NEAR(gap(), 0.0, 2.0);
}

TEST(Measured, a_saturated_counter_costs_the_datas_way_and_the_operation) {
    Machine machine = load_machine("xeon_8592p_1s");
    const double before = measure_contended(machine, Contention::Add, 16);
    machine.costs.locked_after_fill += ns(10);
    EXPECT_NEAR(measure_contended(machine, Contention::Add, 16) - before, 10.0, 0.5);
    machine.costs.agent_lookup += ns(3);
    EXPECT_NEAR(measure_contended(machine, Contention::Add, 16) - before, 10.0, 0.5)
        << "the queue is full: what the request costs is hidden";
}

}  // namespace
}  // namespace hitm::sim
