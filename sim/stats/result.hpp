// What one simulated run has to say, after the warm-up was dropped.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "protocols/vocabulary.hpp"
#include "sim/units.hpp"
#include "workloads/source.hpp"

namespace hitm::sim {

inline constexpr std::size_t message_types = protocols::messages.size();

/// Why an access missed the private caches.
///
/// A sharing miss finds the line gone because another core wrote to it. It is a *true* sharing miss where a byte it
/// accesses was written by another core since this core lost the line, else a *false* one: the definition of Torrellas,
/// Lam and Hennessy, "False Sharing and Spatial Locality in Multiprocessor Caches", IEEE ToC 43(6), 1994, by bytes.
enum class MissClass : std::uint8_t { Cold, Replacement, TrueSharing, FalseSharing, Upgrade };
inline constexpr std::size_t miss_classes = 5;

/// Of one field, over the measured part.
struct FieldStats {
    std::uint64_t accesses = 0;
    std::uint64_t invalidations_caused = 0;    ///< copies in other cores that its writes took away
    std::uint64_t invalidations_suffered = 0;  ///< misses of its accesses because another core had written to the line
    std::uint64_t false_sharing_misses = 0;
    std::uint64_t true_sharing_misses = 0;
    Picoseconds wait = 0;  ///< time its accesses spent beyond a private hit
};

/// Accesses to `causer` made accesses to `sufferer` miss: writes took the copy away, or reads the right to write to it.
struct FieldPair {
    workloads::FieldId causer = workloads::no_field;
    workloads::FieldId sufferer = workloads::no_field;
    std::uint64_t misses = 0;
    std::uint64_t false_misses = 0;  ///< … on bytes that the causer did not touch
    Picoseconds wait = 0;
};

struct LineStats {
    std::uint64_t address = 0;
    workloads::FieldId first_field = workloads::no_field;  ///< the field that touched it first, to name it by
    std::uint64_t hitm_local = 0;                          ///< loads and stores answered by a modified copy in the same cluster
    std::uint64_t hitm_remote = 0;                         ///< … in another cluster
    std::uint64_t invalidations = 0;
    std::uint64_t misses = 0;
    Picoseconds wait = 0;
};

struct LinkStats {
    std::string name;
    std::array<std::uint64_t, message_types> messages{};
    std::array<std::uint64_t, message_types> bytes{};
    Picoseconds busy = 0;
};

struct RunResult {
    std::uint64_t operations = 0;    ///< counted in the measured part
    Picoseconds duration = 0;        ///< of the measured part
    Picoseconds total = 0;           ///< with the warm-up
    std::vector<Picoseconds> marks;  ///< when each 1/`Options::windows` of all operations was done, from the start of the run

    std::array<std::uint64_t, miss_classes> misses{};
    std::uint64_t accesses = 0;
    std::uint64_t hitm_local = 0;
    std::uint64_t hitm_remote = 0;
    std::uint64_t invalidations = 0;
    std::array<std::uint64_t, message_types> messages{};
    std::array<std::uint64_t, message_types> bytes{};
    std::vector<std::uint64_t> operation_latency;  ///< histogram: bucket b holds latencies in [2^(b/8), 2^((b+1)/8)) ps
    Picoseconds working = 0;                       ///< summed over threads: gaps
    Picoseconds waiting = 0;                       ///< summed over threads: everything else

    std::vector<FieldStats> fields;  ///< by FieldId
    std::vector<FieldPair> pairs;    ///< most wait first
    std::vector<LineStats> lines;    ///< most HITM first, as perf c2c orders them
    std::vector<LinkStats> links;    ///< by LinkId
    std::uint64_t events = 0;        ///< of the kernel, for speed figures

    double operations_per_second() const {
        return duration > 0 ? static_cast<double>(operations) * 1e12 / static_cast<double>(duration) : 0.0;
    }
};

}  // namespace hitm::sim
