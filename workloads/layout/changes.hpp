// What changed between the two sides of a struct's hunks, as edits.
#pragma once

#include "workloads/layout/fragment.hpp"
#include "workloads/layout/patch.hpp"

namespace hitm::layout {

// Gathers the hunks of one struct; a member taken out in one hunk and put in by another has moved.
class Changes {
public:
    explicit Changes(std::string file) : file_(std::move(file)) {}

    void add_hunk(const Scope& before, const Scope& after);

    // The edits in an order that can be carried out one after the other. What was not understood is appended to `troubles`.
    std::vector<Edit> edits(std::vector<std::string>& troubles);

    std::vector<Context> contexts;

private:
    struct Spot {  // where a member stands in the new text
        Edit::Where where = Edit::Where::Start;
        std::string anchor;
        unsigned climb = 0;
        std::vector<std::pair<std::string, unsigned>> otherwise;
        bool known = false;
    };
    struct Entry {
        Node node;
        std::string previous;  // the member before it
        std::size_t depth = 0;
        Spot spot{};
        int hunk = 0;
    };
    class Flattener;

    void trouble(const Node& node, const std::string& why);
    void compare_common(const std::vector<Entry>& before, const std::vector<Entry>& after);
    void compare_aggregates(const std::vector<Node>& before, const std::vector<Node>& after);
    void compare_heads(const Scope& before, const Scope& after);
    void list_unknown(const std::vector<Node>& nodes);
    Edit edit(Edit::Kind kind, const Node& node) const;
    Edit placed(Edit::Kind kind, const Entry& entry) const;
    void match_moves();
    void match_renames();
    void add_differences(const Node& before, const Node& after);

    std::string file_;
    int hunk_ = 0;
    std::vector<Entry> removed_, added_;
    std::vector<Edit> renames_, removes_, types_, places_, aligns_;
    std::vector<std::string> troubles_;
};

// The context of one side for comparing with a layout.
Context context_of(const Scope& scope);

}  // namespace hitm::layout
