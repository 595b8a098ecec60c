// The lines that were touched, numbered in order of first touch, with where each lives.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/machine/machine.hpp"
#include "workloads/source.hpp"

namespace hitm::sim {

struct LineInfo {
    std::uint64_t number = 0;  ///< address / line size
    std::uint32_t hash = 0;    ///< picks the slice within a cluster or node
    unsigned node = 0;         ///< its NUMA home
};

/// Open addressing over line numbers; a line, once numbered, keeps its number and its home.
class Lines {
public:
    Lines(const Machine& machine, const workloads::Source& source, std::uint64_t seed);

    /// The number of the line, which `toucher` may be the first to touch.
    LineId id(std::uint64_t number, ClusterId toucher) {
        for (std::size_t i = mix(number) & mask_;; i = (i + 1) & mask_) {
            if (table_[i] == empty) return add(number, toucher);
            if (infos_[table_[i]].number == number) return table_[i];
        }
    }
    const LineInfo& operator[](LineId id) const { return infos_[id]; }
    std::size_t size() const { return infos_.size(); }
    /// Of each line's first byte, by LineId.
    std::vector<std::uint64_t> addresses() const;

    /// A full-avalanche mixer (the finaliser of MurmurHash3).
    static constexpr std::uint64_t mix(std::uint64_t x) {
        x ^= x >> 33;
        x *= 0xff51afd7ed558ccdULL;
        x ^= x >> 33;
        x *= 0xc4ceb9fe1a85ec53ULL;
        return x ^ x >> 33;
    }

private:
    static constexpr LineId empty = 0xffffffff;
    LineId add(std::uint64_t number, ClusterId toucher);
    void grow();
    unsigned home_of(std::uint64_t number, ClusterId toucher);

    const Machine& machine_;
    const workloads::Source& source_;
    std::uint64_t seed_;
    std::vector<LineInfo> infos_;
    std::vector<LineId> table_;
    std::size_t mask_;
    std::unordered_map<std::uint64_t, unsigned> first_touch_;  ///< by page
};

}  // namespace hitm::sim
