// Where objects stand: base offset, slab, array, heap, and which NUMA node their memory belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/layout/patch.hpp"

namespace hitm::layout {

// FirstTouch: the node of the thread that touches the page first. Interleave: pages in turn. Fixed: all on `node`.
struct Numa {
    enum class Policy { FirstTouch, Interleave, Fixed };
    Policy policy = Policy::FirstTouch;
    unsigned node = 0;
    std::uint64_t granule_bytes = 4096;
};

// Base: each object on lines of its own, `offset` bytes behind a line's start. Slab: as the kernel's SLUB packs them.
// Array: one behind the other. Heap: as glibc's malloc, or aligned_alloc with `align`, hands them out in a row.
struct Placement {
    enum class Kind { Base, Slab, Array, Heap };
    Kind kind = Kind::Base;
    std::uint64_t offset = 0;      // Base: bytes behind a line's start
    std::uint64_t align = 0;       // Slab, Heap: 0: none asked
    std::uint64_t slab_bytes = 0;  // Slab: 0: slab_bytes_default()
    Numa numa{};
};

// Bytes from one object of a slab to the next: the size rounded up to the alignment, at least to a pointer's 8 bytes
// (Linux mm/slub.c calculate_sizes(), without debugging and without a free pointer behind the object).
std::uint64_t slab_stride(std::uint64_t object_size, std::uint64_t align);

// The alignment SLUB gives for SLAB_HWCACHE_ALIGN: a line, halved as long as two objects fit into the half
// (Linux mm/slab_common.c calculate_alignment()).
std::uint64_t hwcache_alignment(std::uint64_t object_size, std::uint64_t line_bytes = 64);
std::uint64_t slab_alignment(std::uint64_t object_size, const PlacementEdit& edit, std::uint64_t line_bytes = 64);

// Objects in a slab of so many bytes; 0 bytes: slab_bytes_default().
std::uint64_t objects_per_slab(std::uint64_t object_size, std::uint64_t align, std::uint64_t slab_bytes = 0);

// One page of 4096 bytes, or the fewest pages (a power of two) that hold one object: a count that depends on the object alone.
std::uint64_t slab_bytes_default(std::uint64_t object_size, std::uint64_t align);

// What SLUB chooses on a machine with so many CPUs (Linux 6.8 mm/slub.c calculate_order(), slub_max_order 3).
std::uint64_t slab_bytes_of_slub(std::uint64_t object_size, std::uint64_t align, unsigned cpus);

// Addresses of objects 0 … count-1. `region` is the address of the first byte that may be used, a multiple of 4096.
std::vector<std::uint64_t> addresses(const Placement& placement, std::uint64_t object_size, std::uint64_t count, std::uint64_t region,
                                     std::uint64_t line_bytes = 64);

// Bytes from `region` that so many objects take.
std::uint64_t region_bytes(const Placement& placement, std::uint64_t object_size, std::uint64_t count, std::uint64_t line_bytes = 64);

// The node of an address; none: the first thread to touch the page decides.
std::optional<unsigned> node_of(const Numa& numa, std::uint64_t address, unsigned nodes);

// "slab, aligned to 64, 21 objects per slab of 4096 bytes": printed with every prediction.
std::string describe(const Placement& placement, std::uint64_t object_size);

}  // namespace hitm::layout
