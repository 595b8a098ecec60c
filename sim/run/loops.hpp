// The published benchmark loops, as sources of accesses: two threads that alternate, many on one counter, one that reads.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/source.hpp"

namespace hitm::sim {

/// How two threads hand one line to and fro. Each flips a word that the other waits for; an operation is one flip.
enum class Handover {
    BlindCas,   ///< compare-and-swap until it succeeds (core-to-core-latency by Viennot; perfbook's blindcmpxchg)
    LoadCas,    ///< read until it is one's turn, then compare-and-swap (perfbook's cmpxchg)
    LoadAdd,    ///< read, then a locked add (perfbook's atomicinc)
    LoadStore,  ///< read, then a plain store (perfbook's write)
};

/// What many threads do to a counter as fast as they can; an operation is one increment.
enum class Contention {
    Add,        ///< a locked add (perfbook's count_atomic, Downs' atomic add)
    Cas,        ///< compare-and-swap without a prior load; a failed one is an operation too
    LoadCas,    ///< load, then compare-and-swap until it succeeds (Downs' cas add)
    Store,      ///< a plain store
    PlainAdd,   ///< load and store, losing counts (perfbook's count_nonatomic)
    PerThread,  ///< load and store on a line of one's own (perfbook's count_stat)
};

std::string_view name(Contention kind);
std::vector<Contention> all_contentions();

/// `node`: where the line is homed.
std::unique_ptr<workloads::Source> make_handover(Handover kind, unsigned node);
std::unique_ptr<workloads::Source> make_contention(Contention kind, unsigned threads, unsigned node);

/// In which state the lines are that a thread reads.
enum class ReadFrom { InMemory, Modified };

/// Thread 0 reads `lines` lines one after the other, each load after the one before; an operation is one load. It does so twice.
/// With ReadFrom::Modified thread 1 has written the lines long before, each time. (Intel's Memory Latency Checker.)
std::unique_ptr<workloads::Source> make_reading(ReadFrom found, unsigned lines, unsigned node);

}  // namespace hitm::sim
