// Small scenarios as text, and a machine without time that completes every access at once.
#pragma once

#include <string>
#include <vector>

#include "workloads/program/scenario.hpp"

namespace hitm::program::testing {

/// A scenario with one object `box` {a, b: u64; c: u32; d: u8} and this program (lines of YAML, each indented by two).
inline std::string with_program(const std::string& program, const std::string& object = "{layout: box}", const std::string& more = "") {
    return "hitm: 1\nmachine: any\nthreads: 2\n" + more +
           "layouts:\n  box: {fields: [{name: a, type: u64}, {name: b, type: u64}, {name: c, type: u32}, {name: d, type: u8}]}\n"
           "objects:\n  box: " +
           object + "\nprogram:\n" + program;
}

inline Scenario scenario(const std::string& text) { return read_scenario(text, "test.yaml", Files::Refuse); }

inline std::unique_ptr<workloads::Source> source(const Scenario& s, Variant variant = Variant::Before, unsigned threads = 1,
                                                 std::uint64_t seed = 1) {
    return make_source(s, variant, default_values(s), threads, seed, 2.0, 64);
}

/// A thread's next access.
inline workloads::Access next_of(workloads::Source& from, workloads::Thread thread) {
    workloads::Access access;
    from.next(thread, access);
    return access;
}

/// The next `count` accesses of a thread, each completed before the next.
inline std::vector<workloads::Access> run(workloads::Source& from, std::size_t count, workloads::Thread thread = 0) {
    std::vector<workloads::Access> result;
    for (std::size_t i = 0; i < count; ++i) {
        from.next(thread, result.emplace_back());
        from.complete(thread, result.back());
    }
    return result;
}

/// Kinds and fields as a word: "load a|add b|count".
inline std::string told(const workloads::Source& from, const std::vector<workloads::Access>& accesses) {
    static const char* const names[] = {"load", "store", "add", "xchg", "cas", "fence", "compute", "count", "end"};
    std::string text;
    for (const workloads::Access& a : accesses) {
        if (!text.empty()) text += "|";
        text += names[static_cast<int>(a.kind)];
        if (a.field != workloads::no_field) text += " " + from.fields()[a.field].name;
    }
    return text;
}

}  // namespace hitm::program::testing
