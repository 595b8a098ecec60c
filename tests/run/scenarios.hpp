// Small scenarios on a library machine, quick enough for tests.
#pragma once

#include <string>

#include "sim/machine/library.hpp"
#include "sim/run/experiment.hpp"

namespace hitm::sim::tests {

/// A counter that some threads write beside a field that the others read; the fix puts them on lines of their own.
inline program::Scenario false_sharing_counter(const std::string& fix = "pad 64 after count") {
    return program::read_scenario(
        "hitm: 1\n"
        "machine: xeon_silver_4114_2s\n"
        "threads: [8]\n"
        "parameters:\n"
        "  work: {value: 400ns, range: [100ns, 4us], meaning: between operations, source: assumed}\n"
        "layouts:\n"
        "  counter: {fields: [{name: count, type: u64}, {name: limit, type: u64}]}\n"
        "objects:\n"
        "  counter: {layout: counter, count: 1, place: {base: 0}, home: node 0}\n"
        "fix:\n"
        "  edits: [" +
            fix +
            "]\n"
            "programs:\n"
            "  - share: 50%\n"
            "    program: [{work: exponential($work)}, {pick: counter}, {add: counter.count}, {count: operation}]\n"
            "  - share: 50%\n"
            "    program: [{work: exponential($work)}, {pick: counter}, {load: counter.limit}, {compute: 50ns}, "
            "{load: counter.limit}, {count: operation}]\n",
        "counter.yaml", program::Files::Refuse);
}

/// Every thread writes the same counter; the fix pads what nobody shares falsely.
inline program::Scenario true_sharing_counter() {
    return program::read_scenario(
        "hitm: 1\n"
        "machine: xeon_silver_4114_2s\n"
        "threads: [8]\n"
        "layouts:\n"
        "  counter: {fields: [{name: count, type: u64}, {name: unused, type: u64}]}\n"
        "objects:\n"
        "  counter: {layout: counter, count: 1, place: {base: 0}, home: node 0}\n"
        "fix:\n"
        "  edits: [pad 64 after count]\n"
        "program:\n"
        "  - work: exponential(400ns)\n"
        "  - pick: counter\n"
        "  - add: counter.count\n"
        "  - count: operation\n",
        "counter.yaml", program::Files::Refuse);
}

/// Enough for a verdict, little enough for a test.
inline PredictOptions quick() {
    PredictOptions options;
    options.effort = {.replicates = 3,
                      .most_replicates = 6,
                      .operations = 4000,
                      .operations_per_thread = 100,
                      .fit_replicates = 2,
                      .polish_replicates = 0,
                      .end_replicates = 2};
    return options;
}

}  // namespace hitm::sim::tests
