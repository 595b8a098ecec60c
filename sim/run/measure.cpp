// Runs the published loops on pairs, on many threads, and on one reader.
#include "sim/run/measure.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "sim/machine/placement.hpp"
#include "sim/run/simulate.hpp"

namespace hitm::sim {
namespace {

struct PairOfThreads {
    HardwareThread a;
    HardwareThread b;
    unsigned node = 0;
};

/// The value at a fraction of the sorted values; between two of them in proportion.
double quantile(std::vector<double> values, double fraction) {
    std::sort(values.begin(), values.end());
    const double at = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (at - static_cast<double>(below));
}

double ns_per_operation(const RunResult& result) { return to_ns(result.duration) / static_cast<double>(result.operations); }

unsigned node_of(const Machine& machine, CoreId core) { return machine.fabric.cluster_node[machine.cluster_of(core)]; }
unsigned socket_of(const Machine& machine, CoreId core) { return core / (machine.cores() / machine.sockets); }

/// The first node of another socket; the same node where there is no other socket.
unsigned other_socket_node(const Machine& machine, CoreId core) {
    const unsigned cores = machine.cores() / machine.sockets;
    return node_of(machine, ((socket_of(machine, core) + 1) % machine.sockets) * cores);
}

struct Class {
    std::string name;
    std::vector<PairOfThreads> pairs;
};

/// Whole-number draws that are the same with every standard library.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : engine_(seed) {}
    unsigned below(unsigned n) { return static_cast<unsigned>(engine_() % n); }

private:
    std::mt19937_64 engine_;
};

/// Up to `wanted` pairs of different cores that `belongs` accepts, drawn at random.
template <class Belongs>
std::vector<PairOfThreads> draw_pairs(const Machine& machine, unsigned wanted, Draw& draw, const Belongs& belongs) {
    std::vector<PairOfThreads> pairs;
    for (unsigned tries = 0; pairs.size() < wanted && tries < 1000 * wanted; ++tries) {
        const CoreId a = draw.below(machine.cores());
        const CoreId b = draw.below(machine.cores());
        if (a != b && belongs(a, b)) pairs.push_back({{a, 0}, {b, 0}, node_of(machine, a)});
    }
    return pairs;
}

std::vector<Class> classes_of(const Machine& machine, const PairSample& sample) {
    Draw draw(sample.seed);
    std::vector<Class> classes;
    const auto same_socket = [&](CoreId a, CoreId b) { return socket_of(machine, a) == socket_of(machine, b); };
    const auto same_cluster = [&](CoreId a, CoreId b) { return machine.cluster_of(a) == machine.cluster_of(b); };
    if (machine.threads_per_core > 1) {
        Class smt{"same_core_smt", {}};
        for (unsigned i = 0; i < std::min(sample.pairs, 4U); ++i) {
            const CoreId core = draw.below(machine.cores());
            smt.pairs.push_back({{core, 0}, {core, 1}, node_of(machine, core)});
        }
        classes.push_back(std::move(smt));
    }
    const bool clustered = machine.clusters_per_socket > 1;
    if (machine.cores_per_cluster > 1)
        classes.push_back({clustered ? "same_ccx" : "same_socket", draw_pairs(machine, sample.pairs, draw, same_cluster)});
    if (clustered) {
        Class here{"other_ccd_same_socket_home_here",
                   draw_pairs(machine, sample.pairs, draw, [&](CoreId a, CoreId b) { return same_socket(a, b) && !same_cluster(a, b); })};
        Class other{"other_ccd_same_socket_home_other", here.pairs};
        for (auto& pair : other.pairs) pair.node = other_socket_node(machine, pair.a.core);
        classes.push_back(std::move(here));
        if (machine.sockets > 1) classes.push_back(std::move(other));
    }
    if (machine.sockets > 1)
        classes.push_back(
            {"cross_socket", draw_pairs(machine, sample.pairs, draw, [&](CoreId a, CoreId b) { return !same_socket(a, b); })});
    return classes;
}

PairClass measure_class(const Machine& machine, const Class& of, const PairSample& sample) {
    std::vector<double> medians, p5s, p95s;
    for (unsigned line = 0; line < sample.lines; ++line) {
        std::vector<double> times;
        for (const auto& pair : of.pairs)
            times.push_back(measure_pair(machine, pair.a, pair.b, pair.node, sample.handover, sample.seed + line, sample.operations));
        medians.push_back(quantile(times, 0.5));
        p5s.push_back(quantile(times, 0.05));
        p95s.push_back(quantile(times, 0.95));
    }
    return {of.name, quantile(medians, 0.5), quantile(p5s, 0.5), quantile(p95s, 0.5), static_cast<unsigned>(of.pairs.size())};
}

/// Mean over `lines` lines, so over the slices.
double read_lines(const Machine& machine, ReadFrom found, CoreId reader, CoreId writer, unsigned node) {
    constexpr unsigned lines = 256;
    const auto source = make_reading(found, lines, node);
    std::vector<HardwareThread> cpus = {{reader, 0}};
    if (found == ReadFrom::Modified) cpus.push_back({writer, 0});
    Options options;
    options.warmup = lines + 1;
    options.operations = lines - 1;
    options.attribute = false;
    return ns_per_operation(simulate(machine, *source, cpus, options));
}

}  // namespace

double measure_pair(const Machine& machine, HardwareThread a, HardwareThread b, unsigned node, Handover handover, std::uint64_t seed,
                    unsigned operations) {
    const auto source = make_handover(handover, node);
    const std::vector<HardwareThread> cpus = {a, b};
    Options options;
    options.warmup = operations / 8 + 2;
    options.operations = operations;
    options.attribute = false;
    options.seed = seed;
    return ns_per_operation(simulate(machine, *source, cpus, options));
}

std::vector<PairClass> measure_pairs(const Machine& machine, const PairSample& sample) {
    std::vector<PairClass> measured;
    for (const auto& one : classes_of(machine, sample))
        if (!one.pairs.empty()) measured.push_back(measure_class(machine, one, sample));
    return measured;
}

double measure_contended(const Machine& machine, Contention kind, unsigned threads, unsigned lines) {
    const auto cpus = place_threads(machine, {}, threads);
    std::vector<double> times;
    for (unsigned line = 0; line < lines; ++line) {
        const auto source = make_contention(kind, threads, node_of(machine, cpus.front().core));
        Options options;
        options.warmup = 20ULL * threads + 500;
        options.operations = 60ULL * threads + 4000;
        options.attribute = false;
        options.seed = line + 1;
        times.push_back(ns_per_operation(simulate(machine, *source, cpus, options)));
    }
    return quantile(times, 0.5);
}

Latencies measure_latencies(const Machine& machine) {
    const CoreId reader = 0, last = machine.cores_per_cluster - 1, beyond = machine.cores() / machine.sockets;
    const unsigned here = node_of(machine, reader);
    Latencies found;
    found.idle_local = read_lines(machine, ReadFrom::InMemory, reader, reader, here);
    found.modified_local = read_lines(machine, ReadFrom::Modified, reader, last, here);
    if (machine.sockets == 1) return found;
    const unsigned there = node_of(machine, beyond);
    found.idle_remote = read_lines(machine, ReadFrom::InMemory, reader, reader, there);
    found.modified_remote_home_writer = read_lines(machine, ReadFrom::Modified, reader, beyond, there);
    found.modified_remote_home_reader = read_lines(machine, ReadFrom::Modified, reader, beyond, here);
    return found;
}

}  // namespace hitm::sim
