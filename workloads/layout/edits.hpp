// Edits of a layout by the C ABI's rules: move, insert, remove, pad, align, swap, split; as text and as values.
#pragma once

#include <map>

#include "workloads/layout/layout.hpp"

namespace hitm::layout {

struct Edit {
    enum class Kind { Move, Insert, Remove, Pad, AlignField, AlignStruct, Swap, Split, Retype, Rename };
    enum class Where { After, Before, Start, End };

    Kind kind = Kind::Move;
    std::string member{};             // what is edited; the new member's name for Insert; empty for AlignStruct
    Where where = Where::End;         // Move, Insert, Pad
    std::string anchor{};             // the neighbour; the second member of Swap; the last member that stays of Split
    std::optional<unsigned> climb{};  // how many levels above the anchor; none: the outermost member that holds it
    // Further anchors to stand behind where the layout lacks the first (members inside #if), each with its climb.
    std::vector<std::pair<std::string, unsigned>> otherwise{};
    bool conditional = false;  // the member stands inside #if: it may be missing
    std::uint64_t bytes = 0;   // Pad: how many; Align…: to what, 0: only what the type asks
    std::string type{};        // Insert, Retype
    std::uint64_t size = 0;    // Insert, Retype: of one element; 0: as the type is known
    std::uint64_t align = 0;   // Insert, Retype: 0: as the type is known
    std::vector<std::uint64_t> dimensions{};
    std::optional<std::uint64_t> bit_size{};
    std::string into{};         // Split: the new struct; Rename: the new name
    bool with_pointer = false;  // Split: the first half ends in a pointer to the second
    std::string file{};
    int line = 0;
    std::string text{};  // as written, for errors
};

// One edit a string:
//   move f_ref to end | move f_ref to start | move f_ref after f_freeptr [inside] | move f_ref before f_op [inside]
//   insert u64 name[4] [size 8] [align 8] after f_op [inside] | remove f_pos | swap f_op f_pos
//   pad 8 after f_cred | pad 8 before f_cred | pad 8 at end
//   align f_ref 64 | align f_ref natural | align struct 64 | align struct natural
//   split after f_op into file_cold [with pointer]
// `line` is that of the first string, the rest count on. Throws BadLayout.
std::vector<Edit> parse_edits(std::span<const std::string> text, std::string_view file, int line = 1);

struct Edited {
    Layout layout{};
    std::optional<Layout> second{};  // of a split
    // Path before → path after, for members whose path changed. A member of `second` is "NAME.path" with NAME its struct.
    std::map<std::string, std::string> renamed{};
    std::vector<std::string> notes{};  // what the result rests on that was inferred, not known
};

// Call it as layout::apply: std::apply is found as well for std types.
// Throws BadLayout: unknown member, impossible edit, or a layout whose order the compiler chooses.
Edited apply(const Layout& before, std::span<const Edit> edits);

}  // namespace hitm::layout
