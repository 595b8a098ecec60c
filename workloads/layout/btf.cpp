// The reader of BTF, on libbpf.
#include "workloads/layout/btf.hpp"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/names.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

constexpr int deepest_chain = 64;

struct Freed {
    void operator()(btf* types) const { btf__free(types); }
};
using Types = std::unique_ptr<btf, Freed>;

// A split BTF's base must outlive it.
struct Loaded {
    Types base, types;
};

Types parse(const std::filesystem::path& file, btf* base) {
    libbpf_set_print(nullptr);  // its own messages go to stderr and say less than ours
    Types types(base ? btf__parse_split(file.c_str(), base) : btf__parse(file.c_str(), nullptr));
    if (types) return types;
    if (!std::filesystem::exists(file)) throw BadLayout(file.string(), 0, "no such file");
    throw BadLayout(
        file.string(), 0,
        base ? "holds no BTF that fits its base"
             : "holds no BTF; would be right: /sys/kernel/btf/vmlinux, raw BTF, or an ELF file with .BTF (a module's needs its base)");
}

Loaded load(const std::filesystem::path& file, const std::filesystem::path& base) {
    Loaded loaded;
    if (!base.empty()) loaded.base = parse(base, nullptr);
    loaded.types = parse(file, loaded.base.get());
    return loaded;
}

// BTF types as members; expanded structs are kept, the same type comes up many times.
class TypeTree {
public:
    TypeTree(const btf* types, Evidence evidence) : types_(types), evidence_(evidence) {}

    const btf_type* type(std::uint32_t id) const { return btf__type_by_id(types_, id); }
    std::string name(const btf_type* one) const {
        const char* text = one ? btf__name_by_offset(types_, one->name_off) : nullptr;
        return text ? text : "";
    }

    // A struct or union with its members, alignments inferred.
    const Member& aggregate(std::uint32_t id) {
        const auto found = known_.find(id);
        if (found != known_.end()) return found->second;
        const btf_type* one = type(id);
        Member whole;
        whole.kind = btf_is_union(one) ? Member::Kind::Union : Member::Kind::Struct;
        whole.type = spelled(one);
        whole.size = one->size;
        for (std::uint32_t i = 0; i < btf_vlen(one); ++i) whole.members.push_back(member(one, i));
        infer_alignments(whole, evidence_);
        return known_.emplace(id, std::move(whole)).first->second;
    }

private:
    std::string spelled(const btf_type* one) const {
        const std::string own = name(one);
        const std::string word = btf_is_union(one) ? "union" : "struct";
        return own.empty() ? word : word + " " + own;
    }

    Member member(const btf_type* whole, std::uint32_t index) {
        const btf_member* one = btf_members(whole) + index;
        Member made = of_type(one->type, 0);
        const char* text = btf__name_by_offset(types_, one->name_off);
        made.name = text ? text : "";
        const std::uint64_t bit = btf_member_bit_offset(whole, index);
        const std::uint64_t width = btf_member_bitfield_size(whole, index);
        if (width == 0 || made.size == 0) {
            made.offset = bit / 8;
            return made;
        }
        made.offset = bit / (made.size * 8) * made.size;
        if (bit - made.offset * 8 + width > made.size * 8) made.offset = bit / 8;  // packed: over the unit's end
        made.bits = BitField{bit - made.offset * 8, width};
        return made;
    }

    // Type, size and alignment; a typedef gives its name.
    Member of_type(std::uint32_t id, int depth) {
        const btf_type* one = id == 0 ? nullptr : type(id);
        Member made;
        if (!one || depth > deepest_chain) {
            made.type = "void";
            return made;
        }
        switch (btf_kind(one)) {
            case BTF_KIND_TYPEDEF:
                made = of_type(one->type, depth + 1);
                made.type = made.dimensions.empty() ? name(one) : made.type;
                return made;
            case BTF_KIND_CONST: return qualified(of_type(one->type, depth + 1), "const ");
            case BTF_KIND_VOLATILE: return qualified(of_type(one->type, depth + 1), "volatile ");
            case BTF_KIND_RESTRICT:
            case BTF_KIND_TYPE_TAG: return of_type(one->type, depth + 1);
            case BTF_KIND_PTR: return pointer(one, depth);
            case BTF_KIND_ARRAY: return array(one, depth);
            case BTF_KIND_STRUCT:
            case BTF_KIND_UNION: return aggregate(id);
            case BTF_KIND_FWD:
            case BTF_KIND_FUNC:
            case BTF_KIND_FUNC_PROTO: made.type = name(one); return made;
            default: break;
        }
        const bool enumeration = btf_is_any_enum(one);
        made.type = enumeration ? (name(one).empty() ? "enum" : "enum " + name(one)) : name(one);
        made.size = one->size;
        made.align = std::clamp<std::uint64_t>(made.size, 1, 16);
        return made;
    }

    static Member qualified(Member made, const char* word) {
        if (!made.aggregate() && !made.type.ends_with("*")) made.type = word + made.type;
        return made;
    }

    Member pointer(const btf_type* one, int depth) {
        Member made;
        made.size = made.align = 8;
        made.type = target(one->type, depth + 1) + " *";
        return made;
    }

    // What a pointer points to, without looking inside of structs.
    std::string target(std::uint32_t id, int depth) const {
        const btf_type* one = id == 0 ? nullptr : type(id);
        if (!one || depth > deepest_chain) return "void";
        switch (btf_kind(one)) {
            case BTF_KIND_CONST: return "const " + target(one->type, depth + 1);
            case BTF_KIND_VOLATILE: return "volatile " + target(one->type, depth + 1);
            case BTF_KIND_RESTRICT:
            case BTF_KIND_TYPE_TAG:
            case BTF_KIND_ARRAY: return target(btf_is_array(one) ? btf_array(one)->type : one->type, depth + 1);
            case BTF_KIND_PTR: return target(one->type, depth + 1) + " *";
            case BTF_KIND_FUNC_PROTO: return "void (*)()";
            case BTF_KIND_STRUCT:
            case BTF_KIND_UNION: return spelled(one);
            case BTF_KIND_FWD: return (btf_kflag(one) ? "union " : "struct ") + name(one);
            case BTF_KIND_ENUM:
            case BTF_KIND_ENUM64: return "enum " + name(one);
            default: return name(one);
        }
    }

    Member array(const btf_type* one, int depth) {
        const struct btf_array* bounds = ::btf_array(one);
        Member made = of_type(bounds->type, depth + 1);
        made.dimensions.insert(made.dimensions.begin(), bounds->nelems);
        made.elements *= bounds->nelems;
        made.size *= bounds->nelems;
        return made;
    }

    const btf* types_;
    Evidence evidence_;
    std::map<std::uint32_t, Member> known_;
};

bool with_members(const btf_type* one) { return (btf_is_struct(one) || btf_is_union(one)) && btf_vlen(one) > 0; }

struct Found {
    std::vector<std::uint32_t> ids;
    std::vector<std::string> names;
};

// The structs, unions and typedefs of unnamed structs of that name, and all names.
Found look_up(const btf* types, const TypeTree& tree, std::string_view wanted) {
    Found found;
    for (std::uint32_t id = 1; id < btf__type_cnt(types); ++id) {
        const btf_type* one = tree.type(id);
        std::uint32_t target = id;
        if (btf_is_typedef(one)) target = one->type;
        const btf_type* whole = target == 0 ? nullptr : tree.type(target);
        if (!whole || !with_members(whole)) continue;
        std::string name = tree.name(one);
        if (name == wanted && std::find(found.ids.begin(), found.ids.end(), target) == found.ids.end()) found.ids.push_back(target);
        found.names.push_back(std::move(name));
    }
    return found;
}

Layout as_layout(Member whole, const std::string& name, const std::string& origin) {
    Layout layout;
    layout.name = name;
    layout.origin = origin;
    layout.is_union = whole.kind == Member::Kind::Union;
    put_back(layout, std::move(whole));
    return layout;
}

}  // namespace

Layout read_btf(const std::filesystem::path& file, std::string_view struct_name, const std::filesystem::path& base) {
    const Loaded loaded = load(file, base);
    TypeTree tree(loaded.types.get(), Evidence::Holes);
    const Found found = look_up(loaded.types.get(), tree, struct_name);
    if (struct_name.empty()) throw BadLayout(file.string(), 0, "BTF holds many structs; say which");
    if (found.ids.empty())
        throw BadLayout(file.string(), 0, fmt::format("no struct '{}' in it{}", struct_name, near_misses(found.names, struct_name)));
    Layout layout = as_layout(tree.aggregate(found.ids[0]), std::string(struct_name), file.string());
    for (std::size_t i = 1; i < found.ids.size(); ++i)
        if (tree.type(found.ids[i])->size != layout.size) {
            layout.notes.push_back(
                fmt::format("the BTF holds {} structs of this name; this is the first, of {} bytes", found.ids.size(), layout.size));
            break;
        }
    return layout;
}

std::vector<Layout> read_btf_all(const std::filesystem::path& file, const std::filesystem::path& base) {
    const Loaded loaded = load(file, base);
    TypeTree tree(loaded.types.get(), Evidence::Holes);
    std::vector<Layout> all;
    for (std::uint32_t id = 1; id < btf__type_cnt(loaded.types.get()); ++id) {
        const btf_type* one = tree.type(id);
        const std::string name = tree.name(one);
        if (with_members(one) && !name.empty()) all.push_back(as_layout(tree.aggregate(id), name, file.string()));
    }
    return all;
}

BtfCheck recompute_btf(const std::filesystem::path& file, const std::filesystem::path& base) {
    const Loaded loaded = load(file, base);
    TypeTree tree(loaded.types.get(), Evidence::Types);
    BtfCheck check;
    for (std::uint32_t id = 1; id < btf__type_cnt(loaded.types.get()); ++id) {
        const btf_type* one = tree.type(id);
        if (!with_members(one)) continue;
        ++check.structs;
        const Member& stored = tree.aggregate(id);
        Member again = stored;
        lay_out(again);
        const auto difference = first_difference(stored, again);
        if (!difference) ++check.exact;
        else check.not_understood.push_back(fmt::format("{}: {}", stored.type, *difference));
    }
    return check;
}

}  // namespace hitm::layout
