// Placement in numbers: the published ext4 case, SLUB's and malloc's arithmetic, nodes.
#include "workloads/layout/placement.hpp"

#include <gmock/gmock.h>

namespace hitm::layout {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint64_t> of_line(std::vector<std::uint64_t> addresses) {
    for (std::uint64_t& address : addresses) address %= 64;
    return addresses;
}

TEST(Placement, of_ext4_inodes_without_alignment_starts_at_0_48_32_16_of_a_line) {
    const Placement unaligned{.kind = Placement::Kind::Slab, .slab_bytes = 32768};
    EXPECT_THAT(of_line(addresses(unaligned, 1072, 5, 1 << 20)), ElementsAre(0, 48, 32, 16, 0));
    const Placement aligned{.kind = Placement::Kind::Slab, .align = 64, .slab_bytes = 32768};
    EXPECT_THAT(of_line(addresses(aligned, 1072, 5, 1 << 20)), ElementsAre(0, 0, 0, 0, 0));
    EXPECT_EQ(slab_stride(1072, 64), 1088U);
    EXPECT_EQ(slab_stride(1072, 0), 1072U);
}

TEST(Placement, of_struct_file_has_22_and_21_objects_in_a_page) {
    EXPECT_EQ(objects_per_slab(184, 0), 22U);
    EXPECT_EQ(objects_per_slab(192, 0), 21U);
}

TEST(Placement, of_a_slab_starts_anew_in_the_next) {
    const Placement slab{.kind = Placement::Kind::Slab};
    const auto all = addresses(slab, 1500, 5, 0);
    EXPECT_THAT(all, ElementsAre(0, 1504, 4096, 5600, 8192));
    EXPECT_EQ(region_bytes(slab, 1500, 5), 8192U + 1500U);
    EXPECT_EQ(slab_bytes_default(5000, 0), 8192U);
}

// From memory of /proc/slabinfo on ordinary machines: kmalloc-64 has 64 objects in a page; an inode of some 1080 bytes goes into
// eight pages, 30 of them.
TEST(Placement, takes_the_pages_slub_takes) {
    EXPECT_EQ(slab_bytes_of_slub(64, 64, 2), 4096U);
    EXPECT_EQ(slab_bytes_of_slub(1072, 0, 16), 32768U);
    EXPECT_EQ(objects_per_slab(1072, 0, 32768), 30U);
    EXPECT_EQ(slab_bytes_of_slub(8192, 0, 16), 32768U);
    EXPECT_EQ(slab_bytes_of_slub(40000, 0, 16), 65536U);
}

TEST(Placement, gives_small_objects_a_part_of_a_line_under_hwcache_align) {
    EXPECT_EQ(hwcache_alignment(1072), 64U);
    EXPECT_EQ(hwcache_alignment(33), 64U);
    EXPECT_EQ(hwcache_alignment(32), 32U);
    EXPECT_EQ(hwcache_alignment(3), 8U);
}

TEST(Placement, of_arrays_heaps_and_bases) {
    EXPECT_THAT(addresses({.kind = Placement::Kind::Array}, 24, 3, 4096), ElementsAre(4096, 4120, 4144));
    EXPECT_THAT(addresses({.kind = Placement::Kind::Heap}, 24, 3, 0), ElementsAre(16, 48, 80));
    EXPECT_THAT(addresses({.kind = Placement::Kind::Heap}, 40, 2, 0), ElementsAre(16, 64));
    EXPECT_THAT(addresses({.kind = Placement::Kind::Heap, .align = 64}, 40, 2, 0), ElementsAre(64, 128));
    EXPECT_THAT(addresses({.kind = Placement::Kind::Base, .offset = 56}, 16, 2, 0), ElementsAre(56, 184));
    EXPECT_THAT(of_line(addresses({.kind = Placement::Kind::Base, .offset = 24}, 184, 3, 0)), ElementsAre(24, 24, 24));
}

TEST(Placement, never_lets_two_objects_overlap) {
    for (auto kind : {Placement::Kind::Base, Placement::Kind::Slab, Placement::Kind::Array, Placement::Kind::Heap})
        for (std::uint64_t size : {1U, 8U, 63U, 64U, 65U, 184U, 1072U, 5000U})
            for (std::uint64_t align : {0U, 64U, 128U}) {
                const auto all = addresses({.kind = kind, .offset = 0, .align = align}, size, 100, 0);
                for (std::size_t i = 1; i < all.size(); ++i) EXPECT_GE(all[i], all[i - 1] + size);
                if (align && kind != Placement::Kind::Array && kind != Placement::Kind::Base) {
                    for (std::uint64_t address : addresses({.kind = kind, .align = align, .slab_bytes = 0}, size, 20, 0))
                        EXPECT_EQ(kind == Placement::Kind::Slab ? address % 4096 % slab_stride(size, align) % align : address % align, 0U);
                }
            }
}

TEST(Placement, knows_the_node_of_an_address) {
    EXPECT_EQ(node_of({.policy = Numa::Policy::Interleave}, 4096 * 5, 2), 1U);
    EXPECT_EQ(node_of({.policy = Numa::Policy::Fixed, .node = 1}, 0, 2), 1U);
    EXPECT_EQ(node_of({}, 0, 2), std::nullopt);
    EXPECT_EQ(node_of({}, 0, 1), 0U);
    EXPECT_THROW((void)node_of({.policy = Numa::Policy::Fixed, .node = 2}, 0, 2), BadLayout);
}

TEST(Placement, says_what_is_wrong) {
    EXPECT_THROW((void)addresses({.kind = Placement::Kind::Slab, .align = 48}, 64, 1, 0), BadLayout);
    EXPECT_THROW((void)addresses({.kind = Placement::Kind::Slab, .slab_bytes = 4096}, 5000, 1, 0), BadLayout);
    EXPECT_THROW((void)addresses({}, 0, 1, 0), BadLayout);
}

TEST(Placement, describes_itself) {
    EXPECT_EQ(describe({.kind = Placement::Kind::Slab, .align = 64}, 184),
              "slab, aligned to 64, 192 bytes apart, 21 objects per slab of 4096 bytes");
    EXPECT_THAT(describe({.kind = Placement::Kind::Base, .offset = 48}, 184), HasSubstr("48 bytes behind the start of a line"));
}

}  // namespace
}  // namespace hitm::layout
