// The library's machines, where threads are placed, and what a wrong machine file is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "sim/machine/library.hpp"
#include "sim/machine/placement.hpp"
#include "sim/machine/quantity.hpp"

namespace hitm::sim {
namespace {

using ::testing::HasSubstr;
using Kind = CpuPolicy::Kind;

TEST(Quantity, is_a_sum_of_terms_in_their_units) {
    const Clocks clocks{{2.0}, {4.0}};
    EXPECT_DOUBLE_EQ(parse_quantity("14 cycles", Measure::Time, clocks), 7000);
    EXPECT_DOUBLE_EQ(parse_quantity("14 fabric cycles", Measure::Time, clocks), 3500);
    EXPECT_DOUBLE_EQ(parse_quantity("2 cycles + 1.5 ns + 7ps", Measure::Time, clocks), 2507);
    EXPECT_DOUBLE_EQ(parse_quantity("1.25 MiB", Measure::Size, clocks), 1.25 * 1048576);
    EXPECT_DOUBLE_EQ(parse_quantity("32 B/fabric cycle", Measure::Rate, clocks), 128);
    EXPECT_DOUBLE_EQ(parse_quantity("2400 MHz", Measure::Frequency, clocks), 2.4);
    for (const char* wrong : {"", "ns", "-1 ns", "3", "3 GHz", "1 ns +", "nan ns", "1e999 ns"})
        EXPECT_THROW(parse_quantity(wrong, Measure::Time, clocks), std::invalid_argument) << wrong;
}

TEST(Library, every_machine_reads_and_states_a_source_for_every_number) {
    ASSERT_GE(library().size(), 8U);
    for (const std::string& name : library()) {
        const DescribedMachine described = describe_machine(machine_file(name));
        EXPECT_EQ(described.machine.name, name);
        EXPECT_GE(described.stated.size(), 40U) << name;
        for (const Stated& stated : described.stated) EXPECT_GE(stated.source.size(), 5U) << name << " " << stated.key;
    }
}

TEST(Library, holds_at_most_twelve_fitted_numbers_a_family) {
    std::map<std::string, std::set<std::string>> fitted;
    for (const std::string& name : library()) {
        const DescribedMachine described = describe_machine(machine_file(name));
        for (const Stated& stated : described.stated)
            if (stated.source.starts_with("fitted on:")) fitted[described.machine.family].insert(stated.place);
    }
    for (const auto& [family, places] : fitted) EXPECT_LE(places.size(), 12U) << family;
}

TEST(Library, machines_have_the_sizes_of_their_data_sheets) {
    EXPECT_EQ(load_machine("xeon_8275cl_2s").hardware_threads(), 96U);
    EXPECT_EQ(load_machine("xeon_8375c_2s").hardware_threads(), 128U);
    EXPECT_EQ(load_machine("xeon_silver_4114_2s").hardware_threads(), 40U);
    EXPECT_EQ(load_machine("xeon_silver_4208_2s").hardware_threads(), 32U);
    EXPECT_EQ(load_machine("xeon_gold_6248_2s").hardware_threads(), 40U);
    EXPECT_EQ(load_machine("xeon_8176_8s").hardware_threads(), 448U);
    EXPECT_EQ(load_machine("kunpeng_920_2s").hardware_threads(), 96U);
    const Machine emerald = load_machine("xeon_8592p_1s");
    EXPECT_EQ(emerald.hardware_threads(), 128U);
    EXPECT_EQ(emerald.clusters(), 1U);
    EXPECT_EQ(emerald.nodes(), 1U);
}

TEST(Changes, are_laid_over_the_file_and_its_family) {
    const auto file = machine_file("xeon_8176_8s");
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    const auto changed = describe_machine(text.str(), file.string(), "{sockets: 2, socket_links: fully_joined, costs: {dram: 70 ns}}");
    EXPECT_EQ(changed.machine.sockets, 2U);
    EXPECT_EQ(changed.machine.costs.dram, 70000U);
    EXPECT_EQ(changed.machine.costs.locked, read_machine(file).costs.locked);
    for (const auto& stated : changed.stated) EXPECT_EQ(stated.source == "changed", stated.place.starts_with("changes:")) << stated.key;
    EXPECT_EQ(describe_machine(text.str(), file.string(), "{}").machine.sockets, 8U);
    EXPECT_THROW(describe_machine(text.str(), file.string(), "{socketz: 2}"), BadMachine);
    // Refused before a network of that size is built, which would take minutes and all memory.
    for (const char* huge : {"{sockets: 1000000}", "{cores_per_socket: 60000}", "{threads_per_core: 900000}"})
        EXPECT_THROW(describe_machine(text.str(), file.string(), huge), BadMachine) << huge;
}

TEST(Library, an_unknown_name_is_told_the_nearest) {
    try {
        load_machine("xeon_8592_1s");
        FAIL();
    } catch (const BadMachine& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean 'xeon_8592p_1s'?"));
    }
    EXPECT_THROW(load_machine("nowhere/machine.yaml"), BadMachine);
}

std::vector<unsigned> numbers(const Machine& machine, const CpuPolicy& policy, unsigned threads) {
    std::vector<unsigned> out;
    for (const HardwareThread thread : place_threads(machine, policy, threads)) out.push_back(cpu_number(machine, thread));
    return out;
}

Machine two_by_two() {
    Machine machine;
    machine.name = "small";
    machine.sockets = 2;
    machine.cores_per_cluster = 2;
    machine.threads_per_core = 2;
    return machine;
}

TEST(Placement, follows_each_policy) {
    using ::testing::ElementsAre;
    const Machine m = two_by_two();
    EXPECT_THAT(numbers(m, {Kind::CoresFirst, {}}, 8), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_THAT(numbers(m, {Kind::SiblingsFirst, {}}, 8), ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
    EXPECT_THAT(numbers(m, {Kind::OneSocketFirst, {}}, 8), ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
    EXPECT_THAT(numbers(m, {Kind::Scatter, {}}, 8), ElementsAre(0, 2, 1, 3, 4, 6, 5, 7));
    EXPECT_THAT(numbers(m, {Kind::List, {7, 0, 3}}, 2), ElementsAre(7, 0));
}

TEST(Placement, refuses_what_is_not_there) {
    const Machine m = two_by_two();
    EXPECT_THROW(place_threads(m, {}, 9), BadMachine);
    EXPECT_THROW(place_threads(m, {Kind::List, {8}}, 1), BadMachine);
    EXPECT_THROW(place_threads(m, {Kind::List, {1, 1}}, 2), BadMachine);
    EXPECT_THROW(place_threads(m, {Kind::List, {1}}, 2), BadMachine);
}

/// A whole machine without family, small enough to break line by line.
const std::string whole = R"(about: a small one
family: none
sockets: {value: 2, source: "a test"}
cores_per_socket: {value: 2, source: "a test"}
threads_per_core: {value: 1, source: "a test"}
clock: {value: 2 GHz, source: "a test"}
fabric_clock: {value: 2 GHz, source: "a test"}
coherence: {protocol: {value: MESI, source: "a test"}, cluster_way: {value: chain, source: "a test"}, home_way: {value: confirm, source: "a test"}, directory: {value: at_home, source: "a test"}}
memory: {line: {value: 64 B, source: "a test"}, page: {value: 4 KiB, source: "a test"}}
caches:
  l1_size: {value: 32 KiB, source: "a test"}
  l1_ways: {value: 8, source: "a test"}
  l1_hit: {value: 4 cycles, source: "a test"}
  l2_size: {value: 1 MiB, source: "a test"}
  l2_ways: {value: 16, source: "a test"}
  l2_hit: {value: 14 cycles, source: "a test"}
  shared_size: {value: 2 MiB, source: "a test"}
  shared_ways: {value: 16, source: "a test"}
  shared_hit: {value: 50 cycles, source: "a test"}
core:
  load_window: {value: 12, source: "a test"}
  store_buffer: {value: 56, source: "a test"}
  issue: {value: 1 cycles, source: "a test"}
  adjacent_line_prefetch: {value: off, source: "a test"}
costs:
  miss_issue: {value: 5 ns, source: "a test"}
  agent_lookup: {value: 5 ns, source: "a test"}
  agent_interval: {value: 1 ns, source: "a test"}
  snoop: {value: 5 ns, source: "a test"}
  shared_data: {value: 5 ns, source: "a test"}
  fill: {value: 5 ns, source: "a test"}
  home_lookup: {value: 5 ns, source: "a test"}
  dram: {value: 50 ns, source: "a test"}
  dram_bandwidth: {value: 0 GB/s, source: "a test"}
  locked: {value: 5 ns, source: "a test"}
  locked_after_fill: {value: 0 ns, source: "a test"}
  sibling_handover: {value: 0 ns, source: "a test"}
  control_bytes: {value: 8, source: "a test"}
  data_bytes: {value: 72, source: "a test"}
links:
  core: {value: 3 ns, source: "a test"}
  fabric_bandwidth: {value: 0 GB/s, source: "a test"}
  socket: {value: 30 ns, source: "a test"}
  socket_bandwidth: {value: 20 GB/s, source: "a test"}
  socket_name: {value: cable, source: "a test"}
arrangement: {source: "a test", flat: all}
socket_links: {value: fully_joined, source: "a test"}
)";

TEST(MachineFile, holds_everything_without_a_family_if_it_says_so) {
    const Machine machine = describe_machine(whole, "small.yaml").machine;
    EXPECT_EQ(machine.name, "small");
    EXPECT_EQ(machine.cores(), 4U);
    EXPECT_EQ(machine.costs.miss_issue, ns(5));
    EXPECT_EQ(machine.l2.hit, ns(7));
    EXPECT_EQ(machine.home_way, protocols::Way::Confirm);
    EXPECT_EQ(machine.fabric.links.back().name, "cable 1-0");
}

/// `whole` with one piece of text replaced, and what must be said about it.
struct Wrong {
    std::string from;
    std::string to;
    std::string where;
    std::string told;
};

const std::vector<Wrong> wrongs = {
    {"miss_issue: {value: 5 ns, source: \"a test\"}", "miss_issue: {value: 5 ns}", "small.yaml:26: costs.miss_issue: ", "no source"},
    {"miss_issue: {value: 5 ns", "mis_issue: {value: 5 ns", "small.yaml:1: costs.miss_issue: ", "missing"},
    {"costs:\n", "costs:\n  mis_issue: {value: 5 ns, source: x}\n", "small.yaml:26: costs.mis_issue: ", "did you mean 'costs.miss_issue'"},
    {"miss_issue: {value: 5 ns", "miss_issue: {value: 5 parsecs",
     "small.yaml:26: costs.miss_issue: ", "ps, ns, us, cycles or fabric cycles"},
    {"miss_issue: {value: 5 ns", "miss_issue: {value: fast", "small.yaml:26: costs.miss_issue: ", "no number"},
    {"miss_issue: {value: 5 ns", "miss_issue: {value: -5 ns", "small.yaml:26: costs.miss_issue: ", "negative"},
    {"miss_issue: {value: 5 ns, source", "miss_issue: {value: 5 ns, sauce", "small.yaml:26: costs.miss_issue: ", "no source"},
    {"sockets: {value: 2", "sockets: {value: 2.5", "small.yaml:3: sockets: ", "a whole number"},
    {"sockets: {value: 2", "sockets: {value: 0", "small.yaml:3: sockets: ", "at least 1"},
    {"clock: {value: 2 GHz", "clock: {value: 2 cycles", "small.yaml:6: clock: ", "MHz or GHz"},
    {"cluster_way: {value: chain", "cluster_way: {value: chains", "small.yaml:8: coherence.cluster_way: ", "did you mean 'chain'"},
    {"directory: {value: at_home", "directory: {value: in_the_cloud",
     "small.yaml:8: coherence.directory: ", "at_home, in_memory, in_memory_cached"},
    {"line: {value: 64 B", "line: {value: 65 B", "small.yaml:9: memory.line: ", "a power of two"},
    {"l1_size: {value: 32 KiB", "l1_size: {value: 33 B", "small.yaml:11: caches.l1_size: ", "a multiple of 512"},
    {"family: none", "family: skylake_spp", "small.yaml:2: family: ", "did you mean 'skylake_sp'"},
    {"family: none\n", "", "small.yaml:1: family: ", "missing"},
    {"flat: all", "flatt: all", "small.yaml:46: arrangement: ", "did you mean 'flat'"},
    {"flat: all", "mesh: [C C], flat: all", "small.yaml:46: arrangement: ", "a second arrangement"},
    {"value: fully_joined", "value: joined", "small.yaml:47: socket_links: ", "fully_joined, ring"},
    {"value: fully_joined", "value: [[0, 2]]", "small.yaml:47: socket_links: ", "socket 1 cannot be reached"},
    {"value: fully_joined", "value: [[0]]", "small.yaml:47: socket_links: ", "no pair"},
    {"  adjacent_line_prefetch: {value: off",
     "  locked_operations: {value: cas, source: \"a test\"}\n  adjacent_line_prefetch: {value: off",
     "small.yaml:24: core.locked_operations: ", "whole, ll_sc"},
    {"adjacent_line_prefetch: {value: off", "adjacent_line_prefetch: {value: maybe",
     "small.yaml:24: core.adjacent_line_prefetch: ", "on, off"},
    {"sockets: {value: 2", "sockets: {value: 2, source: b}\nsockets: {value: 2", "small.yaml:4: sockets: ", "a second time"},
    {"sockets: {", "sockets: {{", "small.yaml:", "not YAML"},
    {"core: {value: 3 ns", "core: {value: 0 ns", "small.yaml:40: links: ", "takes no time"},
};

TEST(MachineFile, that_is_wrong_is_told_where_what_and_how) {
    for (const Wrong& wrong : wrongs) {
        std::string text = whole;
        const auto at = text.find(wrong.from);
        ASSERT_NE(at, std::string::npos) << wrong.from;
        text.replace(at, wrong.from.size(), wrong.to);
        try {
            describe_machine(text, "small.yaml");
            ADD_FAILURE() << "accepted: " << wrong.to;
        } catch (const BadMachine& error) {
            EXPECT_THAT(error.what(), HasSubstr(wrong.told)) << wrong.to;
            EXPECT_THAT(error.what(), ::testing::StartsWith(wrong.where)) << wrong.to;
            if (std::getenv("HITM_PRINT_ERRORS") != nullptr) std::cout << error.what() << '\n';
        }
    }
}

}  // namespace
}  // namespace hitm::sim
