// What a finished layout tells of alignments that were not stored.
#include <algorithm>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

constexpr std::uint64_t largest_alignment = 65536;

std::uint64_t bit_of(const Member& member) { return member.offset * 8 + (member.bits ? member.bits->bit_offset : 0); }
std::uint64_t bit_end(const Member& member) {
    return member.bits ? bit_of(member) + member.bits->bit_size : (member.offset + member.size - member.tail_free) * 8;
}

// The largest power of two up to `most` that divides all of it.
std::uint64_t dividing(std::uint64_t value, std::uint64_t most) {
    while (most > 1 && value % most != 0) most /= 2;
    return most;
}

bool off_its_alignment(const Member& member, std::uint64_t align) {
    if (!member.bits) return member.offset % align != 0;
    const std::uint64_t unit = member.size * 8;
    return unit != 0 && member.bits->bit_offset + member.bits->bit_size > unit;
}

// An aggregate whose members are off the alignment of types that are known for sure, or whose size is no multiple of it.
bool proven_packed(const Member& whole) {
    std::uint64_t largest = 1;
    for (const Member& member : whole.members) {
        if (member.alignment_inferred) continue;
        if (off_its_alignment(member, member.align)) return true;
        if (!(member.bits && member.name.empty())) largest = std::max(largest, member.align);
    }
    return whole.element_size() % largest != 0;
}

void pack(Member& whole) {
    whole.packed = true;
    for (Member& member : whole.members) {
        member.align = std::max<std::uint64_t>(member.forced_align, 1);
        member.alignment_inferred = false;
    }
}

// Raises a member's alignment to the smallest that explains the hole in front of it.
void raise_to_hole(Member& member, std::uint64_t end) {
    if (member.bits || member.offset <= round_up(end, member.align)) return;
    for (std::uint64_t align = member.align * 2; align <= largest_alignment; align *= 2) {
        if (round_up(end, align) != member.offset) continue;
        member.align = align;
        member.forced_align = std::max(member.forced_align, align);
        member.alignment_inferred = true;
        return;
    }
}

void read_holes(Member& whole) {
    if (whole.kind == Member::Kind::Union) return;
    std::uint64_t bit = 0;
    for (Member& member : whole.members) {
        raise_to_hole(member, (bit + 7) / 8);
        bit = std::max(bit, bit_end(member));
    }
}

std::uint64_t end_of_members(const Member& whole) {
    std::uint64_t bit = 0;
    for (const Member& member : whole.members)
        bit = std::max(bit, member.base || whole.kind == Member::Kind::Union
                                ? std::max(bit_end(member), (member.offset + member.size) * 8 * !member.bits)
                                : bit_end(member));
    return (bit + 7) / 8;
}

// The smallest alignment above `least` that rounds `end` up to `size`; `least` when there is none.
std::uint64_t proven_by_size(std::uint64_t end, std::uint64_t size, std::uint64_t least) {
    if (round_up(end, least) >= size) return least;
    for (std::uint64_t raised = least * 2; raised <= largest_alignment; raised *= 2)
        if (round_up(end, raised) == size) return raised;
    return least;
}

// Does the largest alignment rest on inferred members alone?
bool natural_inferred(const Member& whole, std::uint64_t natural) {
    bool inferred = false;
    for (const Member& member : whole.members) {
        if (member.align != natural) continue;
        if (!member.alignment_inferred) return false;
        inferred = true;
    }
    return inferred;
}

// The alignment of the whole: its members', or what its size proves.
void infer_whole(Member& whole) {
    const std::uint64_t natural = natural_alignment(whole);
    const std::uint64_t least = std::max(natural, whole.type_align);
    const std::uint64_t align = whole.members.empty() ? least : proven_by_size(end_of_members(whole), whole.element_size(), least);
    if (align > least) whole.type_align = align;
    whole.alignment_inferred = align > least || (align == natural && natural_inferred(whole, natural));
    whole.align = std::max(align, whole.forced_align);
}

// A C++ base, or a no_unique_address member, whose tail the next member uses; an empty one takes no room at all.
void free_tails(Member& whole) {
    if (whole.kind == Member::Kind::Union) return;
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < whole.members.size(); ++i) {
        Member& member = whole.members[i];
        const bool empty = member.aggregate() && member.members.empty() && member.size == 1 && member.elements == 1;
        if (empty && (member.base || member.offset < end)) member.tail_free = 1;
        if (member.aggregate() && !member.bits && member.tail_free == 0 && i + 1 < whole.members.size()) {
            const std::uint64_t next = bit_of(whole.members[i + 1]) / 8;
            if (next >= member.offset && next < member.offset + member.size) member.tail_free = member.offset + member.size - next;
        }
        end = std::max(end, (bit_end(member) + 7) / 8);
    }
}

void infer_member(Member& member, Evidence evidence) {
    if (member.align != 0) {
        member.align = std::max(member.align, member.forced_align);
        return;
    }
    if (member.aggregate() && !member.members.empty()) {
        infer_alignments(member, evidence);
        return;
    }
    bool inferred = false;
    member.align = std::max(type_alignment(member, inferred), member.forced_align);
    member.alignment_inferred = inferred && member.align != member.forced_align;
}

// Of a type whose inside is not known: by its name, else the largest that its size and offset allow.
std::uint64_t opaque_alignment(const Member& member, bool& inferred) {
    const std::uint64_t size = member.element_size();
    const auto fact = known_type(member.type);
    if (fact && (fact->size == size || member.elements == 0)) return fact->align;
    if (member.type.starts_with("enum ") && is_power_of_two(size) && size <= 8) return size;
    inferred = true;
    if (member.elements == 0) return 1;
    return dividing(member.offset, dividing(size, 8));
}

}  // namespace

std::uint64_t type_alignment(const Member& member, bool& inferred) {
    if (member.aggregate() && !member.members.empty()) {
        inferred = member.alignment_inferred;
        return std::max(natural_alignment(member), member.type_align);
    }
    return std::max(opaque_alignment(member, inferred), member.type_align);
}

void infer_alignments(Member& whole, Evidence evidence) {
    for (Member& member : whole.members) infer_member(member, evidence);
    free_tails(whole);
    // A flexible array's own alignment matters only for the hole in front of it.
    if (proven_packed(whole)) pack(whole);
    else if (evidence == Evidence::Holes) read_holes(whole);
    infer_whole(whole);
}

bool pin_gaps(Member& whole) {
    if (whole.members.empty()) return true;  // its inside is not known
    for (std::size_t tries = whole.members.size() + 2; tries > 0; --tries) {
        Member again = whole;
        lay_out(again);
        std::size_t at = 0;
        while (at < whole.members.size() && bit_of(again.members[at]) == bit_of(whole.members[at])) ++at;
        const bool tail = at == whole.members.size();
        if (tail && again.size == whole.size) return true;
        const std::uint64_t want = tail ? whole.element_size() * 8 : bit_of(whole.members[at]);
        const std::uint64_t from = at == 0 ? 0 : bit_end(again.members[at - 1]);
        if (want <= from || whole.kind == Member::Kind::Union) return false;
        Member gap{.type = "char", .kind = Member::Kind::Padding};
        gap.align = 1;
        const bool bits = !tail && whole.members[at].bits && (want - from < 8 || want % 8 != 0);
        if (bits) {
            gap.size = whole.members[at].size;
            gap.type = whole.members[at].type;
            gap.bits = BitField{0, std::min(want - from, gap.size * 8)};
        } else {
            gap.size = want / 8 - (from + 7) / 8;
            gap.elements = gap.size;
            gap.dimensions = {gap.size};
        }
        gap.offset = from / 8;
        whole.members.insert(whole.members.begin() + static_cast<std::ptrdiff_t>(at), gap);
    }
    return false;
}

}  // namespace hitm::layout
