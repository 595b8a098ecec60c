// One simulated run as tables for people and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/machine/machine.hpp"
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

/// Lines in perf c2c's order, fields, links by message class, latencies, cycles by cause.
std::string text(const Simulated& run);
nlohmann::ordered_json to_json(const Simulated& run);

}  // namespace hitm::results
