// A fix as a mail or a unified diff: edits by field name and placement edits, without needing the whole header.
#pragma once

#include "workloads/layout/edits.hpp"

namespace hitm::layout {

// A cache's objects become aligned (kmem_cache flags), not the struct.
struct PlacementEdit {
    std::string struct_name{};  // without "struct"
    std::uint64_t align = 0;    // bytes; 0: no alignment any more
    bool hwcache = false;       // SLAB_HWCACHE_ALIGN: small objects are aligned to less, see slab_alignment()
    std::string reason{};
    int line = 0;
};

// What a hunk shows of a struct: members that follow one another, for comparing with the layout.
struct Context {
    struct Seen {
        std::string name;
        std::string type;
        std::uint64_t size = 0;    // 0: not known
        bool conditional = false;  // inside #if: may be missing from the layout
        bool follows = false;      // directly follows the one before it
    };
    std::vector<Seen> members{};
    bool first_is_first = false;  // the struct opens directly before the first one
    bool last_is_last = false;    // the struct closes directly after the last one
    int line = 0;
};

struct StructEdits {
    std::string struct_name{};  // empty: the hunk does not say; fits the layout that has its members
    std::vector<Edit> edits{};
    std::vector<Context> contexts{};
};

struct Patch {
    std::string subject{};
    std::string file{};
    std::vector<StructEdits> structs{};
    std::vector<PlacementEdit> placements{};
    std::vector<std::string> not_understood{};  // "file:line: text: why", nothing is dropped in silence
};

struct PatchOptions {
    std::map<std::string, std::uint64_t> macros{};  // a user's alignment macros and constants, in bytes
    std::uint64_t line_bytes = 64;                  // what ____cacheline_aligned and SLAB_HWCACHE_ALIGN stand for
};

// Reads git and plain unified diffs, alone or in a mail (quoted, CRLF, quoted-printable, leading blanks lost).
// Throws BadLayout when the text holds no hunk.
Patch read_patch(std::string_view text, std::string_view file, const PatchOptions& options = {});

// Applies what the patch says of this struct and of the structs it embeds. Throws BadLayout with both shown when the
// patch's context contradicts the layout, and when the patch says nothing of it.
Edited apply(const Layout& before, const Patch& patch);

// Does the patch edit this layout (it or a struct it embeds)?
bool concerns(const Layout& layout, const Patch& patch);

}  // namespace hitm::layout
