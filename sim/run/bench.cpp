// The parallel loop over runs; oneTBB stays in here.
#include "sim/run/bench.hpp"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <mutex>

#include "sim/machine/placement.hpp"

namespace hitm::sim {
namespace {

bool stopped(const Bench& bench) { return bench.stop != nullptr && bench.stop->load(std::memory_order_relaxed); }

std::string described(const Run& run) {
    return " (variant " + std::string(run.variant == program::Variant::Before ? "before" : "after") + ", threads " +
           std::to_string(run.threads) + ", seed " + std::to_string(run.seed) + ")";
}

std::unique_ptr<workloads::Source> source_of(const Bench& bench, const Run& run) {
    return program::make_source(bench.scenario, run.variant, run.values, run.threads, run.seed, bench.machine.clock.ghz,
                                bench.machine.line_bytes);
}

CpuPolicy policy_of(const program::CpuPolicy& policy) {
    using From = program::CpuPolicy::Kind;
    using To = CpuPolicy::Kind;
    switch (policy.kind) {
        case From::CoresFirst: return {To::CoresFirst, {}};
        case From::SiblingsFirst: return {To::SiblingsFirst, {}};
        case From::OneSocketFirst: return {To::OneSocketFirst, {}};
        case From::Scatter: return {To::Scatter, {}};
        case From::List: break;
    }
    return {To::List, policy.list};
}

}  // namespace

std::vector<HardwareThread> cpus_of(const Bench& bench, unsigned threads) {
    return place_threads(bench.machine, policy_of(bench.cpus), threads);
}

namespace {

RunResult run_on(const Routes* routes, const Bench& bench, const Run& run) {
    const auto source = source_of(bench, run);
    const auto cpus = cpus_of(bench, run.threads);
    const Options options{.warmup = run.length.warmup,
                          .operations = run.length.operations,
                          .windows = run.windows,
                          .attribute = run.attribute,
                          .seed = run.seed,
                          .routes = routes,
                          .witness = run.witness,
                          .stop = bench.stop};
    try {
        return simulate(bench.machine, *source, cpus, options);
    } catch (const Impossible& fault) {
        throw Impossible(fault.what() + described(run));
    }
}

}  // namespace

RunResult run_one(const Bench& bench, const Run& run) { return run_on(nullptr, bench, run); }

std::vector<std::optional<RunResult>> run_all(const Bench& bench, std::span<const Run> runs, const std::string& what) {
    std::vector<std::optional<RunResult>> results(runs.size());
    std::mutex reporting;
    std::uint64_t done = 0;
    const Routes routes{bench.machine.fabric};
    const auto one = [&](std::size_t i) {
        if (stopped(bench)) return;
        try {
            results[i] = run_on(&routes, bench, runs[i]);
        } catch (const Stopped&) {
            return;
        }
        const std::scoped_lock lock(reporting);
        ++done;
        if (bench.progress) bench.progress(done, runs.size(), what);
    };
    tbb::task_arena arena(bench.jobs == 0 ? tbb::task_arena::automatic : static_cast<int>(bench.jobs));
    arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, runs.size(), 1),
            [&](const auto& range) {
                for (std::size_t i = range.begin(); i != range.end(); ++i) one(i);
            },
            tbb::simple_partitioner());
    });
    return results;
}

std::vector<workloads::Field> fields_of(const Bench& bench, program::Variant variant, const program::Values& values, unsigned threads) {
    const auto source = source_of(bench, Run{.variant = variant, .threads = threads, .values = values, .length = {}});
    const auto fields = source->fields();
    return {fields.begin(), fields.end()};
}

}  // namespace hitm::sim
