// The example of the interfaces, read whole; parameters, values, canonical text.
#include <gmock/gmock.h>

#include "tests/program/bench.hpp"

namespace {

using namespace hitm::program;
using namespace hitm::program::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Unit = Quantity::Unit;

const char* const example = R"(hitm: 1
about: one pread on a shared file; f_ref moved to the third line
source: seed 000; struct file of Linux 6.13
machine: xeon_8592p_1s
threads: [16, 32, 64, 128]
cpus: cores-first                           # or siblings-first, one-socket-first, scatter, [0, 2, 4, …]
parameters:
  work:  {value: 5.4us, range: [2us, 12us], meaning: time between two reads of one thread, source: fitted}
  files: {value: 4, range: [1, 16], meaning: open files shared by all threads, source: assumed}
fit: {free: work, on: [{threads: 64, change: 7.2%}]}
layouts:
  file: {read: file.before.txt}             # pahole text; or btf:, dwarf:, fields:
objects:
  file: {layout: file, count: $files, place: {slab: {align: 64}}, home: interleave}
fix:                                        # optional; any of: edits, patch, place, layouts, program (a code change)
  edits:
    - move f_ref to end
    - pad 8 after f_cred
program:                                    # or programs: [{share: 90%, …}], or trace: pread.trace
  - work: exponential($work)
  - pick: file
  - add: file.f_ref
  - load: [file.f_mode, file.f_op, file.f_inode]     # these may overlap; {then: …} makes one depend on another
  - compute: 200ns
  - load: [file.f_flags, file.f_mode]
  - add: file.f_ref
  - count: operation
published: [{threads: 16, change: 1.3%}, {threads: 32, change: 2.2%}, {threads: 64, change: 7.2%}, {threads: 128, change: 20.9%}]
)";

Scenario read_example() { return read_scenario(example, std::string(HITM_SOURCE_DIR) + "/workloads/library/struct_file/scenario.yaml"); }

TEST(Scenario, the_example_of_the_interfaces_is_read_whole) {
    const Scenario s = read_example();
    EXPECT_EQ(s.name, "struct_file");
    EXPECT_EQ(s.machine, "xeon_8592p_1s");
    EXPECT_THAT(s.threads, ElementsAre(16, 32, 64, 128));
    EXPECT_EQ(s.cpus.kind, CpuPolicy::Kind::CoresFirst);
    ASSERT_EQ(s.parameters.size(), 2U);
    EXPECT_EQ(s.parameters[0].value, (Quantity{5.4e6, Unit::Picoseconds}));
    EXPECT_EQ(s.parameters[0].range->second, (Quantity{12e6, Unit::Picoseconds}));
    EXPECT_EQ(s.parameters[1].source, "assumed");
    ASSERT_TRUE(s.fit);
    EXPECT_EQ(s.fit->free, "work");
    EXPECT_EQ(s.fit->on.at(0).change_percent, 7.2);
    ASSERT_EQ(s.published.size(), 4U);
    EXPECT_EQ(s.published[3].threads, 128U);
    EXPECT_EQ(s.published[3].change_percent, 20.9);
    EXPECT_TRUE(s.has_fix());
}

TEST(Scenario, the_example_moves_the_fields_as_published) {
    const Scenario s = read_example();
    const auto& before = layout_of(s, Variant::Before, "file");
    const auto& after = layout_of(s, Variant::After, "file");
    EXPECT_EQ(before.find("f_ref").offset, 0U);
    EXPECT_EQ(before.find("f_path").offset, 64U);
    EXPECT_EQ(before.size, 184U);
    EXPECT_EQ(after.find("f_lock").offset, 0U);
    EXPECT_EQ(after.find("f_mode").offset, 4U);
    EXPECT_EQ(after.find("f_cred").offset, 48U);
    EXPECT_EQ(after.find("f_path").offset, 64U);
    EXPECT_EQ(after.find("f_ref").offset, 184U);
    EXPECT_EQ(after.size, 192U);
    EXPECT_FALSE(changes_no_address(s));
}

TEST(Scenario, the_example_makes_the_accesses_it_says) {
    const Scenario s = read_example();
    const auto from = source(s, Variant::Before, 4);
    const auto accesses = run(*from, 8);
    EXPECT_EQ(told(*from, accesses), "add f_ref|load f_mode|load f_op|load f_inode|load f_flags|load f_mode|add f_ref|count");
    EXPECT_EQ(accesses[4].gap_ps, 200'000);
    EXPECT_FALSE(accesses[1].joins);
    EXPECT_TRUE(accesses[2].joins);
    EXPECT_TRUE(accesses[3].joins);
    EXPECT_FALSE(accesses[4].joins);
    EXPECT_EQ(accesses[1].address - accesses[0].address, 12U);
    EXPECT_EQ(accesses[1].size, 4U);
    EXPECT_EQ(from->home(accesses[0].address).kind, hitm::workloads::NumaHome::Kind::Interleave);
}

TEST(Scenario, its_cost_is_what_an_object_takes_where_it_stands) {
    const auto cost = cost_in_bytes(read_example());
    ASSERT_EQ(cost.size(), 1U);
    EXPECT_EQ(cost[0].object_before, 192U);  // 184 rounded up by the slab's alignment
    EXPECT_EQ(cost[0].object_after, 192U);
    EXPECT_EQ(cost[0].per_slab_before, 21U);
    EXPECT_EQ(cost[0].per_slab_after, 21U);
}

std::string with_parameter(const std::string& parameter) {
    return with_program("  - work: $w\n  - load: box.a\n", "{layout: box}", "parameters:\n  w: " + parameter + "\n");
}

TEST(Parameter, without_a_range_varies_from_half_to_double) {
    const Scenario s = scenario(with_parameter("{value: 10ns}"));
    ASSERT_TRUE(s.parameters[0].range);
    EXPECT_EQ(s.parameters[0].range->first.value, 5000);
    EXPECT_EQ(s.parameters[0].range->second.value, 20000);
}

TEST(Parameter, that_is_known_does_not_vary) {
    EXPECT_FALSE(scenario(with_parameter("{value: 10ns, range: none}")).parameters[0].range);
    EXPECT_FALSE(scenario(with_parameter("{value: 10ns, source: measured by us}")).parameters[0].range);
    EXPECT_TRUE(scenario(with_parameter("{value: 10ns, source: measured by us, range: [9ns, 11ns]}")).parameters[0].range);
}

TEST(Parameter, is_set_in_the_unit_of_its_kind) {
    const Scenario s = scenario(with_parameter("10ns"));
    Values values = default_values(s);
    set_value(s, values, "w=2us");
    EXPECT_EQ(values.at("w"), 2e6);
    EXPECT_THROW(set_value(s, values, "w=2"), BadScenario);
    EXPECT_THROW(set_value(s, values, "v=2us"), BadScenario);
    EXPECT_THROW(set_value(s, values, "w"), BadScenario);
    EXPECT_EQ(run(*make_source(s, Variant::Before, values, 1, 1, 2.0, 64), 1)[0].gap_ps, 2'000'000);
}

TEST(Resolved, does_not_depend_on_name_prose_or_how_the_fix_was_written) {
    const std::string plain = with_program("  - load: box.a\n", "{layout: box, count: 1}", "fix: {edits: [swap a b]}\n");
    const std::string prose =
        with_program("  - load: box.a   # the first\n", "{layout: box}", "about: something\nsource: us\nfix: {edits: [move a after b]}\n");
    EXPECT_EQ(scenario(plain).resolved(), read_scenario(prose, "other.yaml", Files::Refuse).resolved());
    const std::string other = with_program("  - load: box.a\n", "{layout: box}", "fix: {edits: [move b after c]}\n");
    EXPECT_NE(scenario(plain).resolved(), scenario(other).resolved());
}

TEST(Observation, is_read_from_one_text) {
    const Observation o = parse_observation("threads=4 before=1.9M/s machine=mine");
    EXPECT_EQ(o.threads, 4U);
    EXPECT_EQ(o.before_per_second, 1.9e6);
    EXPECT_EQ(o.machine, "mine");
    EXPECT_THROW(parse_observation("threads=4"), BadScenario);
    EXPECT_THROW(parse_observation("threads=0 change=1%"), BadScenario);
    EXPECT_THROW(parse_observation("thread=4 change=1%"), BadScenario);
}

TEST(CpuPolicy, is_a_word_or_a_list) {
    EXPECT_EQ(parse_cpu_policy("scatter").kind, CpuPolicy::Kind::Scatter);
    EXPECT_THAT(parse_cpu_policy("0,2,4").list, ElementsAre(0, 2, 4));
    EXPECT_THAT(parse_cpu_policy("[8, 1]").list, ElementsAre(8, 1));
    EXPECT_THROW(parse_cpu_policy("0,0"), BadScenario);
    EXPECT_THROW(parse_cpu_policy("fast"), BadScenario);
    for (const char* text : {"cores-first", "siblings-first", "one-socket-first", "scatter", "[0, 2, 4]"})
        EXPECT_EQ(to_text(parse_cpu_policy(text)), text);
}

TEST(Scenario, says_which_placement_it_used) { EXPECT_THAT(notes(read_example()), ::testing::Contains(HasSubstr("slab"))); }

}  // namespace
