// A layout from fields written by hand.
#include <set>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

Member member_of(const Field& field, std::string_view file) {
    auto fail = [&](const std::string& what) {
        throw BadLayout(file, field.line, (field.name.empty() ? "a field" : field.name) + ": " + what);
    };
    if (field.name.empty()) fail("has no name; a field needs a name and a type or a size");
    const auto fact = known_type(field.type);
    if (!field.size && !fact) fail("the size of type '" + field.type + "' is not known; say size: bytes");
    Member member{.name = field.name, .type = field.type.empty() ? "unsigned char" : field.type};
    const std::uint64_t size = field.size ? *field.size : fact->size;
    if (size > largest_struct_bytes || field.count > largest_struct_bytes) fail("is larger than 2 GiB; sizes are bytes");
    if (field.align && (!is_power_of_two(*field.align) || *field.align > 65536))
        fail("alignment " + std::to_string(*field.align) + " is no power of two up to 65536");
    member.size = size * field.count;
    if (member.size > largest_struct_bytes) fail("is larger than 2 GiB; sizes are bytes");
    member.elements = field.count;
    if (field.count != 1) member.dimensions = {field.count};
    bool inferred = false;
    const std::uint64_t natural = fact && fact->size == size ? fact->align : (inferred = true, type_alignment(member, inferred));
    member.align = field.align ? *field.align : natural;
    member.alignment_inferred = !field.align && inferred && !field.type.empty();
    if (field.align && *field.align > natural) member.forced_align = *field.align;
    return member;
}

}  // namespace

Layout from_fields(std::string_view name, std::span<const Field> fields, std::string_view file, std::uint64_t struct_align) {
    if (fields.empty()) throw BadLayout(file, 0, std::string(name) + ": no fields; a struct needs at least one");
    if (struct_align != 0 && (!is_power_of_two(struct_align) || struct_align > 65536))
        throw BadLayout(file, 0, std::string(name) + ": alignment " + std::to_string(struct_align) + " is no power of two up to 65536");
    Layout layout{.name = std::string(name), .origin = std::string(file)};
    layout.forced_align = struct_align;
    std::set<std::string> seen;
    for (const Field& field : fields) {
        layout.members.push_back(member_of(field, file));
        if (!seen.insert(field.name).second) throw BadLayout(file, field.line, field.name + ": named twice; names are unique in a struct");
    }
    Member whole = as_member(layout);
    lay_out(whole);
    put_back(layout, std::move(whole));
    return layout;
}

}  // namespace hitm::layout
