// How fast one host core simulates: private hits, contended lines, growth with the machine. Goals stand beside.
#include <benchmark/benchmark.h>

#include "tests/sim/bench.hpp"

namespace hitm::sim {
namespace {

using namespace bench;

/// Runs `operations` operations of a looping source and reports accesses a second of host time against the goal.
void report(benchmark::State& state, std::uint64_t done, double goal) {
    state.counters["per_second"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
    state.counters["goal"] = goal;
}

/// One thread whose 64 lines all lie in its L1. Goal: 50 million a second.
void private_hits(benchmark::State& state) {
    std::vector<workloads::Access> list;
    for (unsigned i = 0; i < 64; ++i) list.push_back(load(0x10000 + i * 64));
    list.push_back(count());
    auto m = machine(1, 1);
    m.issue = 300;
    m.l1.hit = 1600;
    std::uint64_t accesses = 0;
    for (auto _ : state) {
        Loop source{{list}};
        const auto r = simulate(m, source, one_a_core(1), Options{.operations = 20000});
        accesses += r.accesses;
    }
    report(state, accesses, 50e6);
}
BENCHMARK(private_hits)->Unit(benchmark::kMillisecond);

/// Cores that all add to one line, every access a miss; two levels. Goal: 1.5 million a second with 64 cores of one cluster,
/// and no more than twice the time an access from 8 to 512 cores (clusters of 64; building the machine is in the time).
void one_contended_line(benchmark::State& state) {
    const auto cores = static_cast<unsigned>(state.range(0));
    auto m = machine(cores > 64 ? cores / 64 : 1, cores > 64 ? 64 : cores);
    m.costs.locked = ns(6);
    std::uint64_t misses = 0;
    for (auto _ : state) {
        Loop source{std::vector<std::vector<workloads::Access>>(cores, {add(0x10000), count()})};
        const auto r = simulate(m, source, one_a_core(cores), Options{.operations = 400000});
        for (auto n : r.misses) misses += n;
    }
    report(state, misses, 1.5e6);
}
BENCHMARK(one_contended_line)->Arg(8)->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hitm::sim
