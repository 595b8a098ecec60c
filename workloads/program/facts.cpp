// What can be said of a scenario without running it: values, cost in bytes, whether an address changes, notes.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workloads/program/placing.hpp"
#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

const Object* find(const Side& side, const std::string& name) {
    const auto found = std::ranges::find(side.objects, name, &Object::name);
    return found == side.objects.end() ? nullptr : &*found;
}

bool same_numa(const Object& a, const Object& b) {
    return a.home == b.home && a.node.quantity == b.node.quantity && a.node.parameter == b.node.parameter;
}

/// The same number of objects at the same addresses on the same nodes.
bool same_places(const Scenario& s, const Object& a, const Object& b) {
    const Values values = default_values(s);
    const layout::Layout& before = s.before.layouts.at(a.layout);
    const layout::Layout& after = s.after.layouts.at(b.layout);
    const bool same_size = before.size == after.size && before.align == after.align;
    if (a.per != b.per || a.count.quantity != b.count.quantity || !same_numa(a, b) || a.initial != b.initial) return false;
    const layout::Placement p = placement_of(s, a, before, values), q = placement_of(s, b, after, values);
    if (p.kind != q.kind || p.offset != q.offset || p.slab_bytes != q.slab_bytes) return false;
    if (p.kind != layout::Placement::Kind::Slab) return p.align == q.align && same_size;
    return layout::slab_stride(before.size, p.align) == layout::slab_stride(after.size, q.align) &&
           slab_bytes_of(p, before.size) == slab_bytes_of(q, after.size);
}

layout::Layout::Place place_of(const Side& side, const std::string& object, const std::string& field) {
    const std::string& name = find(side, object)->layout;
    const auto renames = side.renamed.find(name);
    return side.layouts.at(name).find(renames == side.renamed.end() ? field : renamed_path(renames->second, field));
}

/// Every object and field the steps touch; picked names are followed to their objects.
void collect(const std::vector<Step>& steps, std::map<std::string, std::string>& bound, std::set<std::pair<std::string, std::string>>& to) {
    for (const Step& step : steps) {
        if (step.kind == Step::Kind::Pick) bound[step.as] = step.object;
        for (const Touch& touch : step.touches) {
            const auto picked = bound.find(touch.object);
            to.emplace(picked == bound.end() ? touch.object : picked->second, touch.field);
        }
        collect(step.body, bound, to);
        collect(step.otherwise, bound, to);
    }
}

std::set<std::pair<std::string, std::string>> touched(const Side& side) {
    std::set<std::pair<std::string, std::string>> result;
    for (const Program& program : side.mix.programs) {
        std::map<std::string, std::string> bound;
        collect(program.steps, bound, result);
    }
    return result;
}

struct Cost {
    std::uint64_t bytes = 0;
    unsigned per_slab = 0;
};

Cost cost_of(const Scenario& scenario, const Side& side, const Object& object) {
    const layout::Layout& layout = side.layouts.at(object.layout);
    const layout::Placement placement = placement_of(scenario, object, layout, default_values(scenario));
    if (placement.kind != layout::Placement::Kind::Slab) return {layout.size, 0};
    return {layout::slab_stride(layout.size, placement.align),
            static_cast<unsigned>(layout::objects_per_slab(layout.size, placement.align, placement.slab_bytes))};
}

}  // namespace

Values default_values(const Scenario& scenario) {
    Values values;
    for (const Parameter& p : scenario.parameters) values[p.name] = p.value.value;
    return values;
}

void set_value(const Scenario& scenario, Values& values, std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    const std::string_view name = assignment.substr(0, equals);
    std::vector<std::string> names;
    for (const Parameter& p : scenario.parameters) names.push_back(p.name);
    const auto parameter = std::ranges::find(scenario.parameters, name, &Parameter::name);
    if (equals == std::string_view::npos) throw BadScenario("--set", 1, assignment, "has no value; write NAME=VALUE, like work=5us");
    if (parameter == scenario.parameters.end()) {
        const std::string near = hint(name, names);
        throw BadScenario("--set", 1, name, "is no parameter of the scenario" + (near.empty() ? "; it has " + one_of(names) : near));
    }
    const std::optional<Quantity> value = parse_quantity(assignment.substr(equals + 1));
    if (!value || value->unit != parameter->value.unit || value->value < 0)
        throw BadScenario("--set", 1, name,
                          fmt::format("'{}' is not {}; write it like {}", assignment.substr(equals + 1), describe(parameter->value.unit),
                                      to_text(parameter->value)));
    values[parameter->name] = value->value;
}

std::vector<Bytes> cost_in_bytes(const Scenario& scenario) {
    std::vector<Bytes> result;
    for (const Object& object : scenario.before.objects) {
        const Object* after = find(scenario.after, object.name);
        const Cost old = cost_of(scenario, scenario.before, object);
        const Cost now = after ? cost_of(scenario, scenario.after, *after) : Cost{};
        const Bytes bytes{object.layout, old.bytes, now.bytes, old.per_slab, now.per_slab};
        const auto same = [&](const Bytes& b) {
            return b.layout == bytes.layout && b.object_before == bytes.object_before && b.object_after == bytes.object_after &&
                   b.per_slab_before == bytes.per_slab_before;
        };
        if (std::ranges::none_of(result, same)) result.push_back(bytes);
    }
    return result;
}

bool changes_no_address(const Scenario& scenario) {
    const Side& before = scenario.before;
    const Side& after = scenario.after;
    if (before.mix.text != after.mix.text) return false;
    for (const auto& [object, field] : touched(before)) {
        const Object* a = find(before, object);
        const Object* b = find(after, object);
        if (!a || !b || !same_places(scenario, *a, *b)) return false;
        if (place_of(before, object, field) != place_of(after, object, field)) return false;
    }
    return true;
}

std::vector<std::string> notes(const Scenario& scenario) {
    std::vector<std::string> result = scenario.remarks;
    for (const Variant variant : {Variant::Before, Variant::After}) {
        if (variant == Variant::After && !scenario.fixed) continue;
        const Side& side = scenario.side(variant);
        for (const auto& [name, layout] : side.layouts)
            for (const std::string& note : layout.notes) result.push_back(fmt::format("layout {}: {}", name, note));
        for (const Object& object : side.objects) {
            const layout::Layout& layout = side.layouts.at(object.layout);
            result.push_back(fmt::format("{} {}: {}", object.name, variant == Variant::Before ? "before" : "after",
                                         layout::describe(placement_of(scenario, object, layout, default_values(scenario)), layout.size)));
        }
    }
    std::vector<std::string> once;
    for (std::string& note : result)
        if (std::ranges::find(once, note) == once.end()) once.push_back(std::move(note));
    return once;
}

const layout::Layout& layout_of(const Scenario& scenario, Variant variant, const std::string& layout) {
    const auto& layouts = scenario.side(variant).layouts;
    const auto found = layouts.find(layout);
    if (found == layouts.end()) throw BadScenario(scenario.path, 1, "layouts", fmt::format("there is no layout {}", layout));
    return found->second;
}

void vary_place(Scenario& scenario, std::string_view key, std::uint64_t bytes) {
    std::string_view object, setting = key;
    for (const std::string_view known : {"base", "slab.align", "slab.bytes", "heap.align"})
        if (key.size() > known.size() && key.ends_with(known) && key[key.size() - known.size() - 1] == '.')
            object = key.substr(0, key.size() - known.size() - 1), setting = known;
    using Kind = layout::Placement::Kind;
    bool found = false;
    for (Side* side : {&scenario.before, &scenario.after}) {
        for (Object& o : side->objects) {
            if (!object.empty() && o.name != object) continue;
            found = true;
            const Kind kind = setting == "base" ? Kind::Base : setting == "heap.align" ? Kind::Heap : Kind::Slab;
            if (o.place.kind != kind) o.place = Place{kind, {}, {}};
            (setting == "slab.bytes" ? o.place.slab_bytes : o.place.number) = static_cast<double>(bytes);
        }
    }
    const bool known = setting == "base" || setting == "slab.align" || setting == "slab.bytes" || setting == "heap.align";
    if (!known || !found)
        throw BadScenario(
            "place", 1, key,
            "is nothing to vary; write place.base, place.slab.align, place.slab.bytes, place.heap.align or place.OBJECT.base");
    static_cast<void>(placements_of(scenario));  // refuses what is impossible
}

}  // namespace hitm::program
