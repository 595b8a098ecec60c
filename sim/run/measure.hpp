// What a simulated machine would show in the published coherence benchmarks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/run/loops.hpp"

namespace hitm::sim {

/// Of one class of pairs, nanoseconds a one-way hand-over.
struct PairClass {
    std::string name;
    double median_ns = 0;
    double p5_ns = 0;
    double p95_ns = 0;
    unsigned pairs = 0;  ///< measured
};

/// How many pairs, and how well. A published matrix is measured on one line; so each of `lines` lines (each in a slice of
/// its own) is measured on the same pairs, and of each line's median, p5 and p95 the median is given.
struct PairSample {
    unsigned pairs = 25;  ///< of each class, or all there are
    unsigned lines = 5;
    unsigned operations = 400;  ///< a pair and line
    std::uint64_t seed = 1;
    Handover handover = Handover::BlindCas;
};

/// Classes named as public matrices name them: same_core_smt, same_socket, cross_socket; with several clusters a socket same_ccx and
/// other_ccd_same_socket_home_here / _home_other. The line is homed at the first thread's node, or, with _home_other, in the other socket.
std::vector<PairClass> measure_pairs(const Machine& machine, const PairSample& sample = {});

/// One pair on one line (the seed's slice), homed at `node`; nanoseconds a hand-over.
double measure_pair(const Machine& machine, HardwareThread a, HardwareThread b, unsigned node, Handover handover, std::uint64_t seed,
                    unsigned operations);

/// Nanoseconds an operation in the whole system, threads placed cores first. The median over `lines` lines.
double measure_contended(const Machine& machine, Contention kind, unsigned threads, unsigned lines = 3);

/// As Intel's Memory Latency Checker reports; nanoseconds a load. What needs a second socket is absent with one.
struct Latencies {
    double idle_local = 0;
    std::optional<double> idle_remote;
    double modified_local = 0;
    std::optional<double> modified_remote_home_writer;
    std::optional<double> modified_remote_home_reader;
};
Latencies measure_latencies(const Machine& machine);

}  // namespace hitm::sim
