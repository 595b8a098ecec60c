// The system's compiler as a witness: C written from a layout, compiled, and asked where members stand.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "workloads/layout/layout.hpp"

namespace hitm::layout::witness {

// A folder of its own, gone with it.
class Folder {
public:
    Folder() : path_(std::filesystem::temp_directory_path() / ("hitm_layout_" + std::to_string(std::random_device()()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// "cc" or "c++", with the source's text; the program's standard output comes back. Empty when it does not compile.
inline std::string run(const Folder& folder, const std::string& compiler, const std::string& source, const std::string& flags,
                       const std::string& name = "witness") {
    const auto program = folder.path() / name;
    const auto file = folder.path() / (name + (compiler == "cc" ? ".c" : ".cpp"));
    std::ofstream(file) << source;
    const auto output = folder.path() / (name + ".out");
    const std::string build =
        compiler + " -w " + flags + " -o " + program.string() + " " + file.string() + " >" + output.string() + ".log 2>&1";
    if (std::system(build.c_str()) != 0) return "";
    if (std::system((program.string() + " > " + output.string()).c_str()) != 0) return "";
    std::ifstream in(output);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

inline std::string scalar(const Member& member) {
    if (member.type.ends_with("*")) return "void *";
    switch (member.element_size()) {
        case 1: return "unsigned char";
        case 2: return "unsigned short";
        case 4: return "unsigned int";
        case 8: return "unsigned long";
        case 16: return "__int128";
        default: return "";
    }
}

// A member in C; "" when it cannot be written from what the layout knows. Scalars are written by their size, so that the
// compiler finds their alignment itself.
inline std::string declaration(const Member& member) {
    std::string type = member.aggregate() ? "" : scalar(member);
    if (member.aggregate()) {
        type = member.kind == Member::Kind::Union ? "union {" : "struct {";
        for (const Member& inner : member.members) {
            const std::string text = declaration(inner);
            if (text.empty()) return "";
            type += " " + text;
        }
        type += " }";
        if (member.packed) type += " __attribute__((packed))";
        if (member.type_align) type += " __attribute__((aligned(" + std::to_string(member.type_align) + ")))";
    }
    if (type.empty()) return "";
    std::string text = type + " " + member.name;
    for (std::uint64_t dimension : member.dimensions) text += "[" + std::to_string(dimension) + "]";
    if (member.bits) text += ":" + std::to_string(member.bits->bit_size);
    if (member.forced_align) text += " __attribute__((aligned(" + std::to_string(member.forced_align) + ")))";
    return text + ";";
}

// struct NAME { … } and a function that prints its size and the offsets of its direct named members.
inline std::string structure(const std::string& name, const Layout& layout, const std::vector<Member>& members) {
    std::string body, prints = "printf(\"%zu\", sizeof(struct " + name + "));";
    for (const Member& member : members) {
        const std::string text = declaration(member);
        if (text.empty()) return "";
        body += "  " + text + "\n";
        if (!member.name.empty() && !member.bits)
            prints += "printf(\" %zu\", __builtin_offsetof(struct " + name + ", " + member.name + "));";
    }
    std::string attributes = layout.packed ? " __attribute__((packed))" : "";
    if (layout.forced_align) attributes += " __attribute__((aligned(" + std::to_string(layout.forced_align) + ")))";
    return "struct " + name + " {\n" + body + "}" + attributes + ";\nstatic void show_" + name + "(void) { " + prints +
           " printf(\"\\n\"); }\n";
}

// What structure() prints, by our reckoning, in the order of `members`.
inline std::string reckoned(const Layout& layout, const std::vector<Member>& members) {
    std::string text = std::to_string(layout.size);
    for (const Member& member : members)
        if (!member.name.empty() && !member.bits) text += " " + std::to_string(layout.find(member.name).offset);
    return text;
}

inline std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> found;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) found.push_back(line);
    return found;
}

}  // namespace hitm::layout::witness
