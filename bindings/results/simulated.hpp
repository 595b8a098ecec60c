// One simulated run as tables for people and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/run/bench.hpp"
#include "sim/run/prediction.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::results {

struct Simulated {
    const program::Scenario& scenario;
    const sim::Machine& machine;
    program::CpuPolicy cpus;
    std::string variant;
    unsigned threads = 1;
    std::uint64_t seed = 1;
    std::string resolved;
    sim::VariantOutcome outcome;  ///< `total` is the one run
};

/// What one run is asked for.
struct RunQuestion {
    program::Variant variant = program::Variant::Before;
    unsigned threads = 0;            ///< 0: the scenario's first
    std::vector<std::string> set{};  ///< "NAME=VALUE"
    std::uint64_t seed = 1;
    std::uint64_t operations = 0;  ///< measured; 0: as many as a prediction's runs
    sim::Witness* witness = nullptr;
};

/// Throws what sim::run_one throws, sim::Stopped where it was stopped; what the bench refers to must outlive the result.
Simulated simulated_on(const sim::Bench& bench, const RunQuestion& question);

/// Lines in perf c2c's order, fields, links by message class, latencies, cycles by cause.
std::string text(const Simulated& run);
nlohmann::ordered_json to_json(const Simulated& run);

}  // namespace hitm::results
