// The table of types known by name.
#include "workloads/layout/types.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace hitm::layout {
namespace {

struct Known {
    std::string_view name;
    std::uint64_t size, align;
};

// Sources: System V x86-64 psABI 3.1.2 (scalars); include/linux/types.h and the headers of the named structs, Linux 6.1,
// checked against the BTF of 6.1 and 6.18 by tests/layout/btf_test.cpp; glibc 2.36 bits/pthreadtypes.h.
// clang-format off
constexpr std::array known_types = {
    Known{"bool", 1, 1}, Known{"_Bool", 1, 1}, Known{"char", 1, 1}, Known{"short", 2, 2}, Known{"int", 4, 4}, Known{"long", 8, 8},
    Known{"long long", 8, 8}, Known{"float", 4, 4}, Known{"double", 8, 8}, Known{"long double", 16, 16},
    Known{"__int128", 16, 16}, Known{"wchar_t", 4, 4}, Known{"char16_t", 2, 2}, Known{"char32_t", 4, 4}, Known{"std::byte", 1, 1},
    Known{"u8", 1, 1}, Known{"u16", 2, 2}, Known{"u32", 4, 4}, Known{"u64", 8, 8}, Known{"u128", 16, 16},
    Known{"s8", 1, 1}, Known{"s16", 2, 2}, Known{"s32", 4, 4}, Known{"s64", 8, 8}, Known{"s128", 16, 16},
    Known{"__u8", 1, 1}, Known{"__u16", 2, 2}, Known{"__u32", 4, 4}, Known{"__u64", 8, 8},
    Known{"__s8", 1, 1}, Known{"__s16", 2, 2}, Known{"__s32", 4, 4}, Known{"__s64", 8, 8},
    Known{"__le16", 2, 2}, Known{"__le32", 4, 4}, Known{"__le64", 8, 8}, Known{"__be16", 2, 2}, Known{"__be32", 4, 4}, Known{"__be64", 8, 8},
    Known{"uint8_t", 1, 1}, Known{"uint16_t", 2, 2}, Known{"uint32_t", 4, 4}, Known{"uint64_t", 8, 8},
    Known{"int8_t", 1, 1}, Known{"int16_t", 2, 2}, Known{"int32_t", 4, 4}, Known{"int64_t", 8, 8},
    Known{"size_t", 8, 8}, Known{"ssize_t", 8, 8}, Known{"ptrdiff_t", 8, 8}, Known{"uintptr_t", 8, 8}, Known{"intptr_t", 8, 8}, Known{"off_t", 8, 8},
    Known{"uint", 4, 4}, Known{"ulong", 8, 8}, Known{"ushort", 2, 2}, Known{"uchar", 1, 1},
    // the kernel's typedefs
    Known{"atomic_t", 4, 4}, Known{"atomic64_t", 8, 8}, Known{"atomic_long_t", 8, 8}, Known{"refcount_t", 4, 4}, Known{"rcuref_t", 4, 4},
    Known{"file_ref_t", 8, 8}, Known{"freeptr_t", 8, 8}, Known{"spinlock_t", 4, 4}, Known{"raw_spinlock_t", 4, 4}, Known{"arch_spinlock_t", 4, 4},
    Known{"rwlock_t", 8, 4}, Known{"seqcount_t", 4, 4}, Known{"seqlock_t", 8, 4}, Known{"loff_t", 8, 8}, Known{"pgoff_t", 8, 8},
    Known{"sector_t", 8, 8}, Known{"blkcnt_t", 8, 8}, Known{"ino_t", 8, 8}, Known{"dev_t", 4, 4}, Known{"umode_t", 2, 2}, Known{"fmode_t", 4, 4},
    Known{"gfp_t", 4, 4}, Known{"slab_flags_t", 4, 4}, Known{"errseq_t", 4, 4}, Known{"pid_t", 4, 4}, Known{"uid_t", 4, 4}, Known{"gid_t", 4, 4},
    Known{"kuid_t", 4, 4}, Known{"kgid_t", 4, 4}, Known{"kprojid_t", 4, 4}, Known{"key_t", 4, 4}, Known{"ktime_t", 8, 8}, Known{"time_t", 8, 8},
    Known{"time64_t", 8, 8}, Known{"clock_t", 8, 8}, Known{"dma_addr_t", 8, 8}, Known{"phys_addr_t", 8, 8}, Known{"resource_size_t", 8, 8},
    Known{"netdev_features_t", 8, 8}, Known{"cpumask_var_t", 8, 8}, Known{"wait_queue_head_t", 24, 8}, Known{"tid_t", 4, 4}, Known{"qsize_t", 8, 8},
    Known{"possible_net_t", 8, 8}, Known{"socket_lock_t", 32, 8}, Known{"local_lock_t", 0, 1}, Known{"nodemask_t", 128, 8},
    // the kernel's structs
    Known{"struct list_head", 16, 8}, Known{"struct hlist_head", 8, 8}, Known{"struct hlist_node", 16, 8}, Known{"struct hlist_bl_head", 8, 8},
    Known{"struct hlist_bl_node", 16, 8}, Known{"struct llist_head", 8, 8}, Known{"struct llist_node", 8, 8}, Known{"struct callback_head", 16, 8},
    Known{"struct rcu_head", 16, 8}, Known{"struct mutex", 32, 8}, Known{"struct rw_semaphore", 40, 8}, Known{"struct path", 16, 8},
    Known{"struct work_struct", 32, 8}, Known{"struct kref", 4, 4}, Known{"struct rb_root", 8, 8}, Known{"struct rb_root_cached", 16, 8},
    Known{"struct rb_node", 24, 8}, Known{"struct wait_queue_head", 24, 8}, Known{"struct timespec64", 16, 8}, Known{"struct file_ra_state", 32, 8},
    Known{"struct xarray", 16, 8}, Known{"struct completion", 32, 8}, Known{"struct rhash_head", 8, 8}, Known{"struct swait_queue_head", 24, 8},
    // glibc and libstdc++
    Known{"pthread_mutex_t", 40, 8}, Known{"pthread_rwlock_t", 56, 8}, Known{"pthread_cond_t", 48, 8}, Known{"pthread_spinlock_t", 4, 4},
    Known{"std::mutex", 40, 8}, Known{"std::shared_mutex", 56, 8}, Known{"std::condition_variable", 48, 8}, Known{"std::string", 32, 8},
};
// clang-format on

std::vector<std::string> words_of(std::string_view type) {
    std::vector<std::string> words;
    std::string word;
    auto flush = [&] {
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    };
    for (char c : type) {
        const bool part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
        if (part) {
            word += c;
            continue;
        }
        flush();
        if (c != ' ' && c != '\t') words.push_back(std::string(1, c));
    }
    flush();
    return words;
}

// The C integer written in any order of its words, or nothing when it is none.
std::optional<std::string> integer(const std::vector<std::string>& words) {
    int longs = 0;
    bool is_short = false, is_char = false, is_unsigned = false, any = false, is_double = false;
    for (const std::string& word : words) {
        any = true;
        if (word == "long") ++longs;
        else if (word == "short") is_short = true;
        else if (word == "char") is_char = true;
        else if (word == "unsigned") is_unsigned = true;
        else if (word == "double") is_double = true;
        else if (word != "signed" && word != "int") return std::nullopt;
    }
    if (!any) return std::nullopt;
    if (is_double) return longs ? "long double" : "double";
    const std::string base = is_char ? "char" : is_short ? "short" : longs == 0 ? "int" : longs == 1 ? "long" : "long long";
    return is_unsigned ? "unsigned " + base : base;
}

bool qualifier(const std::string& word) {
    return word == "const" || word == "volatile" || word == "restrict" || word == "mutable" || word == "class" || word == "_Atomic";
}

std::optional<TypeFact> look_up(std::string_view name) {
    const auto found = std::find_if(known_types.begin(), known_types.end(), [&](const Known& known) { return known.name == name; });
    if (found == known_types.end()) return std::nullopt;
    return TypeFact{found->size, found->align};
}

// std::atomic<T> of a known scalar has T's size, and is aligned to it (libstdc++ <atomic>).
std::optional<TypeFact> known_atomic(std::string_view name) {
    const std::size_t open = name.find("atomic <");
    if (open == std::string_view::npos || !name.ends_with(">")) return std::nullopt;
    std::string_view inner = name.substr(open + 8);
    inner.remove_suffix(1);
    const auto fact = known_type(inner);
    if (!fact || !is_power_of_two(fact->size) || fact->size > 16) return std::nullopt;
    return TypeFact{fact->size, fact->size};
}

}  // namespace

std::string normal_type(std::string_view type) {
    std::vector<std::string> words = words_of(type);
    std::erase_if(words, qualifier);
    std::vector<std::string> stars;
    while (!words.empty() && words.back() == "*") {
        stars.push_back(words.back());
        words.pop_back();
    }
    if (auto simple = integer(words)) words = {*simple};
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    for (const std::string& star : stars) text += " " + star;
    return text;
}

bool is_pointer(std::string_view type) { return normal_type(type).ends_with("*") || type.find("(*") != std::string_view::npos; }

std::optional<TypeFact> known_type(std::string_view type) {
    if (is_pointer(type)) return TypeFact{8, 8};
    std::string name = normal_type(type);
    if (auto fact = look_up(name)) return fact;
    if (name.starts_with("unsigned ")) return look_up(std::string_view(name).substr(9));
    return known_atomic(name);
}

bool is_scalar(std::string_view type) {
    if (is_pointer(type)) return true;
    std::string name = normal_type(type);
    if (name.starts_with("unsigned ")) name.erase(0, 9);
    const auto last = std::find_if(known_types.begin(), known_types.end(), [](const Known& known) { return known.name == "atomic_t"; });
    return std::any_of(known_types.begin(), last, [&](const Known& known) { return known.name == name; });
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t align) {
    if (align <= 1) return value;
    const std::uint64_t over = value % align;
    return over == 0 ? value : value + (align - over);
}

bool is_power_of_two(std::uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

}  // namespace hitm::layout
