// From an object of a scenario, with its parameters' values, to placements and addresses.
#pragma once

#include "workloads/program/scenario.hpp"

namespace hitm::program {

/// The amount with parameters filled in. Throws BadScenario for an unknown parameter.
double value_of(const Scenario& scenario, const Values& values, const Amount& amount);
/// The same, rounded, at least `low` and at most `high`; throws BadScenario outside.
std::uint64_t whole_of(const Scenario& scenario, const Values& values, const Amount& amount, std::string_view key, std::uint64_t low,
                       std::uint64_t high);

/// The placement of an object of this layout, its numbers filled in. Throws BadScenario for impossible ones.
layout::Placement placement_of(const Scenario& scenario, const Object& object, const layout::Layout& layout, const Values& values);
std::vector<layout::Placement> placements_of(const Scenario& scenario);  ///< of all objects, before and after, with default values

std::uint64_t slab_bytes_of(const layout::Placement& slab, std::uint64_t object_size);

/// The objects of a class in memory.
struct Standing {
    std::vector<std::uint64_t> addresses;  ///< of object 0, 1, …
    std::uint64_t begin = 0, end = 0;      ///< all objects stand in [begin, end)
    workloads::NumaHome home;
};

/// Number of the region's class: regions of 1 TiB each, so that the class of an address is known from its top bits.
inline constexpr unsigned region_shift = 40;

/// Where the objects of a class stand under a seed. The region's first page is drawn from the seed and the object's name
/// alone, and so is the place of the first object within its first slab or heap page: both stay the same when a fix moves
/// fields. `count` objects; `region` from 0.
Standing stand(const Scenario& scenario, const Object& object, const layout::Layout& layout, const Values& values, std::uint64_t count,
               unsigned region, std::uint64_t seed, unsigned line_bytes);

}  // namespace hitm::program
