// `hitm layout`: a layout against cache lines, or before beside after.
#include "workloads/layout/layout.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iterator>

#include "bindings/cli/commands.hpp"
#include "bindings/cli/usage.hpp"
#include "workloads/layout/edits.hpp"
#include "workloads/layout/patch.hpp"
#include "workloads/layout/placement.hpp"
#include "workloads/layout/ruler.hpp"

namespace hitm::cli {
namespace {

struct Asked {
    std::string file, struct_name, patch, base;
    std::vector<std::string> edits, macros;
    std::uint64_t line_bytes = 64;
};

std::string text_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw layout::BadLayout(file, 0, "cannot be opened");
    return {std::istreambuf_iterator<char>(in), {}};
}

// "MY_ALIGNED=128"
layout::PatchOptions options_of(const Asked& asked) {
    layout::PatchOptions options{.macros = {}, .line_bytes = asked.line_bytes};
    for (const std::string& macro : asked.macros) {
        const std::size_t sign = macro.find('=');
        const std::string digits = sign == std::string::npos ? "" : macro.substr(sign + 1);
        if (sign == 0 || digits.empty() || digits.size() > 8 || digits.find_first_not_of("0123456789") != std::string::npos)
            throw BadUsage(fmt::format("--macro '{}': right would be NAME=BYTES, for example MY_ALIGNED=128", macro));
        options.macros[macro.substr(0, sign)] = std::stoull(digits);
    }
    return options;
}

void list(const char* what, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) fmt::print("{}: {}\n", what, line);
}

// What a cache's flags do to where the objects start; the struct itself stays.
void show_placements(const layout::Layout& layout, const layout::Patch& patch, std::uint64_t line_bytes) {
    for (const layout::PlacementEdit& edit : patch.placements) {
        fmt::print("placement of struct {}: {}\n", edit.struct_name, edit.reason);
        if (edit.struct_name != layout.name) continue;
        const std::uint64_t align = layout::slab_alignment(layout.size, edit, line_bytes);
        using layout::Placement;
        fmt::print("  before  {}\n", layout::describe({.kind = Placement::Kind::Slab}, layout.size));
        fmt::print("  after   {}\n", layout::describe({.kind = Placement::Kind::Slab, .align = align}, layout.size));
    }
}

void show_edited(const layout::Layout& before, const layout::Edited& edited, std::uint64_t line_bytes) {
    fmt::print("{}", layout::print_beside(before, edited.layout, line_bytes));
    if (edited.second) fmt::print("\nand\n{}", layout::print(*edited.second, line_bytes));
    for (const auto& [from, to] : edited.renamed) fmt::print("renamed: {} is {}\n", from, to);
    list("note", edited.notes);
}

void show_patched(const layout::Layout& before, const Asked& asked) {
    const layout::Patch patch = layout::read_patch(text_of(asked.patch), asked.patch, options_of(asked));
    const layout::Edited edited = layout::apply(before, patch);
    if (!patch.subject.empty()) fmt::print("{}\n", patch.subject);
    show_edited(before, edited, asked.line_bytes);
    show_placements(before, patch, asked.line_bytes);
    list("not understood", patch.not_understood);
}

Asked asked_of(const CLI::App& sub) {
    auto one = [&](const char* name) { return sub.count(name) == 0 ? std::string() : sub[name]->as<std::string>(); };
    const std::string line = one("--line");
    if (line.size() > 4 || line.find_first_not_of("0123456789") != std::string::npos)
        throw BadUsage(fmt::format("--line {}: right would be 8 to 4096 bytes", line));
    return {.file = one("file"),
            .struct_name = one("--struct"),
            .patch = one("--patch"),
            .base = one("--btf-base"),
            .edits = sub["--edit"]->results(),
            .macros = sub["--macro"]->results(),
            .line_bytes = line.empty() ? 64 : std::stoull(line)};
}

void show(const Asked& asked) {
    if (asked.line_bytes < 8 || asked.line_bytes > 4096)
        throw BadUsage(fmt::format("--line {}: right would be 8 to 4096 bytes", asked.line_bytes));
    if (!asked.patch.empty() && !asked.edits.empty()) throw BadUsage("--patch and --edit exclude each other; right would be one of them");
    const layout::Layout before = asked.base.empty() ? layout::read_layout(asked.file, asked.struct_name)
                                                     : layout::read_btf(asked.file, asked.struct_name, asked.base);
    if (!asked.patch.empty()) show_patched(before, asked);
    else if (!asked.edits.empty()) show_edited(before, layout::apply(before, layout::parse_edits(asked.edits, "--edit")), asked.line_bytes);
    else fmt::print("{}", layout::print(before, asked.line_bytes));
}

}  // namespace

void add_layout(CLI::App& app) {
    CLI::App* sub = app.add_subcommand("layout", "Prints a struct's layout line by line, or before beside after");
    sub->add_option("file", "pahole's text, BTF, or an ELF file with BTF or DWARF")->required();
    sub->add_option("--struct", "the struct; may be left out where the text holds one");
    sub->add_option("--patch", "a unified diff or a mail with one");
    sub->add_option("--edit", "an edit, for example 'move f_ref to end'; may be given more than once")->take_all();
    sub->add_option("--macro", "NAME=BYTES: an alignment macro of your own, for --patch")->take_all();
    sub->add_option("--btf-base", "the kernel's BTF that a module's split BTF stands on");
    sub->add_option("--line", "bytes of a cache line (64)");
    sub->footer("Example: hitm layout file.txt --edit 'move f_ref to end' --edit 'pad 8 after f_cred'");
    sub->callback([sub] { show(asked_of(*sub)); });
}

}  // namespace hitm::cli
