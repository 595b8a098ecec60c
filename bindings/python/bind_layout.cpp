// Layouts as dictionaries: read, edited, patched, looked at.
#include <fmt/format.h>

#include "bindings/python/bind.hpp"
#include "workloads/layout/edits.hpp"
#include "workloads/layout/patch.hpp"
#include "workloads/layout/placement.hpp"
#include "workloads/layout/ruler.hpp"

namespace hitm::python {
namespace {

using layout::Layout;
using layout::Member;
using Kind = Member::Kind;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;
constexpr int deepest = 40;
constexpr std::array kinds = {"plain", "struct", "union", "padding"};

py::dict from_member(const Member& m) {
    py::list members;
    for (const Member& inner : m.members) members.append(from_member(inner));
    py::object bits = py::none();
    if (m.bits) bits = py::make_tuple(m.bits->bit_offset, m.bits->bit_size);
    using namespace py::literals;
    return py::dict("name"_a = m.name, "type"_a = m.type, "offset"_a = m.offset, "size"_a = m.size, "align"_a = m.align,
                    "elements"_a = m.elements, "bits"_a = bits, "kind"_a = kinds.at(static_cast<std::size_t>(m.kind)),
                    "members"_a = members, "alignment_inferred"_a = m.alignment_inferred, "forced_align"_a = m.forced_align,
                    "type_align"_a = m.type_align, "dimensions"_a = m.dimensions, "packed"_a = m.packed, "base"_a = m.base,
                    "tail_free"_a = m.tail_free);
}

Kind kind_of(const std::string& text) {
    const auto found = std::ranges::find(kinds, text);
    if (found == kinds.end()) throw layout::BadLayout("kind: '" + text + "' is unknown; right would be plain, struct, union or padding");
    return static_cast<Kind>(found - kinds.begin());
}

[[noreturn]] void refuse(const Member& m, const std::string& what) {
    throw layout::BadLayout(fmt::format("member '{}': {}", m.name.substr(0, 60), what));
}

/// The claims that every reader of layouts makes good by construction.
void expect_sound(const Member& m, std::uint64_t holder) {
    if (m.offset > holder || m.size > holder - m.offset)
        refuse(m, fmt::format("bytes {} to {} are beyond the {} of what holds it; right would be an offset and size within", m.offset,
                              m.offset + m.size, holder));
    std::uint64_t product = 1;
    for (const auto dimension : m.dimensions) {
        if (dimension > most_bytes) refuse(m, "a dimension beyond 2^32");
        product *= dimension;
        if (product > most_bytes) refuse(m, "more than 2^32 elements");
    }
    if (!m.dimensions.empty() && product != m.elements)
        refuse(m, fmt::format("{} elements, but its dimensions say {}", m.elements, product));
    if (m.elements > most_bytes || (m.elements > 1 && m.size % m.elements != 0))
        refuse(m, fmt::format("{} bytes do not part into {} elements", m.size, m.elements));
    for (const auto align : {m.align, m.forced_align, m.type_align})
        if (align > (1U << 20U) || (align & (align - 1)) != 0) refuse(m, fmt::format("alignment {}; right would be a power of two", align));
    if (m.bits && (m.bits->bit_size > 8 * m.size || m.bits->bit_offset > 8 * m.size)) refuse(m, "bits beyond its storage unit");
    if (m.tail_free > m.size) refuse(m, "more free bytes at its end than it has");
}

Member to_member(const py::dict& d, std::uint64_t holder, int depth) {
    if (depth > deepest) throw layout::BadLayout(fmt::format("members nested deeper than {}; right would be fewer levels", deepest));
    const auto number = [&](const char* key) { return d[key].cast<std::uint64_t>(); };
    Member m{.name = d["name"].cast<std::string>(),
             .type = d["type"].cast<std::string>(),
             .offset = number("offset"),
             .size = number("size"),
             .align = number("align"),
             .elements = number("elements"),
             .kind = kind_of(d["kind"].cast<std::string>()),
             .alignment_inferred = d["alignment_inferred"].cast<bool>(),
             .forced_align = number("forced_align"),
             .type_align = number("type_align"),
             .dimensions = d["dimensions"].cast<std::vector<std::uint64_t>>(),
             .packed = d["packed"].cast<bool>(),
             .base = d["base"].cast<bool>(),
             .tail_free = number("tail_free")};
    if (!d["bits"].is_none()) {
        const auto [offset, size] = d["bits"].cast<std::pair<std::uint64_t, std::uint64_t>>();
        m.bits = layout::BitField{offset, size};
    }
    expect_sound(m, holder);
    for (const auto inner : d["members"]) m.members.push_back(to_member(inner.cast<py::dict>(), m.element_size(), depth + 1));
    return m;
}

py::dict from_edited(const layout::Edited& edited) {
    using namespace py::literals;
    const py::object second = edited.second ? py::object(from_layout(*edited.second)) : py::none();
    return py::dict("layout"_a = from_layout(edited.layout), "second"_a = second, "renamed"_a = edited.renamed, "notes"_a = edited.notes);
}

layout::Patch patch_of(const std::string& text, const std::string& file, const std::map<std::string, std::uint64_t>& macros) {
    return layout::read_patch(text, file, {.macros = macros, .line_bytes = 64});
}

std::uint64_t line_of(std::uint64_t bytes) {
    if (bytes < 8 || bytes > 4096 || (bytes & (bytes - 1)) != 0)
        throw layout::BadLayout(fmt::format("line_bytes: {} is no cache line; right would be a power of two from 8 to 4096", bytes));
    return bytes;
}

void bind_readers(py::module_& m) {
    m.def(
        "read_layout", [](const std::string& file, const std::string& name) { return from_layout(layout::read_layout(file, name)); },
        py::arg("file"), py::arg("struct_name"));
    m.def(
        "read_btf",
        [](const std::string& file, const std::string& name, const std::string& base) {
            return from_layout(layout::read_btf(file, name, base));
        },
        py::arg("file"), py::arg("struct_name"), py::arg("base"));
    m.def(
        "parse_pahole",
        [](const std::string& text, const std::string& file, const std::string& name) {
            return from_layout(layout::read_pahole(text, file, name));
        },
        py::arg("text"), py::arg("file"), py::arg("struct_name"));
    m.def(
        "layout_of_fields",
        [](const std::string& name, const std::vector<std::tuple<std::string, std::string, std::uint64_t>>& fields, std::uint64_t align) {
            std::vector<layout::Field> all;
            for (const auto& [field, type, count] : fields) {
                if (count > most_bytes) throw layout::BadLayout("field '" + field + "': more than 2^32 elements");
                all.push_back({.name = field, .type = type, .count = count});
            }
            return from_layout(layout::from_fields(name, all, "fields", align));
        },
        py::arg("name"), py::arg("fields"), py::arg("align"));
}

void bind_changes(py::module_& m) {
    m.def(
        "edit_layout",
        [](const py::dict& before, const std::vector<std::string>& edits) {
            return from_edited(layout::apply(to_layout(before), layout::parse_edits(edits, "edit")));
        },
        py::arg("layout"), py::arg("edits"));
    m.def(
        "patch_layout",
        [](const py::dict& before, const std::string& text, const std::string& file, const std::map<std::string, std::uint64_t>& macros) {
            const auto patch = patch_of(text, file, macros);
            auto edited = layout::apply(to_layout(before), patch);
            for (const auto& trouble : patch.not_understood) edited.notes.push_back("not understood: " + trouble);
            return from_edited(edited);
        },
        py::arg("layout"), py::arg("text"), py::arg("file"), py::arg("macros"));
}

}  // namespace

py::dict from_layout(const Layout& l) {
    py::list members;
    for (const Member& m : l.members) members.append(from_member(m));
    using namespace py::literals;
    return py::dict("name"_a = l.name, "size"_a = l.size, "align"_a = l.align, "members"_a = members, "origin"_a = l.origin,
                    "compiler_orders"_a = l.compiler_orders, "notes"_a = l.notes, "is_union"_a = l.is_union, "packed"_a = l.packed,
                    "forced_align"_a = l.forced_align, "alignment_inferred"_a = l.alignment_inferred);
}

namespace {

/// Throws py::cast_error where a value is of another kind.
Layout cast_layout(const py::dict& d) {
    Layout l{.name = d["name"].cast<std::string>(),
             .size = d["size"].cast<std::uint64_t>(),
             .align = d["align"].cast<std::uint64_t>(),
             .origin = d["origin"].cast<std::string>(),
             .compiler_orders = d["compiler_orders"].cast<bool>(),
             .notes = d["notes"].cast<std::vector<std::string>>(),
             .is_union = d["is_union"].cast<bool>(),
             .packed = d["packed"].cast<bool>(),
             .forced_align = d["forced_align"].cast<std::uint64_t>(),
             .alignment_inferred = d["alignment_inferred"].cast<bool>()};
    if (l.size > most_bytes) throw layout::BadLayout(fmt::format("size: {} bytes; right would be at most 2^32", l.size));
    for (const auto align : {l.align, l.forced_align})
        if (align > (1U << 20U) || (align & (align - 1)) != 0)
            throw layout::BadLayout(fmt::format("align: {}; right would be a power of two", align));
    for (const auto member : d["members"]) l.members.push_back(to_member(member.cast<py::dict>(), l.size, 1));
    return l;
}

}  // namespace

Layout to_layout(const py::dict& d) {
    try {
        return cast_layout(d);
    } catch (const py::cast_error&) {
        throw layout::BadLayout(
            "layout: a value of it or of a member is of the wrong kind; right would be texts, and whole numbers from 0 to 2^64 - 1");
    }
}

void bind_layout(py::module_& m) {
    bind_readers(m);
    bind_changes(m);
    m.def(
        "find_field",
        [](const py::dict& l, const std::string& path) {
            const auto place = to_layout(l).find(path);
            return std::pair{place.offset, place.size};
        },
        py::arg("layout"), py::arg("path"));
    m.def(
        "flat_fields",
        [](const py::dict& l) {
            std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> fields;
            for (const auto& f : to_layout(l).flatten()) fields.emplace_back(f.path, f.offset, f.size);
            return fields;
        },
        py::arg("layout"));
    m.def(
        "ruler", [](const py::dict& l, std::uint64_t line_bytes) { return layout::print(to_layout(l), line_of(line_bytes)); },
        py::arg("layout"), py::arg("line_bytes"));
    m.def(
        "ruler_beside",
        [](const py::dict& before, const py::dict& after, std::uint64_t line_bytes) {
            return layout::print_beside(to_layout(before), to_layout(after), line_of(line_bytes));
        },
        py::arg("before"), py::arg("after"), py::arg("line_bytes"));
    m.def(
        "slab_objects",
        [](std::uint64_t size, std::uint64_t align, std::uint64_t slab_bytes) { return layout::objects_per_slab(size, align, slab_bytes); },
        py::arg("object_bytes"), py::arg("align"), py::arg("slab_bytes"));
}

}  // namespace hitm::python
