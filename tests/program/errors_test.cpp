// The table of wrong scenarios, each with the message it gets. HITM_PRINT_ERRORS=1 prints it as Markdown.
#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>

#include "tests/program/bench.hpp"

namespace {

using namespace hitm::program;
using namespace hitm::program::testing;

struct Wrong {
    std::string what;
    std::string text;
    std::string message;
};

const std::string load = "  - load: box.a\n";
const std::string box = "{layout: box}";

std::string program(const std::string& steps) { return with_program(steps); }
std::string object(const std::string& written) { return with_program(load, written); }
std::string more(const std::string& sections) { return with_program(load, box, sections); }
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? "" : text.replace(at, from.size(), to);
}

// clang-format off
const std::vector<Wrong>& table() {
    static const std::vector<Wrong> rows = {
    {"a key misspelt",            more("thread: 3\n"),                                  "test.yaml:4: scenario: unknown key thread; did you mean threads?"},
    {"a key unlike any",          object("{layout: box, colour: red}"),                 "test.yaml:7: box: unknown key colour; the keys are layout, count, place, home, per or initial"},
    {"another format",            replaced(program(load), "hitm: 1", "hitm: 2"),        "test.yaml:1: hitm: format '2' is not known; write hitm: 1"},
    {"no machine",                replaced(program(load), "machine: any\n", ""),        "test.yaml:1: scenario: machine is missing; for example machine: xeon_8592p_1s"},
    {"no threads",                replaced(program(load), "threads: 2", "threads: 0"),  "test.yaml:3: threads: '0' is not possible; write a whole number from 1 to 65536"},
    {"half a thread",             replaced(program(load), "threads: 2", "threads: [1, 2.5]"), "test.yaml:3: threads: '2.5' is not possible; write a whole number from 1 to 65536"},
    {"a key twice",               more("threads: 3\n"),                                 "test.yaml:4: threads: is there twice; keep one of them"},
    {"no YAML",                   "hitm: 1\nmachine: [a\n",                             "test.yaml:3: YAML: end of sequence flow not found; inside { } and [ ] put quotes around text with a comma"},
    {"a policy misspelt",         more("cpus: core-first\n"),                           "test.yaml:4: cpus: 'core-first' is no policy; write cores-first, siblings-first, one-socket-first, scatter or [0, 2, 4]"},
    {"a CPU twice",               more("cpus: [0, 1, 0]\n"),                            "test.yaml:4: cpus: names CPU 0 twice; one thread each"},
    {"a parameter nobody uses",   more("parameters: {work: 5us}\n"),                    "test.yaml:4: work: is used nowhere; write $work where it belongs, or take it out"},
    {"a parameter nobody gives",  program("  - work: $work\n"),                         "test.yaml:9: work: $work is not among the parameters; add it there"},
    {"a parameter misspelt",      with_program("  - work: $wrok\n", box, "parameters: {work: 5us}\n"), "test.yaml:10: work: $wrok is not among the parameters; did you mean work?"},
    {"a parameter without unit",  with_program("  - work: $w\n", box, "parameters: {w: 5}\n"), "test.yaml:4: w (used as work): 5 is a plain number; write a time, like 200ns, 5.4us or 20 cycles"},
    {"a range beside the value",  with_program("  - work: $w\n", box, "parameters:\n  w: {value: 5us, range: [6us, 9us]}\n"), "test.yaml:5: range: [6us, 9us] does not hold the value 5us; widen it"},
    {"a range of another kind",   with_program("  - work: $w\n", box, "parameters:\n  w: {value: 5us, range: [1, 9]}\n"), "test.yaml:5: range: is not of the value's kind, a time; write all three alike"},
    {"two free parameters",       with_program("  - work: $w\n", box, "parameters: {w: 5us}\nfit: {free: [w, v], on: []}\n"), "test.yaml:5: fit: frees several parameters; at most one can be fitted, name one"},
    {"a fit on nothing",          with_program("  - work: $w\n", box, "parameters: {w: 5us}\nfit: {free: w, on: [{threads: 4}]}\n"), "test.yaml:5: on: no measurement; give change, before or after"},
    {"a change without percent",  more("published: [{threads: 4, change: 7.2}]\n"),     "test.yaml:4: change: '7.2' is no change; write a percentage above -100%"},
    {"a unit nobody knows",       program("  - work: 5 fortnights\n"),                  "test.yaml:9: work: '5 fortnights' is no quantity; write a time, like 200ns, 5.4us or 20 cycles or $parameter"},
    {"bytes for a time",          program("  - work: 5KiB\n"),                          "test.yaml:9: work: 5KiB is a number of bytes; write a time, like 200ns, 5.4us or 20 cycles"},
    {"a distribution misspelt",   program("  - work: exponental(5us)\n"),               "test.yaml:9: work: 'exponental(5us)' is no distribution; did you mean exponential?"},
    {"a distribution cut in two", program("  - {work: uniform(1us, 2us)}\n"),           "test.yaml:9: work: stands in one step with 2us); inside { } put quotes around what holds a comma"},
    {"bounds the wrong way",      program("  - work: uniform(2us, 1us)\n"),             "test.yaml:9: work: 'uniform(2us, 1us)' ends before it starts; write the smaller bound first"},
    {"an unknown step",           program("  - laod: box.a\n"),                         "test.yaml:9: program: unknown step laod; did you mean load?"},
    {"an object nobody declared", program("  - load: bix.a\n"),                         "test.yaml:9: program: there is no object bix; did you mean box?"},
    {"a field nobody has",        program("  - load: box.f\n"),                         "test.yaml:9: box: no field f in layout box"},
    {"an object, no field",       program("  - load: box\n"),                           "test.yaml:9: load: 'box' names no field; write object.field, like file.f_op"},
    {"an access past its field",  program("  - {load: box.d, bytes: 4}\n"),             "test.yaml:9: d: has 1 bytes; at 0 and bytes 4 do not lie in it (at most 64 bytes an access)"},
    {"an option of another verb", program("  - {load: box.a, value: 3}\n"),             "test.yaml:9: load: unknown key value; the keys are load, then, field, bytes, at or into"},
    {"nothing picked",            with_program(load, "{layout: box, count: 4}"),        "test.yaml:9: box: there are 4 of them and none was picked; write - pick: box before"},
    {"its own of one",            program("  - pick: box\n    by: own\n"),              "test.yaml:9: pick: box has one object, so none is a thread's own; write per: thread on it, or leave by: own out"},
    {"a pick by an unknown law",  program("  - pick: box\n    by: pareto\n"),           "test.yaml:10: by: 'pareto' is not possible; write uniform, own or zipf(0.9)"},
    {"a value before any read",   program("  - if: {is: 0, then: [load: box.a]}\n"),    "test.yaml:9: value: nothing has been read yet; load, add, xchg or cas before it, or name a register"},
    {"a register nobody fills",   program("  - load: box.a\n  - if: {register: x, is: 0, then: [fence]}\n"), "test.yaml:10: register: nothing is put into x; write into: on a load before"},
    {"no comparison",             program("  - load: box.a\n  - if: {then: [fence]}\n"), "test.yaml:10: if: has 0 comparisons; write one of is, is_not, less, at_most, more, at_least, has, lacks"},
    {"a wait without time",       program("  - load: box.a\n  - while: {is: 0, do: [fence]}\n"), "test.yaml:10: do: neither loads nor pauses at its top level, so waiting would take no time; load what it waits for"},
    {"a program without time",    program("  - count: operation\n"),                    "test.yaml:9: program: takes no time: it neither touches memory nor works; add an access"},
    {"something else counted",    program("  - load: box.a\n  - count: reads\n"),       "test.yaml:10: count: 'reads' is not counted; write count: operation"},
    {"shares below the whole",    replaced(program(""), "program:\n", "programs: [{share: 50%, program: [load: box.a]}]\n"), "test.yaml:8: programs: the shares add up to 50%; make it 100%"},
    {"no objects at all",         object("{layout: box, count: 0}"),                    "test.yaml:7: count: 0 objects are not possible; write 1 to 16777216"},
    {"a layout nobody gives",     object("{layout: bix}"),                              "test.yaml:7: layout: there is no layout bix; did you mean box?"},
    {"a place nobody knows",      object("{layout: box, place: {slap: 64}}"),           "test.yaml:7: place: unknown key slap; did you mean slab?"},
    {"an odd alignment",          object("{layout: box, place: {slab: {align: 48}}}"),  "test.yaml:7: align: 48 bytes are not possible; write a power of two up to 1048576"},
    {"a home nobody knows",       object("{layout: box, home: nearest}"),               "test.yaml:7: home: 'nearest' is no home; write interleave, first-touch or node N"},
    {"one each and several",      object("{layout: box, per: thread, count: 3}"),       "test.yaml:7: per: stands beside count; there is one object for each thread, take count out"},
    {"a layout from nowhere",     replaced(program(load), "box: {fields", "tin: {}\n  box: {fields"), "test.yaml:5: tin: says not where the layout comes from; write read: FILE, btf: FILE, dwarf: FILE or fields: [ … ]"},
    {"a field without size",      replaced(program(load), "type: u8", "align: 1"),      "test.yaml:5: d: has neither type nor size; for example type: u64"},
    {"an empty fix",              more("fix: {}\n"),                                    "test.yaml:4: fix: is empty; write edits, patch, place, layouts, objects or program, or leave fix out"},
    {"an edit of a lost field",   more("fix: {edits: [move f to end]}\n"),              "test.yaml:4: edit 'move f to end': struct box: has no member 'f'"},
    {"an edit nobody knows",      more("fix: {edits: [shove a to end]}\n"),             "test.yaml:4: edit 'shove a to end': 'shove' is no edit"},
    {"a fix that removes a field in use", more("fix: {edits: [remove a]}\n"),           "test.yaml:10: box: no field a after the fix in layout box"},
    {"a place for nobody",        more("fix: {place: {bix: array}}\n"),                 "test.yaml:4: place: there is no object bix; did you mean box?"},
    {"a file that is not there",  replaced(program(load), "box: {fields", "tin: {read: gone.txt}\n  box: {fields"), "test.yaml:5: read: the file 'gone.txt' is not opened here; write the fields out"},
    };
    return rows;
}
// clang-format on

std::string message_of(const std::string& text) {
    try {
        scenario(text);
    } catch (const BadScenario& e) {
        return e.what();
    } catch (const hitm::layout::BadLayout& e) {
        return e.what();
    }
    return "accepted";
}

TEST(Errors, name_place_and_remedy) {
    const bool print = std::getenv("HITM_PRINT_ERRORS") != nullptr;
    if (print) std::puts("| what is wrong | message |\n|---|---|");
    for (const Wrong& row : table()) {
        const std::string message = message_of(row.text);
        EXPECT_THAT(message, ::testing::StartsWith(row.message)) << row.what << "\n" << row.text;
        if (print) std::printf("| %s | `%s` |\n", row.what.c_str(), message.c_str());
    }
}

TEST(Errors, of_a_file_name_the_file) {
    try {
        read_scenario(std::filesystem::path("/nonexistent/scenario.yaml"));
        FAIL() << "accepted";
    } catch (const BadScenario& e) {
        EXPECT_THAT(e.what(), ::testing::StartsWith("/nonexistent/scenario.yaml:1: file: is not there"));
    }
}

TEST(Errors, of_values_that_make_no_sense_come_when_they_are_used) {
    const Scenario s = scenario(with_program("  - pick: box\n  - load: box.a\n", "{layout: box, count: $n}", "parameters: {n: 4}\n"));
    Values values = default_values(s);
    values["n"] = 0.2;
    EXPECT_THROW(make_source(s, Variant::Before, values, 1, 1, 2.0, 64), BadScenario);
    EXPECT_THROW(make_source(s, Variant::Before, default_values(s), 0, 1, 2.0, 64), BadScenario);
    EXPECT_THROW(make_source(s, Variant::Before, default_values(s), 1, 1, 0.0, 64), BadScenario);
}

}  // namespace
