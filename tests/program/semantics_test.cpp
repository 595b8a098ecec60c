// Values, branches, loops and locks: what programs do with what they read.
#include <gmock/gmock.h>

#include "tests/program/bench.hpp"

namespace {

using namespace hitm::program;
using namespace hitm::program::testing;
using hitm::workloads::Access;
using hitm::workloads::Kind;

std::string told_of(const std::string& program, std::size_t count, const std::string& object = "{layout: box}") {
    const Scenario s = scenario(with_program(program, object));
    const auto from = source(s);
    return told(*from, run(*from, count));
}

TEST(If, takes_the_branch_of_the_value_read) {
    const std::string program =
        "  - load: box.a\n  - if: {is: 0, then: [{store: box.a, value: 7}], else: [{store: box.a, value: 0}, load: box.b]}\n";
    EXPECT_EQ(told_of(program, 7), "load a|store a|load a|store a|load b|load a|store a");
}

TEST(If, compares_as_it_says) {
    const auto taken = [](const std::string& test) {
        const std::string program =
            "  - {load: box.a, into: x}\n  - if: {register: x, " + test + ", then: [load: box.b]}\n  - load: box.c\n";
        return told_of(program, 2, "{layout: box, initial: {a: 6}}") == "load a|load b";
    };
    for (const char* yes :
         {"is: 6", "is_not: 5", "less: 7", "at_most: 6", "more: 5", "at_least: 6", "has: 2", "lacks: 1", "is: x", "is: 0x6", "is: value"})
        EXPECT_TRUE(taken(yes)) << yes;
    for (const char* no : {"is: 5", "is_not: 6", "less: 6", "at_most: 5", "more: 6", "at_least: 7", "has: 1", "lacks: 2", "is: x - 1"})
        EXPECT_FALSE(taken(no)) << no;
}

TEST(Awaited, are_only_the_accesses_whose_value_is_read) {
    const Scenario s = scenario(with_program(
        "  - load: [box.a, box.b]\n  - if: {is: 1, then: [fence]}\n  - load: box.a\n  - {load: box.c, into: x}\n  - add: box.a\n"));
    const auto accesses = run(*source(s), 5);
    const std::vector<bool> expected = {false, true, false, true, false};
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(accesses[i].awaited, expected[i]) << i;
}

TEST(Awaited, is_an_access_that_a_loop_reads_on_its_way_round) {
    const Scenario s = scenario(with_program("  - load: box.b\n  - while: {is_not: 1, do: [load: box.a]}\n  - store: box.b\n"));
    const auto accesses = run(*source(s), 3);
    EXPECT_TRUE(accesses[0].awaited);
    EXPECT_TRUE(accesses[1].awaited);
}

TEST(Repeat, does_so_often) {
    EXPECT_EQ(told_of("  - repeat: {times: 3, do: [load: box.a]}\n  - count: operation\n", 5), "load a|load a|load a|count|load a");
    EXPECT_EQ(told_of("  - repeat: {times: 0, do: [load: box.a]}\n  - count: operation\n", 2), "count|count");
    EXPECT_EQ(told_of("  - repeat: {times: 2, do: [{repeat: {times: 2, do: [load: box.a]}}, load: box.b]}\n", 6),
              "load a|load a|load b|load a|load a|load b");
}

TEST(Until, tests_after_and_while_before) {
    EXPECT_EQ(told_of("  - until: {is: 3, do: [add: box.a]}\n  - fence\n", 5), "add a|add a|add a|add a|fence");
    EXPECT_EQ(told_of("  - load: box.a\n  - while: {is: 5, do: [load: box.b]}\n  - fence\n", 2), "load a|fence");
}

TEST(Locked, operations_return_what_was_there) {
    const std::string program =
        "  - {add: box.a, value: 5, into: x}\n  - {xchg: box.a, value: 9, into: y}\n  - {cas: box.a, expect: 9, value: 4, into: ok, old: "
        "z}\n"
        "  - {store: box.b, value: x}\n  - {store: box.b, value: y}\n  - {store: box.b, value: ok}\n  - {store: box.b, value: z}\n  - "
        "{load: box.a, into: w}\n  - {store: box.b, value: w + 100}\n";
    const Scenario s = scenario(with_program(program, "{layout: box, initial: {a: 1}}"));
    std::vector<std::uint64_t> stored;
    for (const Access& a : run(*source(s), 9))
        if (a.kind == Kind::Store) stored.push_back(a.operand);
    EXPECT_THAT(stored, ::testing::ElementsAre(1, 6, 1, 9, 104));
}

TEST(Cas, that_fails_changes_nothing) {
    const std::string program =
        "  - {cas: box.a, expect: 1, value: 4, into: ok}\n  - {load: box.a, into: x}\n  - {store: box.b, value: x}\n  - {store: box.b, "
        "value: ok}\n";
    const auto accesses = run(*source(scenario(with_program(program, "{layout: box, initial: {a: 2}}"))), 4);
    EXPECT_EQ(accesses[2].operand, 2U);
    EXPECT_EQ(accesses[3].operand, 0U);
}

TEST(Partial, accesses_touch_their_bytes_alone) {
    const std::string program =
        "  - {store: box.a, bytes: 1, at: 1, value: 0x1ff}\n  - {load: box.a, into: x}\n  - {store: box.b, value: x}\n";
    const auto accesses = run(*source(scenario(with_program(program))), 3);
    EXPECT_EQ(accesses[0].size, 1U);
    EXPECT_EQ(accesses[0].address, accesses[1].address + 1);
    EXPECT_EQ(accesses[2].operand, 0xff00U);
}

TEST(Forward, gives_the_load_the_bytes_of_the_store) {
    const Scenario s = scenario(
        with_program("  - {store: box.a, value: 0x1234}\n  - {load: box.a, bytes: 1, at: 1, into: x}\n  - {store: box.b, value: x}\n"));
    const auto from = source(s);
    const Access store = next_of(*from, 0), load = next_of(*from, 0);
    from->forward(0, load, store);
    EXPECT_EQ(next_of(*from, 0).operand, 0x12U);
}

TEST(Value, is_that_of_the_awaited_load_even_when_an_earlier_one_comes_late) {
    const Scenario s = scenario(with_program("  - load: [box.a, box.b]\n  - if: {is: 2, then: [fence]}\n  - load: box.c\n",
                                             "{layout: box, initial: {a: 1, b: 2}}"));
    const auto from = source(s);
    const Access a = next_of(*from, 0), b = next_of(*from, 0);
    from->complete(0, b);
    from->complete(0, a);
    EXPECT_EQ(next_of(*from, 0).kind, Kind::Fence);
}

TEST(Then, makes_a_load_wait_for_those_before_it) {
    const auto accesses = run(*source(scenario(with_program("  - load: [box.a, box.b, {then: box.c}, box.d]\n"))), 4);
    EXPECT_FALSE(accesses[0].joins);
    EXPECT_TRUE(accesses[1].joins);
    EXPECT_FALSE(accesses[2].joins);
    EXPECT_TRUE(accesses[3].joins);
}

/// Completes accesses of all threads in turn and counts how many threads are between `store d 1` and `store d 0`.
int most_inside(const std::string& lock, const std::string& unlock, const std::string& objects) {
    const Scenario s = scenario(
        with_program(lock + "  - {store: box.d, value: 1}\n  - {store: box.d, value: 0}\n" + unlock + "  - count: operation\n", objects));
    const auto from = source(s, Variant::Before, 5);
    int inside = 0, most = 0, counted = 0;
    std::uint64_t turn = 12345;
    for (int i = 0; i < 50'000; ++i) {
        turn = turn * 6364136223846793005U + 1442695040888963407U;
        const auto thread = static_cast<unsigned>((turn >> 33U) % 5);
        const Access a = next_of(*from, thread);
        from->complete(thread, a);
        if (a.kind == Kind::Store && from->fields()[a.field].name == "d") most = std::max(most, inside += a.operand == 1 ? 1 : -1);
        counted += a.kind == Kind::Count;
    }
    EXPECT_GT(counted, 500);
    return most;
}

TEST(Lock, test_and_test_and_set_lets_one_in) {
    const std::string lock =
        "  - until:\n      register: ok\n      is: 1\n      do:\n        - until: {is: 0, do: [load: box.a, pause]}\n        - {cas: "
        "box.a, expect: 0, value: 1, into: ok}\n";
    EXPECT_EQ(most_inside(lock, "  - {store: box.a, value: 0}\n", "{layout: box}"), 1);
}

TEST(Lock, ticket_lets_one_in) {
    const std::string lock = "  - {add: box.a, into: mine}\n  - until: {is: mine, do: [load: box.b]}\n";
    EXPECT_EQ(most_inside(lock, "  - {store: box.b, value: mine + 1}\n", "{layout: box}"), 1);
}

TEST(Lock, none_lets_several_in) { EXPECT_GT(most_inside("  - load: box.a\n", "", "{layout: box}"), 1); }

TEST(Lock, queued_by_nodes_of_its_own_lets_one_in) {
    const std::string text =
        "hitm: 1\nmachine: any\nthreads: 5\n"
        "layouts:\n  box: {fields: [{name: tail, type: u64}, {name: d, type: u64}]}\n  node: {fields: [{name: next, type: u64}, {name: "
        "wait, type: u64}]}\n"
        "objects:\n  box: {layout: box}\n  node: {layout: node, per: thread, place: array}\n"
        "program:\n"
        "  - {store: node.next, value: 0}\n"
        "  - {store: node.wait, value: 1}\n"
        "  - {xchg: box.tail, value: thread + 1, into: before}\n"
        "  - if:\n      register: before\n      is_not: 0\n      then:\n"
        "        - {pick: node, at: before - 1, as: other}\n"
        "        - {store: other.next, value: thread + 1}\n"
        "        - until: {is: 0, do: [load: node.wait]}\n"
        "  - {store: box.d, value: 1}\n  - {store: box.d, value: 0}\n"
        "  - {load: node.next, into: heir}\n"
        "  - if:\n      register: heir\n      is: 0\n      then:\n"
        "        - {cas: box.tail, expect: thread + 1, value: 0, into: free}\n"
        "        - if: {register: free, is: 0, then: [{until: {register: heir, is_not: 0, do: [{load: node.next, into: heir}]}}]}\n"
        "  - if: {register: heir, is_not: 0, then: [{pick: node, at: heir - 1, as: other}, {store: other.wait, value: 0}]}\n"
        "  - count: operation\n";
    const auto from = source(scenario(text), Variant::Before, 5);
    int inside = 0, most = 0, counted = 0;
    for (unsigned i = 0; i < 100'000; ++i) {
        const unsigned thread = (i * 2654435761U >> 7U) % 5;
        const Access a = next_of(*from, thread);
        from->complete(thread, a);
        if (a.kind == Kind::Store && from->fields()[a.field].name == "d") most = std::max(most, inside += a.operand == 1 ? 1 : -1);
        counted += a.kind == Kind::Count;
    }
    EXPECT_EQ(most, 1);
    EXPECT_GT(counted, 1000);
}

TEST(Compute, is_given_out_where_a_thread_only_works) {
    const Scenario s = scenario(with_program("  - work: 1us\n"));
    const Access a = next_of(*source(s), 0);
    EXPECT_EQ(a.kind, Kind::Compute);
    EXPECT_GT(a.gap_ps, 0);
}

TEST(Gap, of_pauses_and_work_goes_to_the_next_access) {
    const Scenario s = scenario(
        with_program("  - work: 100ns\n  - pause\n  - pause: 40 cycles\n  - load: box.a\n  - compute: 7ns\n  - count: operation\n"));
    const auto accesses = run(*source(s), 3);
    EXPECT_EQ(accesses[0].gap_ps, 100'000 + 70'000 + 20'000);
    EXPECT_EQ(accesses[1].gap_ps, 7'000);
    EXPECT_EQ(accesses[2].gap_ps, 190'000);
}

TEST(Gap, before_a_branch_stays_on_its_side) {
    const Scenario s = scenario(with_program(
        "  - load: box.a\n  - work: 5ns\n  - if: {is: 0, then: [{compute: 3ns}], else: [{compute: 50ns}]}\n  - load: box.b\n"));
    EXPECT_EQ(run(*source(s), 2)[1].gap_ps, 8'000);
}

}  // namespace
