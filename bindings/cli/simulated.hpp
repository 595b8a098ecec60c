// One simulated run as tables for people and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "bindings/cli/output.hpp"
#include "sim/machine/machine.hpp"
#include "sim/run/prediction.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::cli {

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
void print(const Output& output, const Simulated& run);
nlohmann::ordered_json to_json(const Simulated& run);

}  // namespace hitm::cli
