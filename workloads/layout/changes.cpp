// Comparing the two sides of a struct's hunks.
#include "workloads/layout/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

// The first or last named member of a nested struct, and how deep it stands below it.
struct Handle {
    std::string name;
    unsigned depth = 0;
};

std::optional<Handle> handle_of(const Node& node, bool last) {
    if (node.kind == Node::Kind::Unknown) return std::nullopt;
    if (!node.declaration.name.empty()) return Handle{node.declaration.name, 0};
    const std::size_t count = node.children.size();
    for (std::size_t i = 0; i < count; ++i)
        if (auto inner = handle_of(node.children[last ? count - 1 - i : i], last)) return Handle{inner->name, inner->depth + 1};
    return std::nullopt;
}

bool same_declaration(const Declaration& a, const Declaration& b) {
    return normal_type(a.type) == normal_type(b.type) && a.dimensions == b.dimensions && a.bit_size == b.bit_size;
}

void collect_aggregates(const std::vector<Node>& nodes, std::vector<const Node*>& found) {
    for (const Node& node : nodes) {
        if (node.kind != Node::Kind::Aggregate) continue;
        found.push_back(&node);
        collect_aggregates(node.children, found);
    }
}

void context_nodes(const std::vector<Node>& nodes, Context& context) {
    for (const Node& node : nodes) {
        if (node.kind == Node::Kind::Unknown) continue;
        if (node.kind == Node::Kind::Aggregate && node.tag.empty()) context_nodes(node.children, context);
        if (node.declaration.name.empty()) continue;
        const bool aggregate = node.kind == Node::Kind::Aggregate;
        const auto fact = is_scalar(node.declaration.type) && !node.declaration.bit_size ? known_type(node.declaration.type) : std::nullopt;
        context.members.push_back({node.declaration.name, node.declaration.type, fact ? fact->size * node.declaration.elements() : 0,
                                   node.conditional, aggregate ? node.tag.empty() && !node.children.empty() : node.follows});
    }
}

}  // namespace

Context context_of(const Scope& scope) {
    Context context;
    context.line = scope.nodes.empty() ? scope.line : scope.nodes[0].line;
    context_nodes(scope.nodes, context);
    if (context.members.empty()) return context;
    context.first_is_first = scope.opened && context.members.front().follows;
    context.last_is_last = scope.closed && scope.end_follows;
    return context;
}

// The named members in the order of the text, each with where it stands.
class Changes::Flattener {
public:
    Flattener(const Scope& scope, int hunk, const std::set<std::string>& old_names) : scope_(scope), hunk_(hunk), old_(old_names) {
        walk(scope.nodes, nullptr, 0, false);
    }
    std::vector<Entry> entries;

private:
    void walk(const std::vector<Node>& nodes, const Node* parent, std::size_t depth, bool in_new) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Node& node = nodes[i];
            if (node.kind == Node::Kind::Aggregate) walk(node.children, &node, depth + 1, in_new || is_new(node));
            if (node.kind == Node::Kind::Unknown || node.declaration.name.empty()) continue;
            Entry entry{.node = node, .previous = last_, .depth = depth, .hunk = hunk_};
            if (!in_new && !(node.kind == Node::Kind::Aggregate && is_new(node))) entry.spot = spot(nodes, i, parent);
            last_ = node.declaration.name;
            entries.push_back(std::move(entry));
        }
    }

    // A nested struct none of whose members stood there before.
    bool is_new(const Node& node) const {
        if (!node.changed || !node.opened) return false;
        for (const Node& child : node.children) {
            const auto handle = handle_of(child, false);
            if (handle && old_.contains(handle->name)) return false;
        }
        return true;
    }

    Spot spot(const std::vector<Node>& nodes, std::size_t index, const Node* parent) const {
        Spot made;
        for (std::size_t i = index; i-- > 0;) {
            const auto handle = handle_of(nodes[i], true);
            if (!handle) continue;
            if (made.known) made.otherwise.emplace_back(handle->name, handle->depth);
            else made = {Edit::Where::After, handle->name, handle->depth, {}, true};
            if (!nodes[i].conditional) return made;
        }
        if (made.known) return made;
        if (!parent && scope_.opened) return {Edit::Where::Start, "", 0, {}, true};
        for (std::size_t i = index + 1; i < nodes.size(); ++i) {
            const auto handle = handle_of(nodes[i], false);
            if (handle && old_.contains(handle->name)) return {Edit::Where::Before, handle->name, handle->depth, {}, true};
        }
        return made;
    }

    const Scope& scope_;
    int hunk_;
    const std::set<std::string>& old_;
    std::string last_;
};

void Changes::trouble(const Node& node, const std::string& why) {
    troubles_.push_back(fmt::format("{}:{}: {}: {}", file_, node.line, node.text, why));
}

Edit Changes::edit(Edit::Kind kind, const Node& node) const {
    Edit made{.kind = kind, .member = node.declaration.name};
    made.file = file_;
    made.line = node.line;
    made.text = node.text;
    made.conditional = node.conditional;
    return made;
}

Edit Changes::placed(Edit::Kind kind, const Entry& entry) const {
    Edit made = edit(kind, entry.node);
    made.where = entry.spot.where;
    made.anchor = entry.spot.anchor;
    made.climb = entry.spot.climb;
    made.otherwise = entry.spot.otherwise;
    return made;
}

void Changes::list_unknown(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
        list_unknown(node.children);
        if (node.kind == Node::Kind::Unknown && node.changed) trouble(node, "is no member declaration that is understood");
        if (node.kind == Node::Kind::Member && node.changed && node.declaration.name.empty())
            trouble(node, "an unnamed bit-field has no name to edit by");
        if (node.kind == Node::Kind::Aggregate && node.changed && !node.declaration.trouble.empty())
            trouble(node, node.declaration.trouble);
    }
}

void Changes::add_differences(const Node& before, const Node& after) {
    const Declaration& a = before.declaration;
    const Declaration& b = after.declaration;
    if (before.kind == Node::Kind::Member && after.kind == Node::Kind::Member && !same_declaration(a, b)) {
        Edit made = edit(Edit::Kind::Retype, after);
        made.type = b.type;
        made.dimensions = b.dimensions;
        made.bit_size = b.bit_size;
        made.align = b.forced_align;
        types_.push_back(std::move(made));
    } else if (a.forced_align != b.forced_align) {
        Edit made = edit(Edit::Kind::AlignField, after);
        made.bytes = b.forced_align;
        aligns_.push_back(std::move(made));
    }
    if (a.packed != b.packed) trouble(after, "a change of packing is not understood");
}

void Changes::compare_common(const std::vector<Entry>& before, const std::vector<Entry>& after) {
    auto in = [](const std::vector<Entry>& entries, const std::string& name) {
        return std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.node.declaration.name == name; });
    };
    std::vector<std::string> order;
    for (const Entry& entry : before) {
        if (in(after, entry.node.declaration.name) == after.end()) removed_.push_back(entry);
        else order.push_back(entry.node.declaration.name);
    }
    std::size_t expected = 0;
    for (const Entry& entry : after) {
        const auto old = in(before, entry.node.declaration.name);
        if (old == before.end()) {
            added_.push_back(entry);
            continue;
        }
        if (entry.node.changed || old->node.changed) add_differences(old->node, entry.node);
        // Out of the old order, or on another level: a changed line has moved, an unchanged one was passed by it.
        while (expected < order.size() && order[expected] != entry.node.declaration.name &&
               std::none_of(after.begin(), after.end(),
                            [&](const Entry& e) { return e.node.declaration.name == order[expected] && !e.node.changed; }))
            ++expected;
        const bool in_order = expected < order.size() && order[expected] == entry.node.declaration.name;
        if (in_order) ++expected;
        if (!entry.node.changed || (in_order && old->depth == entry.depth)) continue;
        if (entry.spot.known) places_.push_back(placed(Edit::Kind::Move, entry));
        else trouble(entry.node, "the hunk does not show where it goes");
    }
}

void Changes::compare_aggregates(const std::vector<Node>& before, const std::vector<Node>& after) {
    std::vector<const Node*> olds, news;
    collect_aggregates(before, olds);
    collect_aggregates(after, news);
    auto shares_member = [](const Node& a, const Node& b) {
        return std::any_of(a.children.begin(), a.children.end(), [&](const Node& child) {
            const auto handle = handle_of(child, false);
            return handle && std::any_of(b.children.begin(), b.children.end(), [&](const Node& other) {
                       const auto mine = handle_of(other, false);
                       return mine && mine->name == handle->name && mine->depth == handle->depth;
                   });
        });
    };
    for (const Node* node : news) {
        if (!node->changed) continue;
        const auto old = std::find_if(olds.begin(), olds.end(), [&](const Node* o) { return shares_member(*o, *node); });
        if (old == olds.end()) {
            trouble(*node, "a new nested struct or union is not understood");
            continue;
        }
        if (!node->declaration.name.empty() && node->declaration.name == (*old)->declaration.name) continue;  // compared by name
        const auto handle = handle_of(*node, false);
        if (!handle || !node->closed || node->declaration.forced_align == (*old)->declaration.forced_align) continue;
        Edit made = edit(Edit::Kind::AlignField, *node);
        made.member = handle->name;
        made.climb = handle->depth;
        made.bytes = node->declaration.forced_align;
        aligns_.push_back(std::move(made));
    }
}

void Changes::compare_heads(const Scope& before, const Scope& after) {
    if (before.packed != after.packed)
        troubles_.push_back(fmt::format("{}:{}: struct {}: a change of packing is not understood", file_, after.line, after.name));
    if (!(before.align_changed || after.align_changed) || before.align == after.align) return;
    Edit made{.kind = Edit::Kind::AlignStruct, .bytes = after.align};
    made.file = file_;
    made.line = after.line;
    made.text = fmt::format("align struct {}", after.align);
    aligns_.push_back(std::move(made));
}

void Changes::add_hunk(const Scope& before, const Scope& after) {
    ++hunk_;
    std::set<std::string> old_names;
    const Flattener old_side(before, hunk_, old_names);
    for (const Entry& entry : old_side.entries) old_names.insert(entry.node.declaration.name);
    const Flattener new_side(after, hunk_, old_names);
    compare_common(old_side.entries, new_side.entries);
    compare_aggregates(before.nodes, after.nodes);
    compare_heads(before, after);
    list_unknown(before.nodes);
    list_unknown(after.nodes);
    contexts.push_back(context_of(before));
}

// Gone in one hunk and back in another: moved.
void Changes::match_moves() {
    for (auto put = added_.begin(); put != added_.end();) {
        const auto gone = std::find_if(removed_.begin(), removed_.end(),
                                       [&](const Entry& entry) { return entry.node.declaration.name == put->node.declaration.name; });
        if (gone == removed_.end()) {
            ++put;
            continue;
        }
        if (put->spot.known) places_.push_back(placed(Edit::Kind::Move, *put));
        else trouble(put->node, "the hunk does not show where it goes");
        add_differences(gone->node, put->node);
        removed_.erase(gone);
        put = added_.erase(put);
    }
}

// One name gone and another come at the same place with the same type: a new name.
void Changes::match_renames() {
    for (auto put = added_.begin(); put != added_.end();) {
        const auto gone = std::find_if(removed_.begin(), removed_.end(), [&](const Entry& entry) {
            return entry.hunk == put->hunk && entry.previous == put->previous && entry.depth == put->depth &&
                   entry.node.kind == put->node.kind && same_declaration(entry.node.declaration, put->node.declaration) &&
                   entry.node.declaration.forced_align == put->node.declaration.forced_align;
        });
        if (gone == removed_.end()) {
            ++put;
            continue;
        }
        Edit made = edit(Edit::Kind::Rename, gone->node);
        made.into = put->node.declaration.name;
        renames_.push_back(std::move(made));
        removed_.erase(gone);
        put = added_.erase(put);
    }
}

std::vector<Edit> Changes::edits(std::vector<std::string>& troubles) {
    match_moves();
    match_renames();
    for (const Entry& entry : removed_) removes_.push_back(edit(Edit::Kind::Remove, entry.node));
    for (const Entry& entry : added_) {
        if (entry.node.kind == Node::Kind::Aggregate || !entry.spot.known) {
            trouble(entry.node, entry.node.kind == Node::Kind::Aggregate ? "a new nested struct or union is not understood"
                                                                         : "the hunk does not show where it goes");
            continue;
        }
        Edit made = placed(Edit::Kind::Insert, entry);
        made.type = entry.node.declaration.type;
        made.dimensions = entry.node.declaration.dimensions;
        made.bit_size = entry.node.declaration.bit_size;
        made.align = entry.node.declaration.forced_align;
        places_.push_back(std::move(made));
    }
    std::stable_sort(places_.begin(), places_.end(), [](const Edit& a, const Edit& b) { return a.line < b.line; });
    std::vector<Edit> all;
    for (const auto* part : {&renames_, &removes_, &types_, &places_, &aligns_}) all.insert(all.end(), part->begin(), part->end());
    troubles.insert(troubles.end(), troubles_.begin(), troubles_.end());
    return all;
}

}  // namespace hitm::layout
