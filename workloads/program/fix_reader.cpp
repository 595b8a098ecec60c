// The section `fix`, and patches: what is different after.
#include <fmt/format.h>

#include <algorithm>

#include "workloads/layout/edits.hpp"
#include "workloads/layout/patch.hpp"
#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

using layout::Layout;
using Renames = std::map<std::string, std::string>;

/// First the old renames, then the new ones.
void add_renames(Renames& all, const Renames& further) {
    for (auto& [from, to] : all) to = renamed_path(further, to);
    for (const auto& [from, to] : further) all.emplace(from, to);
}

void take(Scenario& scenario, const std::string& name, layout::Edited edited) {
    Side& after = scenario.after;
    add_renames(after.renamed[name], edited.renamed);
    after.layouts[name] = std::move(edited.layout);
    if (edited.second) after.layouts[edited.second->name] = std::move(*edited.second);
    scenario.remarks.insert(scenario.remarks.end(), edited.notes.begin(), edited.notes.end());
}

void apply_edits(Reader& reader, const Node& list, const std::string& name, Scenario& scenario) {
    std::vector<layout::Edit> edits;
    for (const Node& item : reader.list(list, "edits")) {
        const std::string text = reader.text(item, "edits");
        const std::vector<layout::Edit> more = layout::parse_edits(std::span(&text, 1), reader.file(), item.line);
        edits.insert(edits.end(), more.begin(), more.end());
    }
    if (edits.empty()) reader.wrong(list.line, "edits", "is empty; write - move f_ref to end, or leave edits out");
    take(scenario, name, layout::apply(scenario.after.layouts.at(name), edits));
}

void read_edits(Reader& reader, const Node& node, Scenario& scenario) {
    if (node.kind != Node::Kind::Map) {
        if (scenario.after.layouts.size() != 1) reader.wrong(node.line, "edits", "there are several layouts; write {LAYOUT: [ edits ]}");
        apply_edits(reader, node, scenario.after.layouts.begin()->first, scenario);
        return;
    }
    for (const Node::Entry& entry : node.entries) {
        std::vector<std::string> names;
        for (const auto& [name, unused] : scenario.after.layouts) names.push_back(name);
        if (!scenario.after.layouts.contains(entry.key))
            reader.wrong(entry.line, "edits", fmt::format("there is no layout {}{}", entry.key.substr(0, 60), hint(entry.key, names)));
        apply_edits(reader, entry.value, entry.key, scenario);
    }
}

Object& object_of(Reader& reader, const Node::Entry& entry, Side& after) {
    std::vector<std::string> names;
    for (Object& object : after.objects) {
        if (object.name == entry.key) return object;
        names.push_back(object.name);
    }
    reader.wrong(entry.line, "place", fmt::format("there is no object {}{}", entry.key.substr(0, 60), hint(entry.key, names)));
}

void read_places(Reader& reader, const Node& node, Side& after) {
    if (node.kind != Node::Kind::Map) reader.wrong(node.line, "place", "write {OBJECT: PLACE}, like {inode: {slab: {align: 64}}}");
    for (const Node::Entry& entry : node.entries) object_of(reader, entry, after).place = read_place(reader, entry.value);
}

/// A patch may be of the struct's own name where the scenario calls the layout otherwise.
bool is_struct(const std::string& name, const Layout& layout, const std::string& wanted) { return wanted == layout.name || wanted == name; }

bool place_objects(Scenario& scenario, const layout::PlacementEdit& edit) {
    bool found = false;
    for (Object& object : scenario.after.objects) {
        const Layout& layout = scenario.after.layouts.at(object.layout);
        if (!is_struct(object.layout, layout, edit.struct_name)) continue;
        object.place.kind = layout::Placement::Kind::Slab;
        object.place.number = static_cast<double>(layout::slab_alignment(layout.size, edit));
        found = true;
    }
    return found;
}

void apply_patch(Scenario& scenario, const layout::Patch& patch) {
    bool concerned = false;
    std::map<std::string, Layout> layouts = scenario.after.layouts;
    for (const auto& [name, layout] : layouts) {
        if (!layout::concerns(layout, patch)) continue;
        take(scenario, name, layout::apply(layout, patch));
        concerned = true;
    }
    for (const layout::PlacementEdit& edit : patch.placements) {
        if (place_objects(scenario, edit)) concerned = true;
        else
            scenario.remarks.push_back(fmt::format("{}:{}: the patch places struct {}, which is not in the scenario: {}", patch.file,
                                                   edit.line, edit.struct_name, edit.reason));
    }
    for (const layout::StructEdits& edits : patch.structs) {
        const auto same = [&](const auto& entry) {
            return is_struct(entry.first, entry.second, edits.struct_name) ||
                   layout::concerns(entry.second, layout::Patch{"", "", {edits}, {}, {}});
        };
        if (!edits.edits.empty() && std::ranges::none_of(layouts, same))
            scenario.remarks.push_back(
                fmt::format("{}: the patch edits struct {}, which is not in the scenario", patch.file, edits.struct_name));
    }
    for (const std::string& text : patch.not_understood) scenario.remarks.push_back("not understood of the patch: " + text);
    if (!concerned) throw BadScenario(patch.file, 1, "patch", "concerns no struct of the scenario; is it the right patch?");
}

layout::PatchOptions read_macros(Reader& reader, const Node& fix) {
    layout::PatchOptions options;
    const Node* macros = fix.find("macros");
    if (!macros) return options;
    if (macros->kind != Node::Kind::Map) reader.wrong(macros->line, "macros", "write {MACRO: bytes}, like {my_cacheline_aligned: 64}");
    for (const Node::Entry& entry : macros->entries) options.macros[entry.key] = reader.whole(entry.value, entry.key, 1, 1U << 20U);
    return options;
}

void replace_layouts(Reader& reader, const Node& node, Side& after) {
    for (auto& [name, layout] : read_layouts(reader, node)) after.layouts[name] = layout;
}

void add_objects(Reader& reader, const Node& node, Side& after) {
    for (Object& object : read_objects(reader, node, after.layouts)) {
        std::erase_if(after.objects, [&](const Object& o) { return o.name == object.name; });
        after.objects.push_back(std::move(object));
    }
    std::ranges::sort(after.objects, {}, &Object::name);
}

}  // namespace

std::string renamed_path(const Renames& renamed, const std::string& path) {
    std::string head = path;
    while (true) {
        if (const auto found = renamed.find(head); found != renamed.end()) return found->second + path.substr(head.size());
        const std::size_t cut = head.find_last_of(".[");
        if (cut == std::string::npos) return path;
        head.resize(cut);
    }
}

void read_fix(Reader& reader, const Node& node, Scenario& scenario) {
    reader.expect_keys(node, "fix", {"edits", "patch", "macros", "place", "layouts", "objects", "program", "programs"});
    if (node.entries.empty())
        reader.wrong(node.line, "fix", "is empty; write edits, patch, place, layouts, objects or program, or leave fix out");
    scenario.fixed = true;
    if (const Node* layouts = node.find("layouts")) replace_layouts(reader, *layouts, scenario.after);
    if (const Node* patch = node.find("patch"))
        apply_patch(scenario, layout::read_patch(reader.read_file(*patch, "patch"), reader.path(*patch, "patch").string(),
                                                 read_macros(reader, node)));
    else if (const Node* macros = node.find("macros")) reader.wrong(macros->line, "macros", "stands without a patch; take it out");
    if (const Node* edits = node.find("edits")) read_edits(reader, *edits, scenario);
    if (const Node* objects = node.find("objects")) add_objects(reader, *objects, scenario.after);
    if (const Node* places = node.find("place")) read_places(reader, *places, scenario.after);
    const Node* program = node.find("program");
    const Node* programs = node.find("programs");
    if (program || programs) scenario.after.mix = read_mix(reader, program, programs);
}

void replace_fix_by_edits(Scenario& scenario, const LayoutEdits& edits) {
    const Side before = scenario.before;
    scenario.after = before;
    scenario.remarks.clear();
    scenario.fixed = !edits.empty();
    scenario.fit.reset();
    scenario.published.clear();
    for (const auto& [name, texts] : edits) {
        const auto layout = scenario.after.layouts.find(name);
        if (layout == scenario.after.layouts.end()) {
            std::vector<std::string> names;
            for (const auto& [known, unused] : scenario.after.layouts) names.push_back(known);
            throw BadScenario(scenario.path, 1, "edits", fmt::format("there is no layout {}{}", name.substr(0, 60), hint(name, names)));
        }
        take(scenario, name, layout::apply(layout->second, layout::parse_edits(texts, "edits")));
    }
    check_side(scenario.after, scenario.path, "after the fix");
}

void replace_fix_by_patch(Scenario& scenario, std::string_view text, std::string_view file) {
    const Side before = scenario.before;
    scenario.after = before;
    scenario.remarks.clear();
    scenario.fixed = true;
    apply_patch(scenario, layout::read_patch(text, file));
    check_side(scenario.after, scenario.path, "after the fix");
}

void replace_fix_by_patch(Scenario& scenario, const std::filesystem::path& patch) {
    replace_fix_by_patch(scenario, slurp(patch), patch.string());
}

}  // namespace hitm::program
