// Parsing one side of a hunk.
#include "workloads/layout/fragment.hpp"

#include <algorithm>

namespace hitm::layout {
namespace {

using Tokens = std::span<const Token>;
constexpr std::size_t deepest_nesting = 64;

class FragmentReader {
public:
    FragmentReader(std::vector<Token> tokens, const Opening& opening, const std::function<bool(int)>& changed, const Constants& constants)
        : tokens_(std::move(tokens)), opening_(opening), changed_(changed), constants_(constants) {}

    Fragment read() {
        if (opening_.inside) open_scope(opening_.name, false, tokens_.empty() ? 0 : tokens_[0].line);
        while (!ended()) {
            if (now().kind == Token::Kind::Comment) ++at_;
            else if (now().kind == Token::Kind::Directive) directive();
            else if (inside_) inside();
            else outside();
        }
        while (!stack_.empty()) close_nested(false, {});
        fragment_.ends_inside = inside_;
        return std::move(fragment_);
    }

private:
    bool ended() const { return at_ >= tokens_.size(); }
    const Token& now() const { return tokens_[at_]; }
    Scope& scope() { return fragment_.scopes.back(); }
    std::vector<Node>& nodes() { return stack_.empty() ? scope().nodes : stack_.back().children; }

    bool any_changed(Tokens tokens) const {
        return std::any_of(tokens.begin(), tokens.end(),
                           [&](const Token& token) { return token.kind != Token::Kind::Comment && changed_(token.line); });
    }

    void directive() {
        std::string_view text = now().text;
        text.remove_prefix(1);
        while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
        if (text.starts_with("if")) ++conditions_;
        if (text.starts_with("endif")) {
            if (conditions_ > 0) --conditions_;
            else if (inside_)
                for (Node& node : nodes()) node.conditional = true;  // the #if stands above the hunk
        }
        gap_ = true;
        if (changed_(now().line)) unknown(std::span(tokens_).subspan(at_, 1));
        ++at_;
    }

    void unknown(Tokens tokens) {
        Node node{.kind = Node::Kind::Unknown};
        node.text = join(tokens);
        node.line = tokens.empty() ? 0 : tokens[0].line;
        node.last_line = tokens.empty() ? 0 : tokens.back().line;
        node.changed = any_changed(tokens);
        gap_ = true;
        if (inside_) nodes().push_back(std::move(node));
        else if (node.changed) fragment_.outside.push_back(std::move(node));
    }

    void open_scope(const std::string& name, bool opened, int line) {
        Scope scope;
        scope.name = name;
        scope.opened = opened;
        scope.line = line;
        fragment_.scopes.push_back(std::move(scope));
        inside_ = true;
        gap_ = !opened;
    }

    // A struct's head: the keyword, attributes, a name at most, bases, '{'. Gives the index of '{'.
    std::optional<std::size_t> head_end() const {
        if (!now().is("struct") && !now().is("union") && !now().is("class")) return std::nullopt;
        for (std::size_t at = at_ + 1; at < tokens_.size(); ++at) {
            if (tokens_[at].is("{")) return at;
            if (tokens_[at].is(";") || tokens_[at].is("=") || tokens_[at].is("}") || tokens_[at].is("*")) return std::nullopt;
        }
        return std::nullopt;
    }

    struct Head {
        std::string tag;
        Attributes attributes;
        bool fits = false;
    };

    Head head(std::size_t end) const {
        Head made;
        made.attributes = take_attributes(std::span(tokens_).subspan(at_ + 1, end - at_ - 1), constants_);
        Tokens rest = made.attributes.rest;
        std::size_t names = 0;
        while (names < rest.size() && !rest[names].is(":")) ++names;
        if (names > 0 && rest[names - 1].is("final")) --names;
        made.fits = std::none_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(names),
                                 [](const Token& t) { return t.is("(") || t.is(")") || t.is(","); });
        made.tag = join(rest.first(names));
        return made;
    }

    void outside() {
        if (const auto end = head_end()) {
            const Head made = head(*end);
            if (made.fits) {
                const bool head_changed = any_changed(std::span(tokens_).subspan(at_, *end - at_ + 1));
                open_scope(made.tag, true, now().line);
                scope().is_union = now().is("union");
                scope().align = made.attributes.align;
                scope().packed = made.attributes.packed;
                scope().align_changed = head_changed;
                at_ = *end + 1;
                return;
            }
        }
        statement_outside();
    }

    // Up to ';' or over a '{ … }'.
    void statement_outside() {
        const std::size_t first = at_;
        int depth = 0;
        for (; !ended(); ++at_) {
            if (now().kind == Token::Kind::Directive && at_ > first && depth == 0) break;
            if (now().is("{")) ++depth;
            if (now().is("}") && --depth <= 0) break;
            if (now().is(";") && depth <= 0) break;
        }
        if (!ended() && now().kind != Token::Kind::Directive) ++at_;
        fragment_.only_declarations = false;
        unknown(std::span(tokens_).subspan(first, at_ - first));
    }

    void inside() {
        if (now().is("}")) return closing();
        if (now().is(";")) return void(++at_);
        if (label()) return void(at_ += 2);
        if (const auto end = head_end(); end && stack_.size() < deepest_nesting) {
            const Head made = head(*end);
            if (made.fits) return open_nested(made, *end);
        }
        member();
    }

    bool label() const {
        return at_ + 1 < tokens_.size() && (now().is("public") || now().is("private") || now().is("protected")) && tokens_[at_ + 1].is(":");
    }

    void open_nested(const Head& made, std::size_t end) {
        Node node{.kind = Node::Kind::Aggregate};
        node.tag = made.tag;
        node.is_union = now().is("union");
        node.declaration.forced_align = made.attributes.align;
        node.conditional = conditions_ > 0;
        node.line = now().line;
        node.changed = any_changed(std::span(tokens_).subspan(at_, end - at_ + 1));
        stack_.push_back(std::move(node));
        gap_ = false;
        at_ = end + 1;
    }

    void closing() {
        const std::size_t first = at_++;
        while (!ended() && !now().is(";") && !now().is("{") && !now().is("}") && now().kind != Token::Kind::Directive) ++at_;
        const Tokens tokens = std::span(tokens_).subspan(first, at_ - first);
        if (!ended() && now().is(";")) ++at_;
        if (!stack_.empty()) return close_nested(true, tokens);
        if (ends_scope(tokens)) close_scope(tokens);
        else wrap(tokens);
    }

    // An unmatched '}': the struct's own when it stands in the first column or nothing of a struct follows.
    bool ends_scope(Tokens tokens) const {
        if (scope_opened()) return true;
        if (opening_.indented) return tokens[0].column == 0;
        for (std::size_t at = at_; at < tokens_.size(); ++at) {
            const Token& token = tokens_[at];
            if (token.kind == Token::Kind::Comment) continue;
            if (token.kind == Token::Kind::Directive && !token.text.starts_with("#if") && !token.text.starts_with("#endif")) return true;
            if (token.kind == Token::Kind::Directive) continue;
            if (token.is("}")) return false;
            if (token.is("{") || token.is("(")) return true;
        }
        return true;
    }
    bool scope_opened() const { return fragment_.scopes.back().opened; }

    void close_scope(Tokens tokens) {
        const Declaration end = read_closing(tokens.subspan(1), constants_);
        scope().closed = true;
        scope().end_follows = !gap_;
        scope().align = std::max(scope().align, end.forced_align);
        scope().packed = scope().packed || end.packed;
        scope().align_changed = scope().align_changed || any_changed(tokens);
        if (scope().name.empty()) scope().name = end.name;
        if (!end.trouble.empty() && any_changed(tokens)) unknown(tokens);
        inside_ = false;
    }

    // The hunk began inside of a nested struct or union that ends here.
    void wrap(Tokens tokens) {
        Node node{.kind = Node::Kind::Aggregate};
        node.opened = false;
        node.children = std::move(scope().nodes);
        scope().nodes.clear();
        finish_nested(std::move(node), true, tokens);
    }

    void close_nested(bool closed, Tokens tokens) {
        Node node = std::move(stack_.back());
        stack_.pop_back();
        finish_nested(std::move(node), closed, tokens);
    }

    void finish_nested(Node node, bool closed, Tokens tokens) {
        const std::uint64_t head_align = node.declaration.forced_align;
        if (closed) node.declaration = read_closing(tokens.subspan(1), constants_);
        node.declaration.forced_align = std::max(node.declaration.forced_align, head_align);
        node.closed = closed;
        node.changed = node.changed || any_changed(tokens);
        if (node.line == 0 && !tokens.empty()) node.line = tokens[0].line;
        node.text = node.is_union ? "union" : "struct";
        nodes().push_back(std::move(node));
        gap_ = false;
    }

    // The tokens of a member up to ';', without an initialiser; a function body ends it too.
    void member() {
        const std::size_t first = at_;
        std::size_t last = 0;
        int depth = 0;
        bool body = false;
        for (; !ended(); ++at_) {
            if (now().kind == Token::Kind::Directive) break;
            if (depth == 0 && (now().is(";") || now().is("}"))) break;
            if (depth == 0 && last == 0 && (now().is("=") || now().is("{"))) last = at_;
            if (now().is("{") || now().is("(")) ++depth, body = body || now().is("{");
            if (now().is("}") || now().is(")")) {
                --depth;
                if (depth == 0 && now().is("}") && at_ + 1 < tokens_.size() && !tokens_[at_ + 1].is(";")) break;
            }
        }
        const bool complete = !ended() && (now().is(";") || (body && now().is("}") && depth <= 0));
        const std::size_t end = at_;
        if (complete || (!ended() && end == first)) ++at_;
        add_member(std::span(tokens_).subspan(first, (last ? last : end) - first),
                   std::span(tokens_).subspan(first, std::max(end, first + 1) - first), complete);
    }

    void add_member(Tokens declaration, Tokens whole, bool complete) {
        std::vector<Declaration> made = complete ? read_declaration(declaration, constants_) : std::vector<Declaration>{};
        const bool troubled =
            made.empty() || std::any_of(made.begin(), made.end(), [](const Declaration& d) { return !d.trouble.empty(); });
        if (troubled) fragment_.only_declarations = false;
        if (troubled || (!declaration.empty() && declaration[0].is("static"))) return unknown(whole);
        for (Declaration& one : made) {
            Node node{.declaration = std::move(one)};
            node.conditional = conditions_ > 0;
            node.changed = any_changed(whole);
            node.follows = !gap_;
            node.text = join(whole);
            node.line = whole.empty() ? 0 : whole[0].line;
            gap_ = false;
            nodes().push_back(std::move(node));
        }
    }

    std::vector<Token> tokens_;
    const Opening& opening_;
    const std::function<bool(int)>& changed_;
    const Constants& constants_;
    std::size_t at_ = 0;
    int conditions_ = 0;
    bool inside_ = false;
    bool gap_ = true;
    std::vector<Node> stack_;
    Fragment fragment_;
};

}  // namespace

Fragment read_fragment(std::span<const Line> lines, const Opening& opening, const std::function<bool(int)>& changed,
                       const Constants& constants) {
    return FragmentReader(tokens_of(lines), opening, changed, constants).read();
}

}  // namespace hitm::layout
