// The sections `layouts` and `objects`: which structs there are, how many objects of them, and where they stand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

using layout::Layout;

layout::Field read_field(Reader& reader, const Node& node) {
    reader.expect_keys(node, "fields", {"name", "type", "size", "align", "count"});
    layout::Field field;
    field.line = node.line;
    field.name = reader.name(reader.need(node, "fields", "name", "name: hits"), "name");
    if (const Node* type = node.find("type")) field.type = reader.text(*type, "type");
    if (const Node* size = node.find("size")) field.size = reader.whole(*size, "size", 1, 1U << 24U);
    if (const Node* align = node.find("align")) field.align = reader.whole(*align, "align", 1, 1U << 20U);
    if (const Node* count = node.find("count")) field.count = reader.whole(*count, "count", 1, 1U << 24U);
    if (field.type.empty() && !field.size) reader.wrong(node.line, field.name, "has neither type nor size; for example type: u64");
    return field;
}

Layout layout_from_fields(Reader& reader, const Node& node, const std::string& name) {
    reader.expect_keys(node, name, {"fields", "align"});
    std::vector<layout::Field> fields;
    for (const Node& item : reader.list(*node.find("fields"), "fields")) fields.push_back(read_field(reader, item));
    if (fields.empty()) reader.wrong(node.line, name, "has no fields; write at least one {name: …, type: …}");
    const Node* align = node.find("align");
    return layout::from_fields(name, fields, reader.file(), align ? reader.whole(*align, "align", 1, 1U << 20U) : 0);
}

std::string struct_of(Reader& reader, const Node& node, const std::string& name) {
    const Node* wanted = node.find("struct");
    return wanted ? reader.text(*wanted, "struct") : name;
}

Layout read_one_layout(Reader& reader, const Node::Entry& entry) {
    const Node& node = entry.value;
    if (node.find("fields")) return layout_from_fields(reader, node, entry.key);
    if (const Node* file = node.find("read")) {
        reader.expect_keys(node, entry.key, {"read", "struct"});
        const Node* wanted = node.find("struct");
        const std::string text = reader.read_file(*file, "read");
        return layout::read_pahole(text, reader.path(*file, "read").string(), wanted ? reader.text(*wanted, "struct") : "");
    }
    if (const Node* given = node.find("given")) {
        reader.expect_keys(node, entry.key, {"given"});
        return reader.given(*given, "given");
    }
    if (const Node* file = node.find("btf")) {
        reader.expect_keys(node, entry.key, {"btf", "struct", "base"});
        const Node* base = node.find("base");
        return layout::read_btf(reader.path(*file, "btf"), struct_of(reader, node, entry.key),
                                base ? reader.path(*base, "base") : std::filesystem::path{});
    }
    if (const Node* file = node.find("dwarf")) {
        reader.expect_keys(node, entry.key, {"dwarf", "struct"});
        return layout::read_dwarf(reader.path(*file, "dwarf"), struct_of(reader, node, entry.key));
    }
    reader.expect_keys(node, entry.key, {"read", "btf", "dwarf", "fields"});
    reader.wrong(entry.line, entry.key, "says not where the layout comes from; write read: FILE, btf: FILE, dwarf: FILE or fields: [ … ]");
}

/// The number of a place given as `{slab: {align: 64}}`, or 0 for `{slab: {}}`.
void read_alignment(Reader& reader, const Node& node, Place& place, bool slab) {
    if (node.kind == Node::Kind::Null) return;
    if (slab) reader.expect_keys(node, "slab", {"align", "bytes"});
    else reader.expect_keys(node, "heap", {"align"});
    if (const Node* align = node.find("align")) place.number = reader.amount(*align, "align", Reader::Dimension::Bytes);
    if (const Node* bytes = node.find("bytes")) place.slab_bytes = reader.amount(*bytes, "bytes", Reader::Dimension::Bytes);
}

std::uint64_t whole_bytes(const Reader& reader, const Amount& amount, std::string_view key, std::uint64_t most, bool power) {
    const double value = amount.quantity.value;
    const bool whole = value >= 0 && value == std::floor(value) && value <= static_cast<double>(most);
    const auto bytes = whole ? static_cast<std::uint64_t>(value) : 0;
    if (!whole || (power && (bytes & (bytes - 1)) != 0))
        reader.wrong(amount.line, key,
                     fmt::format("{} bytes are not possible; write a {} up to {}", value, power ? "power of two" : "whole number", most));
    return bytes;
}

void read_home(Reader& reader, const Node& node, Object& object) {
    const std::string text = reader.text(node, "home");
    using Kind = workloads::NumaHome::Kind;
    if (text == "interleave") object.home = Kind::Interleave;
    else if (text == "first-touch") object.home = Kind::FirstTouch;
    else if (text.starts_with("node ")) {
        object.home = Kind::Node;
        object.node = reader.amount(std::string_view(text).substr(5), node.line, "home", Reader::Dimension::Count);
        if (object.node.quantity.value > 4095)
            reader.wrong(node.line, "home", "no machine has so many NUMA nodes; write node 0 to node 4095");
    } else reader.wrong(node.line, "home", fmt::format("{} is no home; write interleave, first-touch or node N", describe(node)));
}

void read_initial(Reader& reader, const Node& node, Object& object) {
    if (node.kind != Node::Kind::Map) reader.wrong(node.line, "initial", "write field: number, for example {count: 1}");
    for (const Node::Entry& entry : node.entries) {
        const std::optional<Quantity> value = parse_quantity(reader.text(entry.value, entry.key));
        if (!value || value->unit != Quantity::Unit::Number || value->value != std::floor(value->value) || std::abs(value->value) > 9e15)
            reader.wrong(entry.line, entry.key, fmt::format("{} is no value; write a whole number", describe(entry.value)));
        object.initial[entry.key] = static_cast<std::int64_t>(value->value);
    }
}

Object read_object(Reader& reader, const Node::Entry& entry, const std::map<std::string, Layout>& layouts) {
    Object object;
    reader.check_name(entry.key, entry.line, "objects");
    object.name = entry.key;
    object.line = entry.line;
    const Node& node = entry.value;
    reader.expect_keys(node, entry.key, {"layout", "count", "place", "home", "per", "initial"});
    object.layout = reader.text(reader.need(node, entry.key, "layout", "layout: file"), "layout");
    if (!layouts.contains(object.layout)) {
        std::vector<std::string> names;
        for (const auto& [name, unused] : layouts) names.push_back(name);
        reader.wrong(node.find("layout")->line, "layout",
                     fmt::format("there is no layout {}{}", object.layout, hint(object.layout, names)));
    }
    if (const Node* per = node.find("per")) {
        const std::string text = reader.text(*per, "per");
        if (text != "thread" && text != "cpu")
            reader.wrong(per->line, "per", fmt::format("{} is not possible; write thread or cpu", describe(*per)));
        if (node.find("count")) reader.wrong(per->line, "per", "stands beside count; there is one object for each thread, take count out");
        object.per = text == "cpu" ? Object::Per::Cpu : Object::Per::Thread;
    }
    if (const Node* count = node.find("count")) {
        object.count = reader.amount(*count, "count", Reader::Dimension::Count);
        if (!(object.count.quantity.value >= 1 && object.count.quantity.value <= (1U << 24U)))
            reader.wrong(count->line, "count",
                         fmt::format("{} objects are not possible; write 1 to 16777216", object.count.quantity.value));
    }
    if (const Node* place = node.find("place")) object.place = read_place(reader, *place);
    if (const Node* home = node.find("home")) read_home(reader, *home, object);
    if (const Node* initial = node.find("initial")) read_initial(reader, *initial, object);
    return object;
}

}  // namespace

std::map<std::string, Layout> read_layouts(Reader& reader, const Node& node) {
    if (node.kind != Node::Kind::Map)
        reader.wrong(node.line, "layouts", fmt::format("{} where a mapping is wanted; write NAME: {{read: FILE}}", describe(node)));
    std::map<std::string, Layout> result;
    for (const Node::Entry& entry : node.entries) {
        reader.check_name(entry.key, entry.line, "layouts");
        if (entry.value.kind != Node::Kind::Map) reader.expect_keys(entry.value, entry.key, {"read", "btf", "dwarf", "fields"});
        result.emplace(entry.key, read_one_layout(reader, entry));
    }
    return result;
}

Place read_place(Reader& reader, const Node& node) {
    Place place;
    using Kind = layout::Placement::Kind;
    if (node.kind == Node::Kind::Text && (node.text == "array" || node.text == "slab" || node.text == "heap")) {
        place.kind = node.text == "array" ? Kind::Array : node.text == "slab" ? Kind::Slab : Kind::Heap;
        return place;
    }
    reader.expect_keys(node, "place", {"base", "slab", "heap", "array"});
    if (node.entries.size() != 1)
        reader.wrong(node.line, "place", "write one of {base: OFFSET}, {slab: {align: N}}, array, {heap: {align: N}}");
    const Node::Entry& entry = node.entries.front();
    if (entry.key == "array") reader.wrong(entry.line, "place", "an array has no settings; write place: array");
    place.kind = entry.key == "base" ? Kind::Base : entry.key == "slab" ? Kind::Slab : Kind::Heap;
    if (place.kind == Kind::Base) place.number = reader.amount(entry.value, "base", Reader::Dimension::Bytes);
    else read_alignment(reader, entry.value, place, place.kind == Kind::Slab);
    if (place.kind == Kind::Base) whole_bytes(reader, place.number, "base", 4095, false);
    else whole_bytes(reader, place.number, "align", 1U << 20U, true);
    whole_bytes(reader, place.slab_bytes, "bytes", 1U << 24U, true);
    return place;
}

std::vector<Object> read_objects(Reader& reader, const Node& node, const std::map<std::string, Layout>& layouts) {
    if (node.kind != Node::Kind::Map)
        reader.wrong(node.line, "objects", fmt::format("{} where a mapping is wanted; write NAME: {{layout: …}}", describe(node)));
    std::vector<Object> result;
    for (const Node::Entry& entry : node.entries) result.push_back(read_object(reader, entry, layouts));
    if (result.size() > 64) reader.wrong(node.line, "objects", "more than 64 classes of objects; use count for many of one kind");
    std::ranges::sort(result, {}, &Object::name);
    return result;
}

}  // namespace hitm::program
