// The reader of DWARF, on libdw: C and C++ with bases, alignas and no_unique_address.
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/names.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

constexpr int deepest_chain = 64;
constexpr Dwarf_Word rust = 0x1c;  // DW_LANG_Rust

std::optional<std::uint64_t> number(Dwarf_Die* die, unsigned attribute) {
    Dwarf_Attribute found;
    Dwarf_Word value = 0;
    if (!dwarf_attr_integrate(die, attribute, &found) || dwarf_formudata(&found, &value) != 0) return std::nullopt;
    return value;
}

bool has(Dwarf_Die* die, unsigned attribute) { return dwarf_hasattr(die, attribute) != 0; }

std::string name_of(Dwarf_Die* die) {
    const char* text = dwarf_diename(die);
    return text ? text : "";
}

std::optional<Dwarf_Die> type_of(Dwarf_Die* die) {
    Dwarf_Attribute found;
    Dwarf_Die target;
    if (!dwarf_attr_integrate(die, DW_AT_type, &found) || !dwarf_formref_die(&found, &target)) return std::nullopt;
    return target;
}

std::vector<Dwarf_Die> children_of(Dwarf_Die* die) {
    std::vector<Dwarf_Die> children;
    Dwarf_Die child;
    if (dwarf_child(die, &child) != 0) return children;
    do children.push_back(child);
    while (dwarf_siblingof(&child, &child) == 0);
    return children;
}

bool holds_members(int tag) { return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type; }

// A member's byte offset; none for a virtual base, whose place the object itself tells at run time.
std::optional<std::uint64_t> location(Dwarf_Die* die) {
    Dwarf_Attribute found;
    if (!dwarf_attr(die, DW_AT_data_member_location, &found)) return 0;
    Dwarf_Word value = 0;
    if (dwarf_formudata(&found, &value) == 0) return value;
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (dwarf_getlocation(&found, &operations, &count) == 0 && count == 1 && operations[0].atom == DW_OP_plus_uconst)
        return operations[0].number;
    return std::nullopt;
}

// An open ELF file's debug information; closes it.
class Debug {
public:
    explicit Debug(const std::filesystem::path& file) : file_(file) {
        descriptor_ = open(file.c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor_ < 0) throw BadLayout(file.string(), 0, "cannot be opened");
        dwarf_ = dwarf_begin(descriptor_, DWARF_C_READ);
        const char* why = dwarf_ ? nullptr : dwarf_errmsg(-1);
        GElf_Ehdr header;
        const bool relocatable = dwarf_ && gelf_getehdr(dwarf_getelf(dwarf_), &header) && header.e_type == ET_REL;
        if (dwarf_ && !relocatable) return;
        close_all();
        if (relocatable)
            throw BadLayout(file.string(), 0, "is an object file before linking; would be right: the linked program or library");
        throw BadLayout(file.string(), 0,
                        fmt::format("holds no DWARF ({}); would be right: a program built with -g", why ? why : "unknown"));
    }
    ~Debug() { close_all(); }
    Debug(const Debug&) = delete;
    Debug& operator=(const Debug&) = delete;

    Dwarf* get() const { return dwarf_; }

private:
    void close_all() {
        if (dwarf_) dwarf_end(dwarf_);
        if (descriptor_ >= 0) close(descriptor_);
    }

    std::filesystem::path file_;
    int descriptor_ = -1;
    Dwarf* dwarf_ = nullptr;
};

// DWARF types as members.
class DieTree {
public:
    std::vector<std::string> notes;

    const Member& aggregate(Dwarf_Die die, const std::string& name) {
        const Dwarf_Off where = dwarf_dieoffset(&die);
        const auto found = known_.find(where);
        if (found != known_.end()) return found->second;
        Member whole;
        whole.kind = dwarf_tag(&die) == DW_TAG_union_type ? Member::Kind::Union : Member::Kind::Struct;
        whole.type = (whole.kind == Member::Kind::Union ? "union" : "struct") + (name.empty() ? "" : " " + name);
        whole.size = number(&die, DW_AT_byte_size).value_or(0);
        whole.type_align = number(&die, DW_AT_alignment).value_or(0);
        for (Dwarf_Die& child : children_of(&die)) add(child, whole);
        order(whole);
        infer_alignments(whole, Evidence::Holes);
        return known_.emplace(where, std::move(whole)).first->second;
    }

private:
    // gcc lists members in the order of the source; bases stand in front.
    static void order(Member& whole) {
        if (whole.kind == Member::Kind::Union) return;
        auto bit = [](const Member& m) { return m.offset * 8 + (m.bits ? m.bits->bit_offset : 0); };
        const bool vptr_late =
            std::any_of(whole.members.begin(), whole.members.end(), [](const Member& m) { return m.name.starts_with("_vptr"); });
        if (vptr_late)
            std::stable_sort(whole.members.begin(), whole.members.end(), [&](const Member& a, const Member& b) { return bit(a) < bit(b); });
    }

    void add(Dwarf_Die& die, Member& whole) {
        const int tag = dwarf_tag(&die);
        const bool base = tag == DW_TAG_inheritance;
        if ((tag != DW_TAG_member && !base) || has(&die, DW_AT_external) || has(&die, DW_AT_declaration) || has(&die, DW_AT_const_value))
            return;
        const auto type = type_of(&die);
        Member member = type ? of_type(*type, 0) : Member{};
        const auto offset = location(&die);
        if (!offset)
            return void(notes.push_back(fmt::format("{}: a virtual base, its place is decided at run time; it is left out", member.type)));
        member.name = base ? "" : name_of(&die);
        member.base = base;
        member.offset = *offset;
        member.forced_align = std::max(member.forced_align, number(&die, DW_AT_alignment).value_or(0));
        add_bits(die, member);
        whole.members.push_back(std::move(member));
    }

    // DWARF 4 and 5 count from the struct's start; before, from the highest bit of the storage unit.
    static void add_bits(Dwarf_Die& die, Member& member) {
        const auto width = number(&die, DW_AT_bit_size);
        if (!width || member.size == 0) return;
        std::uint64_t bit = member.offset * 8;
        if (const auto from_start = number(&die, DW_AT_data_bit_offset)) bit = *from_start;
        else if (const auto from_top = number(&die, DW_AT_bit_offset))
            bit += number(&die, DW_AT_byte_size).value_or(member.size) * 8 - *from_top - *width;
        member.offset = bit / (member.size * 8) * member.size;
        if (bit - member.offset * 8 + *width > member.size * 8) member.offset = bit / 8;
        member.bits = BitField{bit - member.offset * 8, *width};
    }

    Member of_type(Dwarf_Die die, int depth) {
        if (depth > deepest_chain) return {};
        switch (dwarf_tag(&die)) {
            case DW_TAG_typedef: return typedefed(die, depth);
            case DW_TAG_const_type:
            case DW_TAG_volatile_type:
            case DW_TAG_restrict_type:
            case DW_TAG_atomic_type: return target(die, depth);
            case DW_TAG_array_type: return array(die, depth);
            case DW_TAG_structure_type:
            case DW_TAG_class_type:
            case DW_TAG_union_type: return aggregate(die, qualified(die));
            default: return scalar(die, depth);
        }
    }

    Member target(Dwarf_Die& die, int depth) {
        const auto inner = type_of(&die);
        return inner ? of_type(*inner, depth + 1) : Member{};
    }

    Member typedefed(Dwarf_Die& die, int depth) {
        Member made = target(die, depth);
        if (made.dimensions.empty()) made.type = name_of(&die);
        made.forced_align = std::max(made.forced_align, number(&die, DW_AT_alignment).value_or(0));
        return made;
    }

    Member array(Dwarf_Die& die, int depth) {
        Member made = target(die, depth);
        std::vector<std::uint64_t> dimensions;
        for (Dwarf_Die& child : children_of(&die)) {
            if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
            std::uint64_t count = 0;
            if (const auto given = number(&child, DW_AT_count)) count = *given;
            else if (const auto last = number(&child, DW_AT_upper_bound)) count = *last + 1;
            dimensions.push_back(count > largest_struct_bytes ? 0 : count);
        }
        for (std::uint64_t count : dimensions) made.elements *= count, made.size *= count;
        made.dimensions.insert(made.dimensions.begin(), dimensions.begin(), dimensions.end());
        return made;
    }

    Member scalar(Dwarf_Die& die, int depth) {
        Member made;
        const int tag = dwarf_tag(&die);
        const bool pointer = tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
        made.type = name_of(&die);
        if (pointer) {
            const auto inner = type_of(&die);
            made.type = (inner ? spelled(*inner, depth + 1) : "void") + " *";
        }
        if (tag == DW_TAG_enumeration_type) made.type = made.type.empty() ? "enum" : "enum " + made.type;
        if (tag == DW_TAG_ptr_to_member_type) made.type = "pointer to member";
        made.size = number(&die, DW_AT_byte_size).value_or(pointer || tag == DW_TAG_unspecified_type ? 8 : 0);
        if (tag == DW_TAG_ptr_to_member_type && made.size == 0) made.size = to_function(die) ? 16 : 8;
        made.align = std::clamp<std::uint64_t>(made.size, 1, tag == DW_TAG_ptr_to_member_type ? 8 : 16);
        return made;
    }

    static bool to_function(Dwarf_Die& die) {
        auto inner = type_of(&die);
        return inner && dwarf_tag(&*inner) == DW_TAG_subroutine_type;
    }

    // What a pointer points to, without looking inside.
    std::string spelled(Dwarf_Die die, int depth) const {
        const auto inner = type_of(&die);
        const int tag = dwarf_tag(&die);
        if (depth > deepest_chain) return "void";
        if (tag == DW_TAG_const_type) return "const " + (inner ? spelled(*inner, depth + 1) : "void");
        if (tag == DW_TAG_pointer_type) return (inner ? spelled(*inner, depth + 1) : "void") + " *";
        if (tag == DW_TAG_subroutine_type) return "void (*)()";
        if (holds_members(tag)) return (tag == DW_TAG_union_type ? "union " : "struct ") + name_of(&die);
        if (tag == DW_TAG_enumeration_type) return "enum " + name_of(&die);
        const std::string own = name_of(&die);
        return !own.empty() || !inner ? own : spelled(*inner, depth + 1);
    }

    // "ns::Outer::Name"
    static std::string qualified(Dwarf_Die& die) {
        std::string name = name_of(&die);
        if (name.empty()) return name;
        Dwarf_Die* scopes = nullptr;
        const int count = dwarf_getscopes_die(&die, &scopes);
        for (int i = 1; i < count; ++i) {
            const int tag = dwarf_tag(&scopes[i]);
            if (tag == DW_TAG_namespace || holds_members(tag)) name = name_of(&scopes[i]) + "::" + name;
        }
        free(scopes);
        return name;
    }

    std::map<Dwarf_Off, Member> known_;
};

struct Candidate {
    Dwarf_Die die{};
    std::string name;
    bool rust_made = false;
};

// Walks the units for definitions of the wanted name.
class Search {
public:
    Search(Dwarf* dwarf, std::string_view wanted) : wanted_(wanted) {
        Dwarf_CU* unit = nullptr;
        Dwarf_Die root{}, sub{};
        std::uint8_t kind = 0;
        while (dwarf_get_units(dwarf, unit, &unit, nullptr, &kind, &root, &sub) == 0) {
            rust_ = number(&root, DW_AT_language).value_or(0) == rust;
            walk(root, "", 0);
        }
    }
    std::vector<Candidate> found;
    std::set<std::string> names;

private:
    void walk(Dwarf_Die& die, const std::string& scope, int depth) {
        if (depth > deepest_chain) return;
        for (Dwarf_Die& child : children_of(&die)) {
            const int tag = dwarf_tag(&child);
            const std::string own = name_of(&child);
            if (holds_members(tag) && !own.empty() && !has(&child, DW_AT_declaration)) offer(child, scope + own);
            if (tag == DW_TAG_typedef) offer_typedef(child, scope + own);
            if (tag == DW_TAG_namespace || holds_members(tag)) walk(child, own.empty() ? scope : scope + own + "::", depth + 1);
        }
    }

    void offer_typedef(Dwarf_Die& die, const std::string& name) {
        auto inner = type_of(&die);
        if (inner && holds_members(dwarf_tag(&*inner)) && name_of(&*inner).empty()) offer(*inner, name);
    }

    void offer(Dwarf_Die& die, const std::string& name) {
        names.insert(name);
        if (name == wanted_ || name.ends_with("::" + std::string(wanted_))) found.push_back({die, name, rust_});
    }

    std::string_view wanted_;
    bool rust_ = false;
};

}  // namespace

Layout read_dwarf(const std::filesystem::path& file, std::string_view struct_name) {
    if (struct_name.empty()) throw BadLayout(file.string(), 0, "DWARF holds many structs; say which");
    const Debug debug(file);
    Search search(debug.get(), struct_name);
    const std::vector<std::string> names(search.names.begin(), search.names.end());
    if (search.found.empty())
        throw BadLayout(file.string(), 0, fmt::format("no struct '{}' in it{}", struct_name, near_misses(names, struct_name)));
    std::stable_sort(search.found.begin(), search.found.end(),
                     [](const Candidate& a, const Candidate& b) { return a.name.size() < b.name.size(); });
    Candidate chosen = search.found[0];
    for (const Candidate& other : search.found)
        if (other.name != chosen.name && chosen.name != struct_name)
            throw BadLayout(file.string(), 0, fmt::format("'{}' is both {} and {}; say which", struct_name, chosen.name, other.name));
    DieTree tree;
    Member whole = tree.aggregate(chosen.die, chosen.name);
    if (whole.members.empty()) throw BadLayout(file.string(), 0, fmt::format("struct {} has no members", struct_name));
    Layout layout;
    layout.name = chosen.name;
    layout.origin = file.string();
    layout.is_union = whole.kind == Member::Kind::Union;
    layout.compiler_orders = chosen.rust_made;
    layout.notes = tree.notes;
    if (chosen.rust_made)
        layout.notes.push_back("Rust: DWARF does not tell repr(C) from the default repr, so the order counts as the compiler's");
    put_back(layout, std::move(whole));
    return layout;
}

}  // namespace hitm::layout
