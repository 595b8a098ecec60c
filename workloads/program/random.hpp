// Random numbers that are a function of their key: no state, so a change of layout changes no draw.
#pragma once

#include <cstdint>
#include <string_view>

namespace hitm::program {

/// The finaliser of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014; constants
/// of Stafford's variant 13): a bijection of 64 bits in which every input bit flips every output bit with probability 1/2.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;  ///< 2^64 / golden ratio, odd

/// One key out of two; chained for longer keys.
constexpr std::uint64_t mix(std::uint64_t key, std::uint64_t next) { return mix(key + golden * (next + 1)); }

constexpr std::uint64_t mix(std::uint64_t key, std::string_view name) {
    for (const char c : name) key = mix(key, static_cast<unsigned char>(c));
    return key;
}

/// In (0, 1]: its logarithm is finite.
constexpr double unit_interval(std::uint64_t bits) { return static_cast<double>((bits >> 11U) + 1) * 0x1p-53; }

/// In [0, count), count at most 2^32.
constexpr std::uint32_t below(std::uint64_t bits, std::uint64_t count) {
    return static_cast<std::uint32_t>(((bits >> 32U) * count) >> 32U);
}

}  // namespace hitm::program
