// Each kind of edit, one function.
#include <fmt/format.h>

#include <algorithm>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/editor.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

std::uint64_t product(const std::vector<std::uint64_t>& dimensions) {
    std::uint64_t count = 1;
    for (std::uint64_t dimension : dimensions) count = std::min(count * dimension, largest_struct_bytes);
    return count;
}

// A type whose size is not known by name may stand elsewhere in the same struct.
const Member* twin(const std::vector<Member>& members, const std::string& type) {
    for (const Member& member : members) {
        if (!member.bits && member.elements != 0 && normal_type(member.type) == type) return &member;
        if (const Member* inside = twin(member.members, type)) return inside;
    }
    return nullptr;
}

bool looks_like_padding(const std::string& name, const std::string& type) {
    const std::string plain = normal_type(type);
    const bool bytes =
        plain == "u8" || plain == "char" || plain == "unsigned char" || plain == "uint8_t" || plain == "__u8" || plain == "std::byte";
    return bytes && name.find("pad") != std::string::npos;
}

}  // namespace

void Editor::apply(const Edit& edit) {
    switch (edit.kind) {
        case Edit::Kind::Move: return move(edit);
        case Edit::Kind::Insert: return insert(edit);
        case Edit::Kind::Remove: return remove(edit);
        case Edit::Kind::Pad: return pad(edit);
        case Edit::Kind::AlignField: return align_field(edit);
        case Edit::Kind::AlignStruct: return align_struct(edit);
        case Edit::Kind::Swap: return swap(edit);
        case Edit::Kind::Split: return split(edit);
        case Edit::Kind::Retype: return retype(edit);
        case Edit::Kind::Rename: return rename(edit);
    }
}

void Editor::move(const Edit& edit) {
    const Trail from = find(edit, edit.member);
    const auto beside = edit.anchor.empty() ? std::nullopt : locate(whole_, edit.anchor);
    if (!edit.anchor.empty() && !beside && edit.otherwise.empty()) (void)find(edit, edit.anchor);
    if (beside && starts_with(*beside, from)) fail(edit, fmt::format("'{}' cannot stand beside itself", edit.member));
    const std::string prefix = path_of(whole_, parent(from));
    Member member = take(edit, from);
    const std::vector<std::string> before = paths_below(member, prefix);
    const Slot slot = slot_of(edit);
    const std::vector<std::string> after = paths_below(member, path_of(whole_, slot.holder));
    if (!after.empty() && locate(whole_, after[0])) fail(edit, fmt::format("has a member '{}' already", after[0]));
    put(edit, slot, std::move(member));
    follow(before, after);
}

Member Editor::made_from(const Edit& edit) const {
    Member member;
    member.name = edit.member;
    member.type = edit.type;
    member.dimensions = edit.dimensions;
    member.elements = product(edit.dimensions);
    if (edit.type.starts_with("struct ") && !is_pointer(edit.type)) member.kind = Member::Kind::Struct;
    if (edit.type.starts_with("union ") && !is_pointer(edit.type)) member.kind = Member::Kind::Union;
    if (looks_like_padding(member.name, member.type)) member.kind = Member::Kind::Padding;
    const auto fact = known_type(edit.type);
    const Member* other = twin(whole_.members, normal_type(edit.type));
    std::uint64_t size = edit.size;
    std::uint64_t natural = fact && (size == 0 || size == fact->size) ? fact->align : 0;
    if (size == 0 && other) {
        size = other->element_size();
        natural = type_alignment(*other, member.alignment_inferred);
        member.members = other->members;
        member.type_align = other->type_align;
    } else if (size == 0 && fact) {
        size = fact->size;
    } else if (size == 0 && member.elements != 0) {
        fail(edit, fmt::format("the size of type '{}' of '{}' is not known; would be right: 'insert {} {} size BYTES …'", edit.type,
                               edit.member, edit.type, edit.member));
    }
    member.size = size * member.elements;
    if (member.size > largest_struct_bytes) fail(edit, fmt::format("'{}' is larger than 2 GiB", edit.member));
    if (natural == 0) natural = type_alignment(member, member.alignment_inferred);
    member.align = std::max(natural, edit.align);
    if (edit.align > natural) member.forced_align = edit.align;
    if (edit.bit_size) member.bits = BitField{0, *edit.bit_size};
    if (edit.bit_size && *edit.bit_size > size * 8) fail(edit, fmt::format("{} bits do not fit into '{}'", *edit.bit_size, edit.type));
    return member;
}

void Editor::insert(const Edit& edit) {
    refuse_taken_name(edit, edit.member);
    put(edit, slot_of(edit), made_from(edit));
}

void Editor::remove(const Edit& edit) {
    const Trail trail = find(edit, edit.member);
    if (trail.size() == 1 && whole_.members.size() == 1) fail(edit, "would be left without members");
    take(edit, trail);
}

std::string Editor::free_pad_name() const {
    std::string name = "padding";
    for (int i = 2; locate(whole_, name); ++i) name = fmt::format("padding{}", i);
    return name;
}

void Editor::pad(const Edit& edit) {
    Member member;
    member.name = free_pad_name();
    member.type = "u8";
    member.size = member.elements = edit.bytes;
    member.align = 1;
    member.dimensions = {edit.bytes};
    member.kind = Member::Kind::Padding;
    put(edit, slot_of(edit), std::move(member));
}

// An attribute raises an alignment and never lowers it below the type's.
void Editor::align_field(const Edit& edit) {
    const Trail trail = edit.climb ? [&] {
        Trail inner = find(edit, edit.member);
        if (*edit.climb >= inner.size()) fail(edit, fmt::format("'{}' does not stand so deep", edit.member));
        inner.resize(inner.size() - *edit.climb);
        return inner;
    }() : find(edit, edit.member);
    check_editable(edit, parent(trail));
    Member& member = at(whole_, trail);
    if (member.bits) fail(edit, fmt::format("'{}' is a bit-field and cannot be aligned", edit.member));
    const std::uint64_t natural = type_alignment(member, member.alignment_inferred);
    const bool packed = at(whole_, parent(trail)).packed;
    if (edit.bytes != 0 && edit.bytes <= natural && !packed)
        notes.push_back(fmt::format("aligning {} to {} changes nothing: its type asks for {}", edit.member, edit.bytes, natural));
    member.forced_align = edit.bytes > natural || packed ? edit.bytes : 0;
    member.align = std::max(packed ? 1 : natural, member.forced_align);
    if (member.align == member.forced_align) member.alignment_inferred = false;
    lay_out_from(parent(trail));
}

void Editor::align_struct(const Edit& edit) {
    const std::uint64_t natural = whole_.members.empty() ? type_alignment(whole_, whole_.alignment_inferred) : natural_alignment(whole_);
    if (edit.bytes != 0 && edit.bytes <= natural)
        notes.push_back(fmt::format("aligning struct {} to {} changes nothing: its members ask for {}", name_, edit.bytes, natural));
    whole_.type_align = edit.bytes > natural ? edit.bytes : 0;
    if (edit.bytes > natural) whole_.alignment_inferred = false;
    if (!whole_.members.empty()) return lay_out_from({});
    // The inside is not known: the size it had is its end.
    const std::uint64_t own = std::max(natural, whole_.type_align);
    whole_.size = round_up(whole_.element_size(), own) * whole_.elements;
    whole_.align = std::max(own, whole_.forced_align);
}

void Editor::swap(const Edit& edit) {
    const Trail one = find(edit, edit.member);
    const Trail two = find(edit, edit.anchor);
    if (starts_with(one, two) || starts_with(two, one)) fail(edit, "a member cannot change places with itself or what holds it");
    for (const Trail& trail : {one, two}) {
        check_editable(edit, parent(trail));
        const Member& member = at(whole_, trail);
        if (member.base || member.name.starts_with("_vptr")) fail(edit, "a base class and the pointer to virtual functions stay in front");
        if (member.elements == 0) fail(edit, fmt::format("'{}' is an array without a length and stays where it is", member.name));
    }
    const auto before_one = paths_below(at(whole_, one), path_of(whole_, parent(one)));
    const auto before_two = paths_below(at(whole_, two), path_of(whole_, parent(two)));
    std::swap(at(whole_, one), at(whole_, two));
    lay_out_from(parent(one));
    lay_out_from(parent(two));
    const auto after_one = paths_below(at(whole_, two), path_of(whole_, parent(two)));
    const auto after_two = paths_below(at(whole_, one), path_of(whole_, parent(one)));
    follow(before_one, after_one);
    follow(before_two, after_two);
}

void Editor::split(const Edit& edit) {
    if (second) fail(edit, "is split already; one split an edit list");
    if (whole_.kind == Member::Kind::Union) fail(edit, "a union cannot be split");
    const std::size_t keep = find(edit, edit.anchor)[0] + 1;
    if (keep == whole_.members.size()) fail(edit, fmt::format("nothing stands after '{}'", edit.anchor));
    const auto first_moved = whole_.members.begin() + static_cast<std::ptrdiff_t>(keep);
    second = Member{};
    second->kind = Member::Kind::Struct;
    second->type = second->name = second_name = edit.into;
    second->packed = whole_.packed;
    for (auto it = first_moved; it != whole_.members.end(); ++it) {
        follow(paths_below(*it, ""), paths_below(*it, edit.into));
        second->members.push_back(*it);
    }
    whole_.members.erase(first_moved, whole_.members.end());
    if (edit.with_pointer) {
        Member pointer;
        pointer.name = edit.into;
        pointer.type = fmt::format("struct {} *", edit.into);
        pointer.size = pointer.align = 8;
        whole_.members.push_back(pointer);
    }
    lay_out(*second);
    lay_out_from({});
}

void Editor::retype(const Edit& edit) {
    const Trail trail = find(edit, edit.member);
    check_editable(edit, parent(trail));
    Member made = made_from(edit);
    Member& member = at(whole_, trail);
    made.name = member.name;
    if (at(whole_, parent(trail)).packed) made.align = std::max<std::uint64_t>(made.forced_align, 1);
    member = std::move(made);
    lay_out_from(parent(trail));
}

void Editor::rename(const Edit& edit) {
    const Trail trail = find(edit, edit.member);
    check_editable(edit, parent(trail));
    const std::string prefix = path_of(whole_, parent(trail));
    const auto before = paths_below(at(whole_, trail), prefix);
    at(whole_, trail).name = edit.into;
    follow(before, paths_below(at(whole_, trail), prefix));
}

}  // namespace hitm::layout
