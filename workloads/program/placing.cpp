// Addresses: a region a class, its first page drawn by the seed, the objects as layout's placement rules say.
#include "workloads/program/placing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "workloads/program/random.hpp"

namespace hitm::program {
namespace {

using layout::Placement;

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t per_cpu_unit = 64 * 1024;  // per-CPU data of Linux stand in units of at least this size
constexpr std::uint64_t largest_region = std::uint64_t{1} << 39U;

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

bool power_or_zero(std::uint64_t n) { return (n & (n - 1)) == 0; }

/// How many places of the first slab or page are taken by others: the luck of an allocation.
std::uint64_t places_taken(const Placement& placement, std::uint64_t size, std::uint64_t bits) {
    if (placement.kind == Placement::Kind::Slab) return below(bits, layout::objects_per_slab(size, placement.align, placement.slab_bytes));
    if (placement.kind == Placement::Kind::Heap) return below(bits, std::max<std::uint64_t>(1, page / std::max<std::uint64_t>(size, 16)));
    return 0;
}

layout::Numa numa_of(const Object& object, std::uint64_t node) {
    using Kind = workloads::NumaHome::Kind;
    layout::Numa numa;
    numa.policy = object.home == Kind::Node         ? layout::Numa::Policy::Fixed
                  : object.home == Kind::Interleave ? layout::Numa::Policy::Interleave
                                                    : layout::Numa::Policy::FirstTouch;
    numa.node = static_cast<unsigned>(node);
    return numa;
}

}  // namespace

double value_of(const Scenario& scenario, const Values& values, const Amount& amount) {
    if (amount.parameter.empty()) return amount.quantity.value;
    const auto found = values.find(amount.parameter);
    if (found == values.end()) throw BadScenario(scenario.path, amount.line, amount.parameter, "has no value; take it from default_values");
    return found->second;
}

std::uint64_t whole_of(const Scenario& scenario, const Values& values, const Amount& amount, std::string_view key, std::uint64_t low,
                       std::uint64_t high) {
    const double value = value_of(scenario, values, amount);
    if (!(value + 0.5 >= static_cast<double>(low) && value <= static_cast<double>(high)))
        throw BadScenario(scenario.path, amount.line, key, fmt::format("{} is not possible; from {} to {}", value, low, high));
    return static_cast<std::uint64_t>(std::llround(value));
}

Placement placement_of(const Scenario& scenario, const Object& object, const layout::Layout& layout, const Values& values) {
    Placement result;
    result.kind = object.place.kind;
    if (result.kind == Placement::Kind::Base) result.offset = whole_of(scenario, values, object.place.number, "base", 0, 4095);
    else result.align = whole_of(scenario, values, object.place.number, "align", 0, 1U << 20U);
    result.slab_bytes = whole_of(scenario, values, object.place.slab_bytes, "bytes", 0, 1U << 24U);
    if (!power_or_zero(result.align) || !power_or_zero(result.slab_bytes))
        throw BadScenario(scenario.path, object.line, object.name, "alignments and slabs are powers of two; write 64 or 4096");
    if (result.kind == Placement::Kind::Slab && layout.align > 8) result.align = std::max(result.align, layout.align);
    if (result.slab_bytes > 0 && result.slab_bytes < page)
        throw BadScenario(scenario.path, object.line, object.name, "a slab is at least a page of 4096 bytes");
    if (result.slab_bytes > 0 && result.slab_bytes < layout::slab_stride(layout.size, result.align))
        throw BadScenario(scenario.path, object.line, object.name, "a slab of so few bytes holds no object; leave bytes out");
    result.numa = numa_of(object, whole_of(scenario, values, object.node, "home", 0, 4095));
    return result;
}

std::vector<Placement> placements_of(const Scenario& scenario) {
    std::vector<Placement> result;
    const Values values = default_values(scenario);
    for (const Side* side : {&scenario.before, &scenario.after})
        for (const Object& object : side->objects)
            result.push_back(placement_of(scenario, object, side->layouts.at(object.layout), values));
    return result;
}

std::uint64_t slab_bytes_of(const Placement& slab, std::uint64_t object_size) {
    return slab.slab_bytes > 0 ? slab.slab_bytes : layout::slab_bytes_default(object_size, slab.align);
}

Standing stand(const Scenario& scenario, const Object& object, const layout::Layout& layout, const Values& values, std::uint64_t count,
               unsigned region, std::uint64_t seed, unsigned line_bytes) {
    const Placement placement = placement_of(scenario, object, layout, values);
    const std::uint64_t luck = mix(mix(seed), object.name);
    const bool per_cpu = object.per == Object::Per::Cpu;
    const std::uint64_t taken = per_cpu ? 0 : places_taken(placement, layout.size, mix(luck, 1));
    const std::uint64_t unit = per_cpu ? round_up(layout::region_bytes(placement, layout.size, 1, line_bytes), per_cpu_unit) : 0;
    const std::uint64_t bytes = per_cpu ? unit * count : layout::region_bytes(placement, layout.size, count + taken, line_bytes);
    if (bytes > largest_region)
        throw BadScenario(scenario.path, object.line, object.name,
                          fmt::format("its objects take {} bytes; 512 GiB are enough for a simulation", bytes));

    const std::uint64_t granule = placement.kind == Placement::Kind::Slab ? slab_bytes_of(placement, layout.size) : page;
    const std::uint64_t step = std::max({granule, page, placement.align, layout.align});
    Standing result;
    result.begin = ((std::uint64_t{region} + 1) << region_shift) + round_up((luck >> 28U) * page % (largest_region / 2), step);
    result.end = result.begin + bytes;
    result.home = {object.home, placement.numa.node};
    if (per_cpu) {
        for (std::uint64_t i = 0; i < count; ++i)
            result.addresses.push_back(layout::addresses(placement, layout.size, 1, result.begin + i * unit, line_bytes)[0]);
        return result;
    }
    result.addresses = layout::addresses(placement, layout.size, count + taken, result.begin, line_bytes);
    result.addresses.erase(result.addresses.begin(), result.addresses.begin() + static_cast<std::ptrdiff_t>(taken));
    return result;
}

}  // namespace hitm::program
