// The reader of pahole's text.
#include <fmt/format.h>

#include <algorithm>

#include "workloads/layout/abi.hpp"
#include "workloads/layout/declaration.hpp"
#include "workloads/layout/names.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

constexpr int deepest_nesting = 64;

// "/* 12:16  4 */": where pahole says a member stands. Old versions give members of a union their size alone.
struct Position {
    std::optional<std::uint64_t> offset;
    std::optional<std::uint64_t> bit;
    std::uint64_t size = 0;
};

std::optional<std::uint64_t> take_number(std::string_view& text) {
    const bool hex = text.starts_with("0x");
    if (hex) text.remove_prefix(2);
    std::uint64_t value = 0;
    std::size_t digits = 0;
    for (; digits < text.size(); ++digits) {
        const int c = text[digits];
        const int lower = c | 0x20;
        const int digit = c >= '0' && c <= '9' ? c - '0' : hex && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
        if (digit < 0) break;
        if (value > (UINT64_MAX >> 5)) return std::nullopt;
        value = value * (hex ? 16 : 10) + static_cast<std::uint64_t>(digit);
    }
    text.remove_prefix(digits);
    return digits == 0 ? std::nullopt : std::optional(value);
}

void skip_blanks(std::string_view& text) {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
}

std::optional<Position> position_of(const Token& token) {
    if (token.kind != Token::Kind::Comment) return std::nullopt;
    std::string_view text = token.text;
    Position position;
    skip_blanks(text);
    const auto first = take_number(text);
    if (!first) return std::nullopt;
    skip_blanks(text);
    if (text.starts_with(':')) {
        text.remove_prefix(1);
        skip_blanks(text);
        position.bit = take_number(text);
        if (!position.bit) return std::nullopt;
        skip_blanks(text);
    }
    const auto second = take_number(text);
    skip_blanks(text);
    if (!text.empty()) return std::nullopt;
    if (second) position.offset = first;
    position.size = second.value_or(*first);
    return position;
}

// Mail quoting ("> > ") in front of lines; the line numbers stay.
std::vector<Line> unquoted(std::string_view text) {
    std::vector<Line> lines = lines_of(text);
    for (Line& line : lines) {
        std::size_t at = 0;
        while (at < line.text.size() && (line.text[at] == '>' || line.text[at] == ' ' || line.text[at] == '\t' || line.text[at] == '|'))
            ++at;
        line.text.erase(0, at);
    }
    return lines;
}

class Reader {
public:
    Reader(std::vector<Token> tokens, std::string_view file) : tokens_(std::move(tokens)), file_(file), constants_(constants_with({})) {}

    Layout read(std::string_view wanted) {
        const std::vector<std::size_t> heads = find_heads();
        if (heads.empty())
            throw BadLayout(
                file_, 0, "no struct found; would be right: pahole's text, 'struct NAME { … };' with /* offset size */ behind each member");
        at_ = choose(heads, wanted);
        return read_struct();
    }

private:
    [[noreturn]] void fail(int line, const std::string& what) const { throw BadLayout(file_, line, what); }
    [[noreturn]] void fail_cpp(int line, const std::string& why) const {
        fail(line,
             why + ": pahole's text of C++ is not reliable (wrong holes, bases and repeated unions); read the binary's DWARF instead");
    }
    bool ended() const { return at_ >= tokens_.size(); }
    const Token& now() const { return tokens_[at_]; }
    bool head_at(std::size_t at) const {
        return at < tokens_.size() && (tokens_[at].is("struct") || tokens_[at].is("union") || tokens_[at].is("class"));
    }

    // Where "struct NAME … {" stands outside of any bracket.
    std::vector<std::size_t> find_heads() const {
        std::vector<std::size_t> heads;
        int depth = 0;
        for (std::size_t at = 0; at < tokens_.size(); ++at) {
            if (tokens_[at].is("{")) ++depth;
            if (tokens_[at].is("}")) depth = std::max(0, depth - 1);
            if (depth == 0 && head_at(at) && at + 1 < tokens_.size() && tokens_[at + 1].word() && body_follows(at)) heads.push_back(at);
        }
        return heads;
    }

    bool body_follows(std::size_t at) const {
        while (++at < tokens_.size() && !tokens_[at].is(";") && !tokens_[at].is("}") && !tokens_[at].is(")"))
            if (tokens_[at].is("{")) return true;
        return false;
    }

    std::string name_at(std::size_t head) const {
        std::size_t end = head + 1;
        while (!tokens_[end].is("{")) ++end;
        Attributes attributes = take_attributes(std::span(tokens_).subspan(head + 1, end - head - 1), constants_);
        std::size_t stop = 0;
        while (stop < attributes.rest.size() && !attributes.rest[stop].is(":")) ++stop;
        return join(std::span(attributes.rest).first(stop));
    }

    std::size_t choose(const std::vector<std::size_t>& heads, std::string_view wanted) const {
        std::vector<std::string> names;
        for (std::size_t head : heads) names.push_back(name_at(head));
        const auto found = std::find(names.begin(), names.end(), wanted);
        if (found != names.end()) return heads[static_cast<std::size_t>(found - names.begin())];
        if (!wanted.empty()) fail(0, fmt::format("no struct '{}' in it{}", wanted, near_misses(names, wanted)));
        if (heads.size() == 1) return heads[0];
        refuse_broken();
        std::string list;
        for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
        fail(tokens_[heads[0]].line, fmt::format("holds {} structs ({}); say which", heads.size(), list));
    }

    void refuse_broken() const {
        for (const Token& token : tokens_)
            if (token.kind == Token::Kind::Comment) refuse_signs(token);
    }

    void refuse_signs(const Token& comment) const {
        if (comment.text.find("BRAIN FART") != std::string::npos)
            fail_cpp(comment.line, "pahole itself says that its sums do not add up (BRAIN FART ALERT)");
        if (comment.text.find("<ancestor>") != std::string::npos) fail_cpp(comment.line, "a C++ base class");
    }

    Layout read_struct() {
        Layout layout{.origin = std::string(file_)};
        Member whole;
        whole.kind = now().is("union") ? Member::Kind::Union : Member::Kind::Struct;
        const int line = now().line;
        layout.is_union = whole.kind == Member::Kind::Union;
        layout.name = name_at(at_);
        read_header(whole);
        read_body(whole, 1);
        read_tail(whole, layout);
        finish(whole, layout, line);
        return layout;
    }

    // Up to and with the '{': attributes, and the bases of C++.
    void read_header(Member& whole) {
        const std::size_t head = at_;
        while (!ended() && !now().is("{")) ++at_;
        if (ended()) fail(tokens_[head].line, "the struct has no body");
        const auto tokens = std::span(tokens_).subspan(head + 1, at_ - head - 1);
        for (const Token& token : tokens)
            if (token.is(":")) fail_cpp(token.line, "a C++ base class");
        const Attributes attributes = take_attributes(tokens, constants_);
        whole.type_align = attributes.align;
        whole.packed = attributes.packed;
        ++at_;
    }

    void read_body(Member& whole, int depth) {
        if (depth > deepest_nesting) fail(now().line, "nested deeper than 64 levels");
        while (true) {
            if (ended()) fail(tokens_.empty() ? 0 : tokens_.back().line, "the text ends inside of the struct; its closing '};' is missing");
            if (now().is("}")) return void(++at_);
            if (now().kind == Token::Kind::Comment) comment(depth);
            else if (now().kind == Token::Kind::Directive || now().is(";")) ++at_;
            else if (head_at(at_) && body_follows(at_)) read_nested(whole, depth);
            else read_member(whole);
        }
    }

    void comment(int depth) {
        refuse_signs(now());
        std::string_view text = now().text;
        skip_blanks(text);
        if (depth == 1 && text.starts_with("size:")) {
            text.remove_prefix(5);
            skip_blanks(text);
            size_ = take_number(text);
        }
        ++at_;
    }

    void read_nested(Member& whole, int depth) {
        Member inner;
        inner.kind = now().is("union") ? Member::Kind::Union : Member::Kind::Struct;
        const int line = now().line;
        const std::string name = name_at(at_);
        inner.type = now().text + (name.empty() ? "" : " " + name);
        read_header(inner);
        read_body(inner, depth + 1);
        const Declaration closing = read_closing(take_statement(), constants_);
        if (!closing.trouble.empty()) fail(line, inner.type + ": " + closing.trouble);
        inner.name = closing.name;
        inner.dimensions = closing.dimensions;
        inner.elements = closing.elements();
        inner.forced_align = closing.forced_align;
        inner.packed = inner.packed || closing.packed;
        const auto position = take_position();
        if (!position) fail_cpp(line, fmt::format("a nested {} without /* offset size */ behind its end", inner.type));
        place(inner, *position, whole, line);
        make_relative(inner, line);
        whole.members.push_back(std::move(inner));
    }

    // The tokens up to ';', which is passed.
    std::span<const Token> take_statement() {
        const std::size_t first = at_;
        int depth = 0;
        for (; !ended(); ++at_) {
            if (now().is("(")) ++depth;
            if (now().is(")")) --depth;
            if (now().is("{") || now().is("}")) fail(now().line, fmt::format("';' expected before '{}'", now().text));
            if (depth <= 0 && now().is(";")) break;
        }
        if (ended())
            fail(tokens_[first < tokens_.size() ? first : tokens_.size() - 1].line, "the text ends inside of a member; ';' is missing");
        return std::span(tokens_).subspan(first, at_++ - first);
    }

    std::optional<Position> take_position() {
        if (ended()) return std::nullopt;
        const auto position = position_of(now());
        if (position) ++at_;
        return position;
    }

    static bool is_method(std::span<const Token> statement) {
        return std::any_of(statement.begin(), statement.end(), [](const Token& token) { return token.is("("); });
    }

    void read_member(Member& whole) {
        const int line = now().line;
        const auto statement = take_statement();
        const auto position = take_position();
        if (!statement.empty() && (statement[0].is("static") || statement[0].is("typedef"))) return;
        std::vector<Declaration> made = read_declaration(statement, constants_);
        const Declaration& one = made.front();
        if (!position) return without_position(one, statement, line);
        if (made.size() != 1 || !one.trouble.empty())
            fail(line, fmt::format("'{}' {}", join(statement), one.trouble.empty() ? "declares more than one member" : one.trouble));
        Member member{.name = one.name, .type = one.type, .elements = one.elements()};
        member.dimensions = one.dimensions;
        member.forced_align = one.forced_align;
        if (member.type.starts_with("struct ")) member.kind = Member::Kind::Struct;
        if (member.type.starts_with("union ")) member.kind = Member::Kind::Union;
        if (is_pointer(member.type)) member.kind = Member::Kind::Plain;
        if (one.bit_size) member.bits = BitField{position->bit.value_or(0), *one.bit_size};
        place(member, *position, whole, line);
        if (!(member.bits && member.name.empty())) whole.members.push_back(std::move(member));
    }

    // Unnamed bit-fields only force padding, which the offsets show; methods take no room.
    void without_position(const Declaration& one, std::span<const Token> statement, int line) {
        if (one.bit_size && one.name.empty()) return;
        if (is_method(statement)) return void(methods_ = true);
        fail(line, fmt::format("'{}' has no /* offset size */ behind it; run pahole without options that leave it out", join(statement)));
    }

    void place(Member& member, const Position& position, const Member& whole, int line) {
        const std::string name = member.name.empty() ? member.type : member.name;
        member.size = position.size;
        member.offset = position.offset                     ? *position.offset
                        : whole.kind == Member::Kind::Union ? unplaced
                                                            : after_last(whole, position.size);
        if (member.size > largest_struct_bytes || (member.offset != unplaced && member.offset > largest_struct_bytes))
            fail_cpp(line, name + ": offset " + std::to_string(member.offset) + " size " + std::to_string(member.size) +
                               " is no place in a struct");
        if (member.elements > 1 && member.size % member.elements != 0)
            fail(line, name + ": " + std::to_string(member.size) + " bytes are no multiple of its " + std::to_string(member.elements) +
                           " elements");
        if (member.size == 0 && member.elements > 1) member.elements = 0;
        if (member.bits) fix_bits(member, whole, line);
    }

    static std::uint64_t after_last(const Member& whole, std::uint64_t size) {
        if (whole.members.empty()) return whole.kind == Member::Kind::Union ? 0 : unplaced;
        const Member& last = whole.members.back();
        return last.offset == unplaced ? unplaced : round_up(last.offset + last.size, is_power_of_two(size) && size < 8 ? size : 8);
    }

    // pahole before 1.16 counts a bit-field's bits from the top: the first of a unit then ends at the unit's end.
    void fix_bits(Member& member, const Member& whole, int line) {
        const std::uint64_t unit = member.size * 8;
        const std::uint64_t width = member.bits->bit_size;
        const std::uint64_t at = member.bits->bit_offset;
        if (width > unit || at > 4096)
            fail(line, member.name + ": " + std::to_string(width) + " bits do not fit into its " + std::to_string(unit));
        const Member* last = whole.members.empty() ? nullptr : &whole.members.back();
        const bool same_unit = last && last->bits && last->offset == member.offset && last->size == member.size;
        if (!same_unit) from_top_ = at != 0 && at + width == unit && (!last || last->offset + last->size <= member.offset);
        if (from_top_ && at + width <= unit) member.bits->bit_offset = unit - width - at;
    }

    // pahole gives the offsets of nested members from the outermost struct; very old ones give none, or inner ones.
    void make_relative(Member& inner, int line) {
        bool absolute = true;
        for (const Member& member : inner.members)
            if (member.offset != unplaced && (member.offset < inner.offset || inner.offset == unplaced)) absolute = false;
        std::uint64_t end = 0;
        for (Member& member : inner.members) {
            if (member.offset == unplaced)
                member.offset =
                    inner.kind == Member::Kind::Union ? 0 : round_up(end, member.size >= 8 ? 8 : std::max<std::uint64_t>(member.size, 1));
            else if (absolute) member.offset -= inner.offset;
            end = member.offset + member.size;
        }
        check(inner, inner.element_size(), line);
    }

    void check(const Member& whole, std::uint64_t size, int line) const {
        std::uint64_t bit = 0;
        for (const Member& member : whole.members) {
            const std::string name = member.name.empty() ? member.type : member.name;
            const std::uint64_t begin = member.bits ? member.offset * 8 + member.bits->bit_offset : member.offset * 8;
            const std::uint64_t end = member.bits ? begin + member.bits->bit_size : begin + member.size * 8;
            if (whole.kind == Member::Kind::Union && member.offset != 0) fail(line, name + ": stands behind the start of its union");
            if (whole.kind != Member::Kind::Union && begin < bit)
                fail(line, name + ": offset " + std::to_string(member.offset) + " lies inside of the member before it");
            if (end > size * 8)
                fail(line, name + ": ends at " + std::to_string(end / 8) + ", behind the end of its struct at " + std::to_string(size));
            bit = end;
        }
    }

    // "} __attribute__((__aligned__(64)));"
    void read_tail(Member& whole, Layout& layout) {
        const std::size_t first = at_;
        while (!ended() && !now().is(";") && !now().is("{")) ++at_;
        const Declaration closing = read_closing(std::span(tokens_).subspan(first, at_ - first), constants_);
        whole.type_align = std::max(whole.type_align, closing.forced_align);
        whole.packed = whole.packed || closing.packed;
        if (methods_) layout.notes.push_back("C++ methods in pahole's text were passed over; offsets of C++ are safer from DWARF");
    }

    void finish(Member& whole, Layout& layout, int line) {
        if (whole.members.empty()) fail(line, layout.name + ": no members");
        for (const Member& member : whole.members)
            if (member.offset == unplaced) fail(line, (member.name.empty() ? member.type : member.name) + ": has no offset");
        std::uint64_t end = 0;
        for (const Member& member : whole.members) end = std::max(end, member.offset + member.size);
        whole.size = size_.value_or(0);
        if (size_.value_or(end) > largest_struct_bytes) fail_cpp(line, fmt::format("size {} is none of a struct", size_.value_or(end)));
        check(whole, size_.value_or(end), line);
        infer_alignments(whole, Evidence::Holes);
        if (!size_) {
            whole.size = round_up(end, whole.align);
            layout.notes.push_back(fmt::format("no /* size: … */ in the text: taken as the end of the last member, {}", whole.size));
        }
        put_back(layout, std::move(whole));
    }

    static constexpr std::uint64_t unplaced = UINT64_MAX;

    std::vector<Token> tokens_;
    std::string_view file_;
    Constants constants_;
    std::size_t at_ = 0;
    std::optional<std::uint64_t> size_;
    bool methods_ = false;
    bool from_top_ = false;
};

}  // namespace

Layout read_pahole(std::string_view text, std::string_view file, std::string_view struct_name) {
    return Reader(tokens_of(unquoted(text)), file).read(struct_name);
}

}  // namespace hitm::layout
