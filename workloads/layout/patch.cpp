// From a diff's hunks to edits and placement edits.
#include "workloads/layout/patch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "workloads/layout/changes.hpp"
#include "workloads/layout/diff.hpp"
#include "workloads/layout/fragment.hpp"
#include "workloads/layout/slab_calls.hpp"

namespace hitm::layout {
namespace {

// "struct file {" behind the second "@@": the struct the hunk begins in.
std::optional<std::string> struct_of_heading(const std::string& heading) {
    const std::vector<Line> lines = {{heading, 0}};
    std::vector<Token> tokens = tokens_of(lines);
    std::erase_if(tokens, [](const Token& token) { return token.kind == Token::Kind::Comment; });
    std::size_t at = 0;
    while (at < tokens.size() && (tokens[at].is("typedef") || tokens[at].is("static") || tokens[at].is("const"))) ++at;
    if (at >= tokens.size() || (!tokens[at].is("struct") && !tokens[at].is("union") && !tokens[at].is("class"))) return std::nullopt;
    const auto rest = take_attributes(std::span(tokens).subspan(at + 1), constants_with({})).rest;
    if (rest.empty() || rest[0].is("{")) return "";
    for (std::size_t i = 1; i < rest.size(); ++i)
        if (rest[i].is("{") || rest[i].is(":")) return rest[0].text;
    return rest.size() == 1 && rest[0].word() ? std::optional(rest[0].text) : std::nullopt;
}

class PatchReader {
public:
    PatchReader(std::string_view file, const PatchOptions& options)
        : file_(file), options_(options), constants_(constants_with(options.macros, options.line_bytes)) {}

    Patch read(std::string_view text) {
        const Diff diff = read_diff(text);
        patch_.subject = diff.subject;
        patch_.file = file_;
        if (diff.hunks.empty())
            throw BadLayout(file_, 0, "no hunk found; would be right: a unified diff, or a mail with one, '@@ -1,2 +1,3 @@' and its lines");
        indented_ = std::any_of(diff.hunks.begin(), diff.hunks.end(), [](const Hunk& hunk) {
            return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const DiffLine& line) {
                return line.side == ' ' && (line.text.starts_with('\t') || line.text.starts_with("  "));
            });
        });
        for (const Hunk& hunk : diff.hunks) read_hunk(hunk);
        for (const std::string& trouble : diff.troubles) patch_.not_understood.push_back(fmt::format("{}:{}", file_, trouble));
        finish();
        return std::move(patch_);
    }

private:
    struct Sides {
        Fragment before, after;
    };

    Sides parse(const Hunk& hunk, const Opening& opening) const {
        const std::function<bool(int)> changed = [&](int line) { return hunk.changed(line); };
        const std::vector<Line> before = hunk.side('-'), after = hunk.side('+');
        return {read_fragment(before, opening, changed, constants_), read_fragment(after, opening, changed, constants_)};
    }

    void read_hunk(const Hunk& hunk) {
        if (hunk.file != last_file_) carried_.reset();
        last_file_ = hunk.file;
        const std::vector<SlabCall> understood = placements(hunk);
        const Sides sides = parse(hunk, opening_of(hunk));
        compare_scopes(sides);
        for (const Fragment* side : {&sides.before, &sides.after}) list_code(hunk, *side, understood);
        carried_.reset();
        if (sides.after.ends_inside) carried_ = sides.after.scopes.back().name;
    }

    // Inside of a struct: by the heading, by the hunk before, or because nothing but declarations stands there.
    Opening opening_of(const Hunk& hunk) const {
        if (auto name = struct_of_heading(hunk.heading)) return {true, *name, indented_};
        if (hunk.heading.empty() && carried_) return {true, *carried_, indented_};
        if (hunk.heading.find('(') != std::string::npos) return {false, "", indented_};
        const Opening inside{true, "", indented_};
        const Sides sides = parse(hunk, inside);
        const bool fits =
            sides.before.only_declarations && sides.after.only_declarations && shows_member(sides.before) && !declares_struct(hunk);
        return fits ? inside : Opening{false, "", indented_};
    }

    static bool shows_member(const Fragment& side) { return !side.scopes.empty() && !side.scopes[0].nodes.empty(); }

    // A struct's head in the hunk says by itself where the struct begins.
    bool declares_struct(const Hunk& hunk) const {
        const Sides sides = parse(hunk, {false, "", indented_});
        return !sides.before.scopes.empty();
    }

    // Scopes of both sides belong together by name; the first may have a name on one side only.
    void compare_scopes(const Sides& sides) {
        std::vector<bool> used(sides.before.scopes.size(), false);
        for (const Scope& after : sides.after.scopes) {
            std::size_t at = 0;
            while (at < used.size() && (used[at] || sides.before.scopes[at].name != after.name)) ++at;
            if (at == used.size()) {
                if (after.align_changed)
                    patch_.not_understood.push_back(
                        fmt::format("{}:{}: struct {}: a new struct is no edit of a layout", file_, after.line, after.name));
                continue;
            }
            used[at] = true;
            changes_of(after.name).add_hunk(sides.before.scopes[at], after);
        }
        for (std::size_t at = 0; at < used.size(); ++at)
            if (!used[at] && sides.before.scopes[at].align_changed)
                patch_.not_understood.push_back(fmt::format("{}:{}: struct {}: a struct that goes is no edit of a layout", file_,
                                                            sides.before.scopes[at].line, sides.before.scopes[at].name));
    }

    Changes& changes_of(const std::string& name) {
        const auto found = std::find_if(changes_.begin(), changes_.end(), [&](const auto& one) { return one.first == name; });
        if (found != changes_.end()) return found->second;
        changes_.emplace_back(name, Changes(file_));
        return changes_.back().second;
    }

    // Placement edits of the hunk's kmem_cache calls; gives the calls whose change was understood.
    std::vector<SlabCall> placements(const Hunk& hunk) {
        const std::vector<Line> old_lines = hunk.side('-'), new_lines = hunk.side('+');
        const std::vector<SlabCall> before = slab_calls(old_lines, constants_), after = slab_calls(new_lines, constants_);
        std::vector<SlabCall> understood;
        for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
            const SlabCall& a = before[i];
            const SlabCall& b = after[i];
            if (a.hwcache == b.hwcache && a.align == b.align) continue;
            if (b.struct_name.empty()) continue;  // listed with the code
            PlacementEdit edit{b.struct_name, b.hwcache ? options_.line_bytes : b.align, b.hwcache, "", b.first_line};
            edit.reason = b.hwcache && !a.hwcache   ? "SLAB_HWCACHE_ALIGN on its cache"
                          : a.hwcache && !b.hwcache ? "SLAB_HWCACHE_ALIGN taken off its cache"
                                                    : "the alignment of its cache";
            patch_.placements.push_back(std::move(edit));
            understood.insert(understood.end(), {a, b});
        }
        return understood;
    }

    void list_code(const Hunk& hunk, const Fragment& side, const std::vector<SlabCall>& understood) {
        for (const Node& node : side.outside) {
            const bool known = std::any_of(understood.begin(), understood.end(), [&](const SlabCall& call) {
                return node.line <= call.last_line && call.first_line <= node.last_line;
            });
            if (known) continue;
            const bool slab = node.text.find("SLAB_HWCACHE_ALIGN") != std::string::npos;
            const std::string text = node.text.size() > 100 ? node.text.substr(0, 100) + " …" : node.text;
            patch_.not_understood.push_back(fmt::format(
                "{}:{}: {}: {}", file_, node.line, text,
                slab ? "the hunk does not show of which struct the cache is" : fmt::format("is no member of a struct (in {})", hunk.file)));
        }
    }

    void finish() {
        for (auto& [name, changes] : changes_) {
            std::vector<Edit> edits = changes.edits(patch_.not_understood);
            if (edits.empty()) continue;
            patch_.structs.push_back({name, std::move(edits), std::move(changes.contexts)});
        }
    }

    std::string file_;
    const PatchOptions& options_;
    Constants constants_;
    Patch patch_;
    bool indented_ = true;
    std::string last_file_;
    std::optional<std::string> carried_;
    std::vector<std::pair<std::string, Changes>> changes_;
};

}  // namespace

Patch read_patch(std::string_view text, std::string_view file, const PatchOptions& options) {
    return PatchReader(file, options).read(text);
}

}  // namespace hitm::layout
