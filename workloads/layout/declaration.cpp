// Reading member declarations: attributes first, then declarators.
#include "workloads/layout/declaration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

using Tokens = std::span<const Token>;

// The index behind the bracket that closes the one at `open`; the end when none does.
std::size_t behind_bracket(Tokens tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < tokens.size(); ++at) {
        if (tokens[at].is("(") || tokens[at].is("[")) ++depth;
        if ((tokens[at].is(")") || tokens[at].is("]")) && --depth == 0) return at + 1;
    }
    return tokens.size();
}

bool opens(Tokens tokens, std::size_t at) { return at < tokens.size() && tokens[at].is("("); }

// Annotations that say nothing of the layout.
bool annotation(const std::string& word) {
    static const std::set<std::string, std::less<>> words = {"__rcu",
                                                             "__user",
                                                             "__percpu",
                                                             "__iomem",
                                                             "__force",
                                                             "__bitwise",
                                                             "__randomize_layout",
                                                             "__no_randomize_layout",
                                                             "mutable",
                                                             "__private",
                                                             "__read_mostly",
                                                             "__kernel",
                                                             "__ro_after_init",
                                                             "extern",
                                                             "inline",
                                                             "__designated_init",
                                                             "register",
                                                             "__nonstring"};
    return words.contains(word);
}

bool annotation_with_arguments(const std::string& word) {
    return word.starts_with("__counted_by") || word.starts_with("__guarded_by") || word.starts_with("__must_hold") ||
           word == "GUARDED_BY" || word == "PT_GUARDED_BY" || word.starts_with("__section") || word == "__aligned_largest" ||
           word == "ABSL_GUARDED_BY";
}

// Takes attributes off one by one; what it does not know stays in the rest.
class AttributeTaker {
public:
    AttributeTaker(Tokens tokens, const Constants& constants) : tokens_(tokens), constants_(constants) {}

    Attributes take() {
        while (at_ < tokens_.size()) one();
        return std::move(found_);
    }

private:
    void one() {
        const Token& token = tokens_[at_];
        if (token.is("__attribute__") || token.is("__attribute")) return attribute_list();
        if (token.is("[") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].is("[")) return skip_to(behind_bracket(tokens_, at_));
        if ((token.is("alignas") || token.is("_Alignas") || token.is("__aligned")) && opens(tokens_, at_ + 1)) return alignment(at_ + 1);
        if (token.is("__packed")) return found_.packed = true, void(++at_);
        if (token.word() && annotation(token.text)) return void(++at_);
        if (token.word() && annotation_with_arguments(token.text) && opens(tokens_, at_ + 1))
            return skip_to(behind_bracket(tokens_, at_ + 1));
        if (const auto macro = macro_alignment(token)) return raise(*macro), void(++at_);
        found_.rest.push_back(token);
        ++at_;
    }

    // A name of the constants is an alignment macro where a declaration has one, unless it is the declarator itself.
    std::optional<std::uint64_t> macro_alignment(const Token& token) const {
        if (!token.word()) return std::nullopt;
        const auto found = constants_.bytes.find(token.text);
        if (found == constants_.bytes.end() || inside_brackets()) return std::nullopt;
        return found->second;
    }

    bool inside_brackets() const {
        int depth = 0;
        for (const Token& token : found_.rest) depth += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
        return depth > 0 ||
               (!found_.rest.empty() && std::any_of(found_.rest.begin(), found_.rest.end(), [](const Token& t) { return t.is(":"); }));
    }

    void skip_to(std::size_t where) { at_ = where; }

    void attribute_list() {
        const std::size_t end = opens(tokens_, at_ + 1) ? behind_bracket(tokens_, at_ + 1) : at_ + 1;
        for (std::size_t i = at_ + 1; i < end; ++i) {
            if (tokens_[i].is("packed") || tokens_[i].is("__packed__")) found_.packed = true;
            if (!tokens_[i].is("aligned") && !tokens_[i].is("__aligned__")) continue;
            if (opens(tokens_, i + 1)) evaluate_alignment(i + 1);
            else raise(16);  // "aligned" alone: the target's largest, 16 on x86-64
        }
        at_ = end;
    }

    void alignment(std::size_t open) {
        evaluate_alignment(open);
        at_ = behind_bracket(tokens_, open);
    }

    void evaluate_alignment(std::size_t open) {
        const std::size_t end = behind_bracket(tokens_, open);
        const Tokens inner = end > open + 1 ? tokens_.subspan(open + 1, end - open - 2) : Tokens{};
        auto value = evaluate(inner, constants_);
        if (!value)
            if (const auto fact = known_type(join(inner))) value = fact->align;  // alignas(type)
        if (value) raise(*value);
        else found_.trouble = fmt::format("alignment '{}' is not known", join(inner));
    }

    void raise(std::uint64_t align) {
        if (!is_power_of_two(align) || align > 65536) found_.trouble = fmt::format("alignment {} is no power of two up to 65536", align);
        else found_.align = std::max(found_.align, align);
    }

    Tokens tokens_;
    const Constants& constants_;
    std::size_t at_ = 0;
    Attributes found_;
};

// Takes trailing "[…]" off; an empty one is a flexible array, 0.
bool take_dimensions(Tokens& tokens, const Constants& constants, Declaration& into) {
    while (!tokens.empty() && tokens.back().is("]")) {
        std::size_t open = tokens.size() - 1;
        int depth = 0;
        for (;; --open) {
            depth += tokens[open].is("]") ? 1 : tokens[open].is("[") ? -1 : 0;
            if (depth == 0 || open == 0) break;
        }
        if (depth != 0) return false;
        const Tokens inner = tokens.subspan(open + 1, tokens.size() - open - 2);
        const auto count = inner.empty() ? std::optional<std::uint64_t>(0) : evaluate(inner, constants);
        if (!count || *count > largest_struct_bytes) into.trouble = fmt::format("array length '{}' is not known", join(inner));
        into.dimensions.insert(into.dimensions.begin(), count.value_or(1));
        tokens = tokens.first(open);
    }
    return true;
}

// "ret (*name[3])(args)" and "type (*name)[4]": the name stands in the first bracket behind a star.
bool read_pointer_in_bracket(Tokens tokens, const Constants& constants, Declaration& into) {
    for (std::size_t open = 0; open + 2 < tokens.size(); ++open) {
        if (!tokens[open].is("(")) continue;
        if (!tokens[open + 1].is("*")) return false;
        const std::size_t end = behind_bracket(tokens, open);
        if (end >= tokens.size() || (!tokens[end].is("(") && !tokens[end].is("["))) return false;
        Tokens inner = tokens.subspan(open + 1, end - open - 2);
        if (!take_dimensions(inner, constants, into) || inner.empty() || !inner.back().word()) return false;
        into.name = inner.back().text;
        into.type = fmt::format("{} (*){}", join(tokens.first(open)), join(tokens.subspan(end)));
        return true;
    }
    return false;
}

void read_declarator(Tokens tokens, const Constants& constants, Declaration& into) {
    if (read_pointer_in_bracket(tokens, constants, into)) return;
    if (!take_dimensions(tokens, constants, into) || tokens.empty()) return void(into.trouble = "no name found");
    if (std::any_of(tokens.begin(), tokens.end(), [](const Token& t) { return t.is("(") || t.is("=") || t.is("{") || t.is("}"); }))
        return void(into.trouble = "is no member declaration");
    std::size_t name = tokens.size() - 1;
    if (!tokens[name].word() || (tokens.size() == 1 && !into.bit_size)) return void(into.trouble = "no type or no name found");
    const bool unnamed = into.bit_size && (tokens.size() == 1 || known_type(join(tokens)));
    into.name = unnamed ? "" : tokens[name].text;
    into.type = join(tokens.first(unnamed ? tokens.size() : name));
}

// The top-level ':' of a bit-field; "::" is a token of its own.
std::optional<std::size_t> colon(Tokens tokens) {
    for (std::size_t at = 0; at < tokens.size(); ++at)
        if (tokens[at].is(":")) return at;
    return std::nullopt;
}

std::vector<Tokens> split_commas(Tokens tokens) {
    std::vector<Tokens> parts;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const Token& token = tokens[at];
        if (token.is("(") || token.is("[") || token.is("<")) ++depth;
        if (token.is(")") || token.is("]") || token.is(">")) --depth;
        if (depth != 0 || !token.is(",")) continue;
        parts.push_back(tokens.subspan(start, at - start));
        start = at + 1;
    }
    parts.push_back(tokens.subspan(start));
    return parts;
}

// DECLARE_BITMAP(name, bits) and its kin are members in disguise.
std::optional<Declaration> read_macro(Tokens tokens, const Constants& constants) {
    if (tokens.size() < 4 || !tokens[0].word() || !tokens[1].is("(") || !tokens.back().is(")")) return std::nullopt;
    const std::string& macro = tokens[0].text;
    const std::vector<Tokens> arguments = split_commas(tokens.subspan(2, tokens.size() - 3));
    Declaration made{.line = tokens[0].line};
    if (macro == "ZONE_PADDING" || macro == "CACHELINE_PADDING" || macro == "cacheline_padding") {
        made.type = "struct cacheline_padding";
        made.name = join(arguments[0]);
        made.dimensions = {0};
        made.forced_align = constants.bytes.at("L1_CACHE_BYTES");
        return made;
    }
    if (macro == "__cacheline_group_begin" || macro == "__cacheline_group_end")
        return Declaration{.type = "u8", .name = macro + "__" + join(arguments[0]), .dimensions = {0}, .line = made.line};
    if (arguments.size() != 2) return std::nullopt;
    const auto count = evaluate(arguments[1], constants);
    if (macro == "DECLARE_FLEX_ARRAY")
        return Declaration{.type = join(arguments[0]), .name = join(arguments[1]), .dimensions = {0}, .line = made.line};
    if (macro != "DECLARE_BITMAP" && macro != "DECLARE_HASHTABLE") return std::nullopt;
    made.name = join(arguments[0]);
    made.type = macro == "DECLARE_BITMAP" ? "unsigned long" : "struct hlist_head";
    if (!count || *count > 1 << 30) made.trouble = fmt::format("length '{}' is not known", join(arguments[1]));
    else made.dimensions = {macro == "DECLARE_BITMAP" ? (*count + 63) / 64 : std::uint64_t{1} << std::min<std::uint64_t>(*count, 30)};
    return made;
}

// "int x, *y": the first declarator carries the type that the others share, without its stars.
std::vector<Token> shared_type(Tokens first) {
    std::vector<Token> type;
    for (const Token& token : first) {
        if (token.is("*") || token.is("(") || token.is("[") || token.is(":")) return type;
        type.push_back(token);
    }
    if (!type.empty()) type.pop_back();  // the name
    return type;
}

Declaration read_one(Tokens tokens, const Constants& constants) {
    Declaration made{.line = tokens.empty() ? 0 : tokens[0].line};
    if (const auto at = colon(tokens)) {
        made.bit_size = evaluate(tokens.subspan(*at + 1), constants);
        if (!made.bit_size || *made.bit_size > 128)
            made.trouble = fmt::format("bit-field width '{}' is not known", join(tokens.subspan(*at + 1)));
        if (!made.bit_size) made.bit_size = 0;
        tokens = tokens.first(*at);
    }
    std::string trouble = made.trouble;
    read_declarator(tokens, constants, made);
    if (!trouble.empty()) made.trouble = trouble;
    return made;
}

}  // namespace

std::uint64_t Declaration::elements() const {
    std::uint64_t product = 1;
    for (std::uint64_t dimension : dimensions) product = std::min(product * dimension, largest_struct_bytes * 2);
    return product;
}

Attributes take_attributes(Tokens tokens, const Constants& constants) {
    std::vector<Token> without_comments(tokens.begin(), tokens.end());
    std::erase_if(without_comments, [](const Token& t) { return t.kind == Token::Kind::Comment || t.kind == Token::Kind::Directive; });
    return AttributeTaker(without_comments, constants).take();
}

std::vector<Declaration> read_declaration(Tokens tokens, const Constants& constants) {
    const Attributes attributes = take_attributes(tokens, constants);
    std::vector<Declaration> made;
    if (auto macro = read_macro(attributes.rest, constants)) return {*macro};
    const std::vector<Tokens> parts = split_commas(attributes.rest);
    const std::vector<Token> type = parts.size() > 1 ? shared_type(parts[0]) : std::vector<Token>{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::vector<Token> whole = i == 0 ? std::vector<Token>{} : type;
        whole.insert(whole.end(), parts[i].begin(), parts[i].end());
        made.push_back(read_one(whole, constants));
        made.back().forced_align = attributes.align;
        made.back().packed = attributes.packed;
        if (!attributes.trouble.empty()) made.back().trouble = attributes.trouble;
        if (made.back().line == 0 && !tokens.empty()) made.back().line = tokens[0].line;
    }
    return made;
}

Declaration read_closing(Tokens tokens, const Constants& constants) {
    const Attributes attributes = take_attributes(tokens, constants);
    Declaration made{.forced_align = attributes.align, .packed = attributes.packed, .line = tokens.empty() ? 0 : tokens[0].line};
    made.trouble = attributes.trouble;
    Tokens rest = attributes.rest;
    if (!take_dimensions(rest, constants, made)) made.trouble = "dimensions not understood";
    if (rest.size() == 1 && rest[0].word()) made.name = rest[0].text;
    else if (!rest.empty()) made.trouble = fmt::format("'{}' behind the closing bracket is not understood", join(rest));
    return made;
}

}  // namespace hitm::layout
