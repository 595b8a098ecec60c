// Edits applied to a whole layout.
#include "workloads/layout/edits.hpp"

#include <fmt/format.h>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/editor.hpp"

namespace hitm::layout {

void refuse_compiler_order(const Layout& layout) {
    if (!layout.compiler_orders) return;
    throw BadLayout(
        layout.origin, 0,
        fmt::format(
            "struct {}: the compiler chooses the order of its members (Rust's default repr, the JVM), so an edit of the source has no "
            "foreseeable layout; would be right: #[repr(C)] or the fields written in the scenario",
            layout.name));
}

Edited edited_from(const Layout& before, Editor& editor) {
    Edited edited{.layout = before};
    put_back(edited.layout, editor.finish());
    edited.renamed = editor.renamed;
    edited.notes = editor.notes;
    if (!editor.second) return edited;
    edited.second = Layout{};
    edited.second->name = editor.second_name;
    edited.second->origin = before.origin;
    put_back(*edited.second, std::move(*editor.second));
    return edited;
}

Edited apply(const Layout& before, std::span<const Edit> edits) {
    refuse_compiler_order(before);
    Editor editor(as_member(before), before.name, before.origin);
    for (const Edit& edit : edits) editor.apply(edit);
    return edited_from(before, editor);
}

}  // namespace hitm::layout
