// The C ABI's rules for placing members (x86-64: gcc, clang), and what a finished layout tells of its alignments.
#pragma once

#include <optional>
#include <string>

#include "workloads/layout/layout.hpp"

namespace hitm::layout {

// A layout as the member it would be, and back: the rules work on both alike.
Member as_member(const Layout& layout);
void put_back(Layout& layout, Member&& whole);

// Places the direct members of a struct or union anew and sets its size, from their order, sizes and alignments. The insides
// of its members are left alone. Alignments must be known (infer_alignments).
void lay_out(Member& whole);

// What may be used as evidence of an alignment beside the type itself. Types: a struct's size proves its own alignment, and
// members off their alignment prove it packed. Holes: a hole in front of a member proves that member's alignment.
enum class Evidence { Types, Holes };

// Fills in alignments that are 0, of all members and of the whole, from the inside out.
void infer_alignments(Member& whole, Evidence evidence);

// The whole's members' alignment without what was asked for on it.
std::uint64_t natural_alignment(const Member& whole);

// The alignment a member's type asks for, whatever is asked for on the member. `inferred` is set when the type is not known
// and its size and offset had to tell.
std::uint64_t type_alignment(const Member& member, bool& inferred);

// "f_op: 16 by the rules, 24 in the layout"; none when the rules give the layout.
std::optional<std::string> first_difference(const Member& stored, const Member& recomputed);

// Makes the layout explain itself: gaps that no alignment explains become padding members, so that lay_out() gives back
// what is stored. False when even that fails (overlapping members).
bool pin_gaps(Member& whole);

}  // namespace hitm::layout
