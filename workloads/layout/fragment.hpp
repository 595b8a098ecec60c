// One side of a hunk as a tree of declarations: what it shows of structs, though it may begin and end inside of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "workloads/layout/declaration.hpp"

namespace hitm::layout {

struct Node {
    enum class Kind { Member, Aggregate, Unknown };
    Kind kind = Kind::Member;
    Declaration declaration{};  // of an aggregate: its closing
    std::string tag{};          // of an aggregate: "" for an unnamed type
    bool is_union = false;
    bool opened = true;  // its '{' is in the hunk
    bool closed = true;  // its '}' is in the hunk
    bool changed = false;
    bool conditional = false;  // inside #if … #endif
    bool follows = false;      // nothing that was not understood, and no #if, stands between the one before and it
    std::vector<Node> children{};
    std::string text{};
    int line = 0;
    int last_line = 0;
};

struct Scope {
    std::string name{};  // of the struct; "" when the hunk does not say
    bool is_union = false;
    bool opened = false;
    bool closed = false;
    std::uint64_t align = 0;     // asked for on the struct, by what the hunk shows
    bool align_changed = false;  // a changed line carries the head or the end
    bool packed = false;
    bool end_follows = false;  // the struct closes directly behind its last node
    std::vector<Node> nodes{};
    int line = 0;
};

struct Fragment {
    std::vector<Scope> scopes;
    std::vector<Node> outside;  // changed statements outside of structs
    bool ends_inside = false;   // of the last scope
    bool only_declarations = true;
};

struct Opening {
    bool inside = false;  // the side begins inside of a struct
    std::string name{};
    bool indented = true;  // indentation is kept: a '}' in the first column ends the struct
};

Fragment read_fragment(std::span<const Line> lines, const Opening& opening, const std::function<bool(int)>& changed,
                       const Constants& constants);

}  // namespace hitm::layout
