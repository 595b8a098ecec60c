// A struct as the compiler laid it out: members with offset, size, alignment and nesting; and the readers that make one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace hitm::layout {

// The user's layout, edit or patch is wrong. The text reads "file:line: member: what is wrong; what would be right".
class BadLayout : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    BadLayout(std::string_view file, int line, std::string_view what);
};

// Bits of a bit-field, counted from the lowest bit of its storage unit (little endian).
struct BitField {
    std::uint64_t bit_offset = 0;
    std::uint64_t bit_size = 0;
    bool operator==(const BitField&) const = default;
};

// One member. Offsets and sizes are bytes. A bit-field's offset and size are those of its storage unit.
struct Member {
    enum class Kind { Plain, Struct, Union, Padding };

    std::string name{};          // empty: anonymous, its members are reached as if they stood outside
    std::string type{};          // as written; "struct" or "union" alone for a type without a name
    std::uint64_t offset = 0;    // from the start of the containing struct or union
    std::uint64_t size = 0;      // of all elements
    std::uint64_t align = 0;     // in effect for this member; 0: not known
    std::uint64_t elements = 1;  // product of the dimensions; 1: no array; 0: flexible array or zero-size marker
    std::optional<BitField> bits{};
    Kind kind = Kind::Plain;
    std::vector<Member> members{};  // of one element of a struct or union; empty when its inside is not known
    bool alignment_inferred = false;

    std::uint64_t forced_align = 0;           // asked for on the member itself (alignas, ____cacheline_aligned); 0: none
    std::uint64_t type_align = 0;             // asked for on its type: the size grows with it; 0: none
    std::vector<std::uint64_t> dimensions{};  // of an array, outermost first
    bool packed = false;                      // of a struct: its members stand without padding
    bool base = false;                        // a C++ base class: always in front
    std::uint64_t tail_free = 0;              // bytes at the end that the next member may use (C++ bases, no_unique_address)

    std::uint64_t element_size() const { return elements > 1 ? size / elements : size; }
    bool aggregate() const { return kind == Kind::Struct || kind == Kind::Union; }
    bool operator==(const Member&) const = default;
};

struct Place {
    std::uint64_t offset = 0;  // bytes from the start of the layout
    std::uint64_t size = 0;
    bool operator==(const Place&) const = default;
};

struct Flat {
    std::string path{};
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    bool operator==(const Flat&) const = default;
};

struct Layout {
    std::string name{};
    std::uint64_t size = 0;
    std::uint64_t align = 0;
    std::vector<Member> members{};
    std::string origin{};          // the file it was read from, or "fields"
    bool compiler_orders = false;  // the compiler chooses the order (Rust's default repr, the JVM): edits are refused
    std::vector<std::string> notes{};

    bool is_union = false;
    bool packed = false;
    std::uint64_t forced_align = 0;  // asked for on the struct itself; 0: none
    bool alignment_inferred = false;

    using Place = layout::Place;
    using Flat = layout::Flat;

    // "f_path.dentry", "slots[3].count"; anonymous members are transparent. A bit-field's place is the bytes its bits touch.
    // Throws BadLayout that names near misses.
    Place find(std::string_view path) const;
    std::optional<Place> try_find(std::string_view path) const;

    // The leaves in offset order (a union's alternatives one after the other), for naming the field at an offset. An array
    // of scalars, a typedef of a struct (spinlock_t), a struct with a single leaf, and an array of more than 64 structs
    // are one leaf each.
    std::vector<Flat> flatten() const;
};

// pahole's text in every version's form, also as pasted into mails (quoted, re-indented, wrapped). `struct_name` may be
// left out when the text holds one struct. C++ text that pahole got wrong is refused with the reason.
Layout read_pahole(std::string_view text, std::string_view file, std::string_view struct_name = "");

// BTF: /sys/kernel/btf/vmlinux, any raw BTF file, an ELF with .BTF, or split BTF with its base.
Layout read_btf(const std::filesystem::path& file, std::string_view struct_name, const std::filesystem::path& base = {});

// DWARF of a linked ELF file, C or C++ ("ns::Name" or "Name"). Rust's structs get compiler_orders.
Layout read_dwarf(const std::filesystem::path& file, std::string_view struct_name);

// Chooses the reader by the file's content: ELF with .BTF or DWARF, raw BTF, else pahole text.
Layout read_layout(const std::filesystem::path& file, std::string_view struct_name = "");

// A member written by hand; size and align are taken from the type where it is known.
struct Field {
    std::string name{};
    std::string type{};
    std::optional<std::uint64_t> size{};  // bytes of one element
    std::optional<std::uint64_t> align{};
    std::uint64_t count = 1;
    int line = 0;
};

// The fields laid out in their order by the C ABI (x86-64). `file` names the place in errors.
Layout from_fields(std::string_view name, std::span<const Field> fields, std::string_view file = "fields", std::uint64_t struct_align = 0);

}  // namespace hitm::layout
