// Carries edits out on a layout's tree and lays it out anew; shared by hand-written edits and patches.
#pragma once

#include "workloads/layout/edits.hpp"
#include "workloads/layout/tree.hpp"

namespace hitm::layout {

class Editor {
public:
    // `name` is the struct's; `origin` its file: both for messages. Throws BadLayout when the rules cannot explain `whole`.
    Editor(Member whole, std::string name, std::string origin);

    void apply(const Edit& edit);

    // The tree, laid out anew.
    Member finish();

    // What the result is compared with, where it is not the layout the editor began with.
    void compare_with(Member before) { stored_ = std::move(before); }

    const Member& whole() const { return whole_; }
    std::optional<Member> second;
    std::string second_name;
    std::map<std::string, std::string> renamed;
    std::vector<std::string> notes;

private:
    struct Slot {
        Trail holder;
        std::size_t index = 0;
    };

    [[noreturn]] void fail(const Edit& edit, const std::string& what) const;
    Trail find(const Edit& edit, const std::string& name) const;
    Slot slot_of(const Edit& edit) const;
    Trail put(const Edit& edit, const Slot& slot, Member member);
    Member take(const Edit& edit, Trail trail);
    void lay_out_from(Trail trail);
    void check_editable(const Edit& edit, const Trail& holder) const;
    void follow(const std::vector<std::string>& before, const std::vector<std::string>& after);
    void refuse_behind_flexible(const Edit& edit, const Slot& slot, const Member& member) const;
    void refuse_taken_name(const Edit& edit, const std::string& name) const;
    std::string free_pad_name() const;

    void move(const Edit& edit);
    void insert(const Edit& edit);
    void remove(const Edit& edit);
    void pad(const Edit& edit);
    void align_field(const Edit& edit);
    void align_struct(const Edit& edit);
    void swap(const Edit& edit);
    void split(const Edit& edit);
    void retype(const Edit& edit);
    void rename(const Edit& edit);

    Member made_from(const Edit& edit) const;
    void note_inferences();

    Member whole_;
    Member stored_;  // as pinned, before any edit
    std::string name_;
    std::string origin_;
};

// Shared by hand-written edits and patches.
void refuse_compiler_order(const Layout& layout);
Edited edited_from(const Layout& before, Editor& editor);

}  // namespace hitm::layout
