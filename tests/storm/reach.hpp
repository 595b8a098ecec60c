// Who enters which cells: the exhaustive check, the storm, the library's scenarios.
#pragma once

#include <gtest/gtest.h>

#include "protocols/check.hpp"
#include "sim/machine/library.hpp"
#include "sim/run/experiment.hpp"
#include "tests/storm/storm.hpp"

namespace hitm::sim::storm {

struct Total {
    std::uint64_t checked = 0;
    std::uint64_t runs = 0;
    protocols::Reached reached;
};

/// Runs until so many accesses were checked. Stops at a fault, shrinks it and tells the seed.
inline Total rage(const protocols::Protocol& protocol, std::uint64_t accesses, std::uint64_t first_seed) {
    Total total;
    for (std::uint64_t seed = first_seed; total.checked < accesses; ++seed) {
        const auto setup = draw(seed, seed % 3 == 0);
        const auto outcome = run(setup, protocol);
        total.checked += outcome.checked;
        total.reached |= outcome.reached;
        ++total.runs;
        if (outcome.fault.empty()) continue;
        const auto small = shrink(setup, protocol);
        ADD_FAILURE() << protocol.name << ": " << outcome.fault << "\n  in " << setup.text() << "\n  and so does " << small.text()
                      << "\n    " << run(small, protocol).fault;
        return total;
    }
    return total;
}

/// What the exhaustive check enters, in settings of a second or so.
inline protocols::Reached reached_by_check(const protocols::Protocol& protocol) {
    using protocols::Setting;
    using protocols::Way;
    protocols::Reached reached;
    for (auto way : {Way::Chain, Way::Confirm})
        for (const Setting& s :
             {Setting{.caches = 3, .inside = way}, Setting{.levels = 2, .clusters = 2, .caches = 1, .inside = way, .outside = way},
              Setting{.levels = 2, .clusters = 1, .caches = 3, .inside = way, .outside = way}})
            reached |= protocols::check(protocol, s).reached;
    return reached;
}

/// What a scenario of the library enters, at its largest thread count, before and after its fix.
inline protocols::Reached reached_by_scenario(const protocols::Protocol& protocol, const std::string& name) {
    const auto scenario = program::read_scenario(std::filesystem::path(HITM_SOURCE_DIR "/workloads/library") / name / "scenario.yaml");
    auto machine = load_machine(scenario.machine);
    machine.protocol = protocol.name;
    const Bench bench{.scenario = scenario, .machine = machine, .cpus = scenario.cpus, .progress = {}};
    Onlooker onlooker;
    for (auto variant : {program::Variant::Before, program::Variant::After})
        run_one(bench, {.variant = variant,
                        .threads = scenario.threads.back(),
                        .values = program::default_values(scenario),
                        .length = {.warmup = 1000, .operations = 10000},
                        .witness = &onlooker});
    return onlooker.reached();
}

}  // namespace hitm::sim::storm
