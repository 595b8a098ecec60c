// The editor's ground: finding slots, taking members out and putting them in, laying out anew, saying what that rests on.
#include "workloads/layout/editor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/names.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

bool written_inline(const Member& member) { return member.aggregate() && (member.type == "struct" || member.type == "union"); }

// From the inside out; an inside that the rules cannot explain matters only when it is edited.
bool pin_tree(Member& whole) {
    for (Member& member : whole.members)
        if (written_inline(member)) pin_tree(member);
    return pin_gaps(whole);
}

void collect_pads(const Member& whole, std::uint64_t base, std::vector<std::string>& notes) {
    for (const Member& member : whole.members) {
        if (member.kind == Member::Kind::Padding && member.name.empty() && !member.bits)
            notes.push_back(
                fmt::format("{} bytes at {} are explained by no alignment; they are kept as padding", member.size, base + member.offset));
        if (written_inline(member)) collect_pads(member, base + member.offset, notes);
    }
}

bool same_places(const Member& a, const Member& b) { return !first_difference(a, b) && a.members.size() == b.members.size(); }

}  // namespace

Editor::Editor(Member whole, std::string name, std::string origin)
    : whole_(std::move(whole)), name_(std::move(name)), origin_(std::move(origin)) {
    if (!pin_tree(whole_)) {
        Member again = whole_;
        lay_out(again);
        throw BadLayout(origin_, 0,
                        fmt::format("struct {}: the ABI's rules do not give this layout ({}); it cannot be edited", name_,
                                    first_difference(whole_, again).value_or("")));
    }
    collect_pads(whole_, 0, notes);
    stored_ = whole_;
}

void Editor::fail(const Edit& edit, const std::string& what) const {
    const std::string text = edit.text.empty() ? "" : fmt::format("edit '{}': ", edit.text);
    throw BadLayout(edit.file.empty() ? origin_ : edit.file, edit.line, fmt::format("{}struct {}: {}", text, name_, what));
}

Trail Editor::find(const Edit& edit, const std::string& name) const {
    if (auto trail = locate(whole_, name)) return *trail;
    fail(edit, fmt::format("has no member '{}'{}", name, near_misses(all_paths(whole_), name)));
}

// Members of a struct that has a name of its own belong to that struct.
void Editor::check_editable(const Edit& edit, const Trail& holder) const {
    for (std::size_t length = 1; length <= holder.size(); ++length) {
        const Trail prefix(holder.begin(), holder.begin() + static_cast<std::ptrdiff_t>(length));
        const Member& member = at(whole_, prefix);
        if (!written_inline(member))
            fail(edit, fmt::format("{} is a {} of its own; edit that struct", member.name.empty() ? "a base" : member.name, member.type));
        Member again = member;
        lay_out(again);
        if (auto difference = first_difference(member, again))
            fail(edit, fmt::format("the ABI's rules do not give this layout ({})", *difference));
    }
}

Editor::Slot Editor::slot_of(const Edit& edit) const {
    if (edit.where == Edit::Where::End) return {{}, whole_.members.size()};
    if (edit.where == Edit::Where::Start) {
        const auto first = std::find_if(whole_.members.begin(), whole_.members.end(),
                                        [](const Member& m) { return !m.base && !m.name.starts_with("_vptr"); });
        return {{}, static_cast<std::size_t>(first - whole_.members.begin())};
    }
    std::optional<Trail> found = locate(whole_, edit.anchor);
    std::optional<unsigned> climb = edit.climb;
    for (std::size_t i = 0; !found && i < edit.otherwise.size(); ++i) {
        found = locate(whole_, edit.otherwise[i].first);
        climb = edit.otherwise[i].second;
    }
    Trail trail = found ? *found : find(edit, edit.anchor);
    if (!climb) trail.resize(1);
    else if (*climb >= trail.size()) fail(edit, fmt::format("'{}' does not stand so deep", edit.anchor));
    else trail.resize(trail.size() - *climb);
    return {parent(trail), trail.back() + (edit.where == Edit::Where::After ? 1U : 0U)};
}

// An array without a length ends the struct: nothing can stand behind it.
void Editor::refuse_behind_flexible(const Edit& edit, const Slot& slot, const Member& member) const {
    const Member& holder = at(whole_, slot.holder);
    if (holder.kind == Member::Kind::Union || member.size == 0 || slot.index == 0 || slot.index != holder.members.size()) return;
    const Member& last = holder.members.back();
    if (last.elements == 0 && !last.name.empty())
        fail(edit, fmt::format("'{}' is an array without a length and ends the struct; would be right: before {}", last.name, last.name));
}

void Editor::refuse_taken_name(const Edit& edit, const std::string& name) const {
    Trail trail = slot_of(edit).holder;
    const std::string path = path_of(whole_, trail);
    if (locate(whole_, path.empty() ? name : path + "." + name)) fail(edit, fmt::format("has a member '{}' already", name));
}

Trail Editor::put(const Edit& edit, const Slot& slot, Member member) {
    check_editable(edit, slot.holder);
    refuse_behind_flexible(edit, slot, member);
    Member& holder = at(whole_, slot.holder);
    if (holder.packed) member.align = std::max<std::uint64_t>(member.forced_align, 1);
    holder.members.insert(holder.members.begin() + static_cast<std::ptrdiff_t>(slot.index), std::move(member));
    lay_out_from(slot.holder);
    Trail trail = slot.holder;
    trail.push_back(slot.index);
    return trail;
}

// An anonymous struct or union that loses its last member goes with it.
Member Editor::take(const Edit& edit, Trail trail) {
    const Trail holder = parent(trail);
    check_editable(edit, holder);
    Member member = at(whole_, trail);
    if (member.base || member.name.starts_with("_vptr")) fail(edit, "a base class and the pointer to virtual functions stay in front");
    if (at(whole_, holder).packed) {
        bool inferred = false;
        member.align = std::max(type_alignment(member, inferred), member.forced_align);
    }
    while (true) {
        std::vector<Member>& siblings = at(whole_, parent(trail)).members;
        siblings.erase(siblings.begin() + static_cast<std::ptrdiff_t>(trail.back()));
        trail.pop_back();
        if (trail.empty() || !siblings.empty()) break;
    }
    lay_out_from(trail);
    return member;
}

void Editor::lay_out_from(Trail trail) {
    for (;; trail.pop_back()) {
        lay_out(at(whole_, trail));
        if (trail.empty()) return;
    }
}

void Editor::follow(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    for (std::size_t i = 0; i < before.size() && i < after.size(); ++i) {
        if (before[i] == after[i]) continue;
        bool known = false;
        for (auto& [old_path, new_path] : renamed)
            if (new_path == before[i]) new_path = after[i], known = true;
        if (!known) renamed[before[i]] = after[i];
    }
}

// Lays the result out with the alignment as small as it could be: where that changes it, it rests on the inference.
void Editor::note_inferences() {
    std::size_t first = 0;
    while (first < whole_.members.size() && first < stored_.members.size() && whole_.members[first] == stored_.members[first]) ++first;
    for (std::size_t i = first; i < whole_.members.size(); ++i) {
        const Member& member = whole_.members[i];
        if (!member.alignment_inferred || member.align <= 1) continue;
        Member again = whole_;
        again.members[i].align = 1;
        lay_out(again);
        if (!same_places(whole_, again))
            notes.push_back(fmt::format("rests on the alignment of {}, {}, inferred from its size and offset",
                                        member.name.empty() ? member.type : member.name, member.align));
    }
    if (!whole_.alignment_inferred || whole_.type_align <= natural_alignment(whole_) || whole_.members == stored_.members) return;
    Member again = whole_;
    again.type_align = 0;
    lay_out(again);
    if (again.size != whole_.size)
        notes.push_back(fmt::format("rests on the alignment of struct {}, {}, inferred from its size", name_, whole_.type_align));
}

Member Editor::finish() {
    note_inferences();
    return whole_;
}

}  // namespace hitm::layout
