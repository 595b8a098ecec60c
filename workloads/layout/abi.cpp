// Placing members by the C ABI's rules.
#include "workloads/layout/abi.hpp"

#include <algorithm>

#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

std::uint64_t at_least_one(std::uint64_t align) { return align == 0 ? 1 : align; }

// Bits of a bit-field stand in one storage unit of its type unless the struct is packed; ":0" closes the unit
// (System V x86-64 psABI 3.1.2 "Bit-fields").
std::uint64_t place_bits(Member& member, std::uint64_t bit, bool packed) {
    const std::uint64_t unit = member.size * 8;
    if (unit == 0) return bit;
    const std::uint64_t width = member.bits->bit_size;
    if (width == 0) return round_up(bit, unit);
    if (!packed && bit / unit != (bit + width - 1) / unit) bit = round_up(bit, at_least_one(member.align) * 8);
    member.offset = bit / unit * member.size;
    if (packed && bit % unit + width > unit) member.offset = bit / 8;
    member.bits->bit_offset = bit - member.offset * 8;
    return bit + width;
}

// An empty base or no_unique_address member takes no room of its own.
bool takes_no_room(const Member& member) { return member.tail_free != 0 && member.tail_free == member.size; }

std::uint64_t place(Member& member, std::uint64_t bit, bool packed) {
    if (member.bits) return place_bits(member, bit, packed);
    if (takes_no_room(member)) return member.offset = 0, bit;
    member.offset = round_up((bit + 7) / 8, at_least_one(member.align));
    return (member.offset + member.size - member.tail_free) * 8;
}

std::uint64_t end_of(const Member& member) {
    if (member.bits) return member.offset + (member.bits->bit_offset + member.bits->bit_size + 7) / 8;
    return member.offset + member.size;
}

void lay_out_struct(Member& whole, std::uint64_t& end) {
    std::uint64_t bit = 0;
    for (Member& member : whole.members) {
        bit = place(member, bit, whole.packed);
        end = std::max({end, (bit + 7) / 8, member.base ? end_of(member) : 0});
    }
}

}  // namespace

Member as_member(const Layout& layout) {
    Member whole;
    whole.name = layout.name;
    whole.type = layout.name;
    whole.kind = layout.is_union ? Member::Kind::Union : Member::Kind::Struct;
    whole.size = layout.size;
    whole.align = layout.align;
    whole.type_align = layout.forced_align;
    whole.packed = layout.packed;
    whole.alignment_inferred = layout.alignment_inferred;
    whole.members = layout.members;
    return whole;
}

void put_back(Layout& layout, Member&& whole) {
    layout.size = whole.size;
    layout.align = whole.align;
    layout.forced_align = whole.type_align;
    layout.packed = whole.packed;
    layout.alignment_inferred = whole.alignment_inferred;
    layout.members = std::move(whole.members);
}

std::uint64_t natural_alignment(const Member& whole) {
    std::uint64_t align = 1;
    for (const Member& member : whole.members)
        if (!(member.bits && member.name.empty())) align = std::max(align, at_least_one(member.align));
    return align;
}

void lay_out(Member& whole) {
    std::uint64_t end = 0;
    if (whole.kind == Member::Kind::Union) {
        for (Member& member : whole.members) {
            place(member, 0, whole.packed);
            end = std::max(end, end_of(member));
        }
    } else {
        lay_out_struct(whole, end);
    }
    const std::uint64_t own = std::max({natural_alignment(whole), whole.type_align, std::uint64_t{1}});
    whole.align = std::max(own, whole.forced_align);
    whole.size = round_up(end, own) * whole.elements;
}

std::optional<std::string> first_difference(const Member& stored, const Member& recomputed) {
    for (std::size_t i = 0; i < stored.members.size() && i < recomputed.members.size(); ++i) {
        const Member& a = stored.members[i];
        const Member& b = recomputed.members[i];
        auto bits = [](const Member& m) { return m.offset * 8 + (m.bits ? m.bits->bit_offset : 0); };
        if (bits(a) == bits(b)) continue;
        auto text = [&](const Member& m) { return std::to_string(bits(m) / 8) + (m.bits ? " bit " + std::to_string(bits(m) % 8) : ""); };
        return (a.name.empty() ? a.type : a.name) + ": " + text(b) + " by the rules, " + text(a) + " in the layout";
    }
    if (stored.size == recomputed.size) return std::nullopt;
    return "size: " + std::to_string(recomputed.size) + " by the rules, " + std::to_string(stored.size) + " in the layout";
}

}  // namespace hitm::layout
