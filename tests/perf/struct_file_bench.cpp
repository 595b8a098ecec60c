// How fast the program is that the project was born from: struct file, before the fix. Goals stand beside.
#include <benchmark/benchmark.h>

#include "sim/machine/library.hpp"
#include "sim/machine/placement.hpp"
#include "sim/run/simulate.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::sim {
namespace {

/// One pread after another on 16 … 128 threads: 23 accesses each, from 4 to 12 of them misses. Goal: 100,000 preads a second with
/// 16 threads, 40,000 with 128: 30 runs of each variant and thread count within a minute on two cores.
void struct_file(benchmark::State& state) {
    const auto scenario = program::read_scenario(data_root() / "workloads/library/struct_file/scenario.yaml");
    const auto machine = load_machine(scenario.machine);
    const auto threads = static_cast<unsigned>(state.range(0));
    const auto cpus = place_threads(machine, CpuPolicy{}, threads);
    constexpr std::uint64_t operations = 20000;
    std::uint64_t done = 0;
    for (auto _ : state) {
        const auto source = program::make_source(scenario, program::Variant::Before, program::default_values(scenario), threads, 1,
                                                 machine.clock.ghz, machine.line_bytes);
        done += simulate(machine, *source, cpus, Options{.operations = operations}).operations;
    }
    state.counters["per_second"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
    state.counters["goal"] = threads < 64 ? 100e3 : 40e3;
}
BENCHMARK(struct_file)->Arg(16)->Arg(128)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hitm::sim
