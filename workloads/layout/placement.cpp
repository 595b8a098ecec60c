// Slabs, arrays, heaps and nodes in numbers.
#include "workloads/layout/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t pointer_bytes = 8;

// The smallest order whose 2^order pages hold so many bytes (Linux get_order()).
unsigned order_of(std::uint64_t bytes) {
    unsigned order = 0;
    while ((page_bytes << order) < bytes) ++order;
    return order;
}

void check(const Placement& placement, std::uint64_t object_size) {
    if (object_size == 0 || object_size > largest_struct_bytes)
        throw BadLayout("placement", 0, fmt::format("an object of {} bytes cannot be placed", object_size));
    if (placement.align != 0 && (!is_power_of_two(placement.align) || placement.align > 65536))
        throw BadLayout("placement", 0, fmt::format("align: {} is no power of two up to 65536", placement.align));
    const std::uint64_t slab = placement.slab_bytes;
    if (placement.kind == Placement::Kind::Slab && slab != 0 &&
        (slab % page_bytes != 0 || slab < slab_stride(object_size, placement.align)))
        throw BadLayout(
            "placement", 0,
            fmt::format("slab bytes: {} are no pages of 4096 that hold an object of {}", slab, slab_stride(object_size, placement.align)));
}

// glibc 2.36 malloc: a chunk is the size and a header of 8 bytes, rounded up to 16, at least 32; the object starts 16 bytes in.
std::uint64_t heap_chunk(std::uint64_t object_size) { return std::max<std::uint64_t>(32, round_up(object_size + 8, 16)); }

std::uint64_t heap_stride(const Placement& placement, std::uint64_t object_size) {
    return round_up(heap_chunk(object_size), std::max<std::uint64_t>(16, placement.align));
}

std::uint64_t address_of(const Placement& placement, std::uint64_t object_size, std::uint64_t index, std::uint64_t line_bytes) {
    switch (placement.kind) {
        case Placement::Kind::Base: return placement.offset + index * round_up(placement.offset % line_bytes + object_size, line_bytes);
        case Placement::Kind::Array: return placement.offset + index * object_size;
        case Placement::Kind::Heap: return std::max<std::uint64_t>(16, placement.align) + index * heap_stride(placement, object_size);
        case Placement::Kind::Slab: break;
    }
    const std::uint64_t slab = placement.slab_bytes != 0 ? placement.slab_bytes : slab_bytes_default(object_size, placement.align);
    const std::uint64_t per_slab = objects_per_slab(object_size, placement.align, slab);
    return index / per_slab * slab + index % per_slab * slab_stride(object_size, placement.align);
}

}  // namespace

std::uint64_t slab_stride(std::uint64_t object_size, std::uint64_t align) { return round_up(object_size, std::max(align, pointer_bytes)); }

std::uint64_t hwcache_alignment(std::uint64_t object_size, std::uint64_t line_bytes) {
    std::uint64_t align = line_bytes;
    while (align > 1 && object_size <= align / 2) align /= 2;
    return round_up(align, pointer_bytes);
}

std::uint64_t slab_alignment(std::uint64_t object_size, const PlacementEdit& edit, std::uint64_t line_bytes) {
    return edit.hwcache ? hwcache_alignment(object_size, line_bytes) : edit.align;
}

std::uint64_t slab_bytes_default(std::uint64_t object_size, std::uint64_t align) {
    return page_bytes << order_of(std::max<std::uint64_t>(1, slab_stride(object_size, align)));
}

std::uint64_t objects_per_slab(std::uint64_t object_size, std::uint64_t align, std::uint64_t slab_bytes) {
    if (slab_bytes == 0) slab_bytes = slab_bytes_default(object_size, align);
    return slab_bytes / std::max<std::uint64_t>(1, slab_stride(object_size, align));
}

std::uint64_t slab_bytes_of_slub(std::uint64_t object_size, std::uint64_t align, unsigned cpus) {
    constexpr unsigned largest_order = 3;          // PAGE_ALLOC_COSTLY_ORDER
    constexpr std::uint64_t most_objects = 32767;  // MAX_OBJS_PER_PAGE
    const std::uint64_t size = std::max<std::uint64_t>(1, slab_stride(object_size, align));
    const std::uint64_t wanted = 4U * (static_cast<std::uint64_t>(std::bit_width(cpus)) + 1);
    const std::uint64_t objects = std::min(wanted, std::max<std::uint64_t>(1, (page_bytes << largest_order) / size));
    const unsigned least = order_of(objects * size);
    if ((page_bytes << least) / size > most_objects) return page_bytes << (order_of(size * most_objects) - 1);
    for (std::uint64_t fraction = 16; fraction > 1; fraction /= 2)
        for (unsigned order = least; order <= largest_order; ++order)
            if ((page_bytes << order) % size <= (page_bytes << order) / fraction) return page_bytes << order;
    return page_bytes << order_of(size);
}

std::vector<std::uint64_t> addresses(const Placement& placement, std::uint64_t object_size, std::uint64_t count, std::uint64_t region,
                                     std::uint64_t line_bytes) {
    check(placement, object_size);
    std::vector<std::uint64_t> all;
    all.reserve(count);
    for (std::uint64_t index = 0; index < count; ++index) all.push_back(region + address_of(placement, object_size, index, line_bytes));
    return all;
}

std::uint64_t region_bytes(const Placement& placement, std::uint64_t object_size, std::uint64_t count, std::uint64_t line_bytes) {
    check(placement, object_size);
    return count == 0 ? 0 : address_of(placement, object_size, count - 1, line_bytes) + object_size;
}

std::optional<unsigned> node_of(const Numa& numa, std::uint64_t address, unsigned nodes) {
    if (nodes <= 1) return 0;
    switch (numa.policy) {
        case Numa::Policy::FirstTouch: return std::nullopt;
        case Numa::Policy::Interleave: return static_cast<unsigned>(address / std::max<std::uint64_t>(1, numa.granule_bytes) % nodes);
        case Numa::Policy::Fixed: break;
    }
    if (numa.node >= nodes)
        throw BadLayout("placement", 0, fmt::format("home: node {} does not exist; the machine has nodes 0 to {}", numa.node, nodes - 1));
    return numa.node;
}

std::string describe(const Placement& placement, std::uint64_t object_size) {
    switch (placement.kind) {
        case Placement::Kind::Base: return fmt::format("each {} bytes behind the start of a line", placement.offset);
        case Placement::Kind::Array: return fmt::format("array, {} bytes apart", object_size);
        case Placement::Kind::Heap:
            return fmt::format("heap, aligned to {}, {} bytes apart", std::max<std::uint64_t>(16, placement.align),
                               heap_stride(placement, object_size));
        case Placement::Kind::Slab: break;
    }
    const std::uint64_t slab = placement.slab_bytes != 0 ? placement.slab_bytes : slab_bytes_default(object_size, placement.align);
    const std::string aligned = placement.align == 0 ? "not aligned" : fmt::format("aligned to {}", placement.align);
    return fmt::format("slab, {}, {} bytes apart, {} objects per slab of {} bytes", aligned, slab_stride(object_size, placement.align),
                       objects_per_slab(object_size, placement.align, slab), slab);
}

}  // namespace hitm::layout
