// A patch carried out on a layout: the struct itself, and the structs it embeds.
#include <fmt/format.h>

#include <algorithm>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/editor.hpp"
#include "workloads/layout/patch.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

struct Standing {
    std::string name;
    std::uint64_t size = 0;
};

// The named members in the order their source has: those of inline structs first, then the inline struct's own name.
void standing_members(const Member& whole, std::vector<Standing>& found) {
    for (const Member& member : whole.members) {
        if (member.aggregate() && (member.type == "struct" || member.type == "union")) standing_members(member, found);
        if (!member.name.empty() && !member.name.starts_with("_vptr")) found.push_back({member.name, member.bits ? 0 : member.size});
    }
}

std::string list(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

// Compares what a hunk shows with what the layout has. The message shows both.
class ContextCheck {
public:
    ContextCheck(const Member& whole, std::string name, std::string origin, const std::string& patch_file)
        : name_(std::move(name)), origin_(std::move(origin)), patch_file_(patch_file) {
        standing_members(whole, standing_);
    }

    void check(const Context& context) const {
        std::optional<std::size_t> last;
        for (std::size_t i = 0; i < context.members.size(); ++i) {
            const Context::Seen& seen = context.members[i];
            const auto found = std::find_if(standing_.begin(), standing_.end(), [&](const Standing& one) { return one.name == seen.name; });
            if (found == standing_.end()) {
                if (!seen.conditional) refuse(context, fmt::format("'{}' is not in the layout", seen.name), last);
                continue;
            }
            const std::size_t at = static_cast<std::size_t>(found - standing_.begin());
            check_place(context, i, at, last);
            if (seen.size != 0 && found->size != 0 && seen.size != found->size)
                refuse(context, fmt::format("'{} {}' has {} bytes, in the layout {}", seen.type, seen.name, seen.size, found->size), at);
            last = at;
        }
        if (context.last_is_last && last && *last + 1 != standing_.size())
            refuse(
                context,
                fmt::format("'{}' is the last member, in the layout '{}' follows", context.members.back().name, standing_[*last + 1].name),
                last);
    }

private:
    void check_place(const Context& context, std::size_t i, std::size_t at, std::optional<std::size_t> last) const {
        const Context::Seen& seen = context.members[i];
        if (i == 0 && context.first_is_first && at != 0)
            refuse(context, fmt::format("'{}' is the first member, in the layout '{}' is", seen.name, standing_[0].name), at);
        if (!last || i == 0) return;
        if (at <= *last)
            refuse(context, fmt::format("'{}' stands behind '{}', in the layout before it", seen.name, standing_[*last].name), at);
        if (seen.follows && !context.members[i - 1].conditional && at != *last + 1)
            refuse(context,
                   fmt::format("'{}' follows '{}', in the layout '{}' stands between them", seen.name, standing_[*last].name,
                               standing_[*last + 1].name),
                   last);
    }

    [[noreturn]] void refuse(const Context& context, const std::string& what, std::optional<std::size_t> near) const {
        std::vector<std::string> shown, have;
        for (const Context::Seen& seen : context.members) shown.push_back(seen.name);
        const std::size_t from = near.value_or(0) < 3 ? 0 : *near - 3;
        for (std::size_t i = from; i < standing_.size() && i < from + 8; ++i) have.push_back(standing_[i].name);
        throw BadLayout(
            patch_file_, context.line,
            fmt::format("struct {}: the patch contradicts the layout: {}. The patch shows {}; {} has {}{}{}; would be right: the layout of "
                        "the version the "
                        "patch was made for",
                        name_, what, list(shown), origin_, from > 0 ? "…, " : "", list(have), from + 8 < standing_.size() ? ", …" : ""));
    }

    std::string name_, origin_;
    const std::string& patch_file_;
    std::vector<Standing> standing_;
};

// A patch says "Queue" where DWARF says "net::Queue".
bool same_struct(const std::string& patched, const std::string& name) { return patched == name || name.ends_with("::" + patched); }

// A hunk that does not name its struct fits the one that has the members it shows.
bool fits(const StructEdits& edits, const std::string& name, const Member& whole) {
    if (!edits.struct_name.empty()) return same_struct(edits.struct_name, name);
    std::vector<Standing> standing;
    standing_members(whole, standing);
    bool any = false;
    for (const Context& context : edits.contexts)
        for (const Context::Seen& seen : context.members) {
            const bool have = std::any_of(standing.begin(), standing.end(), [&](const Standing& one) { return one.name == seen.name; });
            if (!have && !seen.conditional) return false;
            any = any || have;
        }
    return any;
}

// "struct kern_ipc_perm" → "kern_ipc_perm"; "" for a type without a name.
std::string tag_of(const Member& member) {
    if (!member.aggregate()) return "";
    const std::string type = normal_type(member.type);
    for (const char* word : {"struct ", "union "})
        if (type.starts_with(word)) return type.substr(std::string_view(word).size());
    return type == "struct" || type == "union" ? "" : type;
}

class PatchApplier {
public:
    PatchApplier(const Layout& before, const Patch& patch) : before_(before), patch_(patch) {}

    Edited apply() {
        refuse_compiler_order(before_);
        Member whole = as_member(before_);
        const bool embedded = edit_embedded(whole);
        Editor editor(std::move(whole), before_.name, before_.origin);
        editor.compare_with(as_member(before_));
        const bool own = edit(editor, before_.name);
        if (!embedded && !own && !placed()) nothing();
        Edited edited = edited_from(before_, editor);
        edited.notes.insert(edited.notes.begin(), notes_.begin(), notes_.end());
        return edited;
    }

private:
    bool placed() const {
        return std::any_of(patch_.placements.begin(), patch_.placements.end(),
                           [&](const PlacementEdit& edit) { return same_struct(edit.struct_name, before_.name); });
    }

    // Every edit of the patch for this struct.
    bool edit(Editor& editor, const std::string& name) {
        bool any = false;
        const Member original = editor.whole();
        for (const StructEdits& edits : patch_.structs) {
            if (!fits(edits, name, original)) continue;
            const ContextCheck check(original, name, before_.origin, patch_.file);
            if (!original.members.empty())
                for (const Context& context : edits.contexts) check.check(context);
            for (const Edit& one : edits.edits) apply_one(editor, one, name);
            any = true;
        }
        return any;
    }

    void apply_one(Editor& editor, const Edit& one, const std::string& name) {
        const bool opaque = editor.whole().members.empty();
        if (opaque && one.kind != Edit::Kind::AlignStruct)
            throw BadLayout(patch_.file, one.line,
                            fmt::format("struct {}: its inside is not in the layout of {}, so '{}' cannot be placed; would be right: a "
                                        "layout from BTF or DWARF",
                                        name, before_.name, one.text));
        const bool takes = one.kind == Edit::Kind::Remove || one.kind == Edit::Kind::Move;
        if (one.conditional && takes && !locate(editor.whole(), one.member)) {
            notes_.push_back(fmt::format("{} stands inside #if and is not in this layout: left out", one.member));
            return;
        }
        if (one.conditional && one.kind == Edit::Kind::Insert)
            notes_.push_back(fmt::format("{} stands inside #if: taken as present", one.member));
        editor.apply(one);
    }

    // Structs inside of this one grow first; what holds them is laid out anew.
    bool edit_embedded(Member& whole) {
        bool changed = false;
        for (Member& member : whole.members) {
            if (!touches(member)) continue;
            if (!changed && !pin_gaps(whole))
                throw BadLayout(before_.origin, 0,
                                fmt::format("struct {}: the ABI's rules do not give this layout; it cannot be edited", before_.name));
            changed = true;
            break;
        }
        if (!changed) return false;
        for (Member& member : whole.members)
            if (touches(member)) edit_member(member);
        lay_out(whole);
        return true;
    }

    void edit_member(Member& member) {
        if (!member.members.empty()) edit_embedded(member);
        const std::string tag = tag_of(member);
        if (tag.empty()) return;
        Editor editor(member, tag, before_.origin);
        if (!edit(editor, tag)) return;
        const std::string kept = member.name;
        notes_.push_back(fmt::format("{} is a struct {}, which the patch edits", kept.empty() ? "a member" : kept, tag));
        member = editor.finish();
        for (const std::string& note : editor.notes) notes_.push_back(note);
    }

    bool touches(const Member& member) const {
        const std::string tag = tag_of(member);
        if (!tag.empty() && std::any_of(patch_.structs.begin(), patch_.structs.end(), [&](const StructEdits& one) {
                return !one.struct_name.empty() && same_struct(one.struct_name, tag);
            }))
            return true;
        return std::any_of(member.members.begin(), member.members.end(), [&](const Member& inner) { return touches(inner); });
    }

    [[noreturn]] void nothing() const {
        std::vector<std::string> names;
        for (const StructEdits& one : patch_.structs)
            names.push_back(one.struct_name.empty() ? "a struct it does not name" : one.struct_name);
        for (const PlacementEdit& one : patch_.placements) names.push_back(one.struct_name + " (placement)");
        throw BadLayout(
            patch_.file, 0,
            fmt::format("the patch changes nothing of struct {}; it changes {}", before_.name, names.empty() ? "no struct" : list(names)));
    }

    friend bool hitm::layout::concerns(const Layout& layout, const Patch& patch);

    const Layout& before_;
    const Patch& patch_;
    std::vector<std::string> notes_;
};

}  // namespace

bool concerns(const Layout& layout, const Patch& patch) {
    const PatchApplier applier(layout, patch);
    const Member whole = as_member(layout);
    return applier.placed() ||
           std::any_of(layout.members.begin(), layout.members.end(), [&](const Member& member) { return applier.touches(member); }) ||
           std::any_of(patch.structs.begin(), patch.structs.end(), [&](const StructEdits& one) { return fits(one, layout.name, whole); });
}

Edited apply(const Layout& before, const Patch& patch) { return PatchApplier(before, patch).apply(); }

}  // namespace hitm::layout
