// Reading the edit language.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "workloads/layout/declaration.hpp"
#include "workloads/layout/edits.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

constexpr std::string_view grammar =
    "'move NAME to end|start', 'move NAME after|before NAME [inside]', 'insert TYPE NAME[N] [size N] [align N] after|before NAME "
    "[inside]', "
    "'remove NAME', 'pad BYTES after|before NAME', 'pad BYTES at end', 'align NAME BYTES|natural', 'align struct BYTES|natural', 'swap "
    "NAME NAME', "
    "'split after NAME into NAME [with pointer]'";

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (char c : text) {
        if (c != ' ' && c != '\t') word += c;
        else if (!word.empty()) words.push_back(std::exchange(word, ""));
    }
    if (!word.empty()) words.push_back(word);
    return words;
}

class Parser {
public:
    Parser(std::string_view text, std::string_view file, int line) : words_(words_of(text)), text_(text), file_(file), line_(line) {}

    Edit parse() {
        const std::string verb = take("an edit");
        edit_.file = file_;
        edit_.line = line_;
        edit_.text = text_;
        if (verb == "move") move();
        else if (verb == "insert") insert();
        else if (verb == "remove") edit_.kind = Edit::Kind::Remove, edit_.member = take("a member");
        else if (verb == "pad") pad();
        else if (verb == "align") align();
        else if (verb == "swap") edit_.kind = Edit::Kind::Swap, edit_.member = take("a member"), edit_.anchor = take("a second member");
        else if (verb == "split") split();
        else fail(fmt::format("'{}' is no edit", verb));
        if (next_ != words_.size()) fail(fmt::format("'{}' is too much", words_[next_]));
        return edit_;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw BadLayout(file_, line_, fmt::format("edit '{}': {}; would be right: {}", text_, what, grammar));
    }

    std::string take(std::string_view what) {
        if (next_ == words_.size()) fail(fmt::format("{} is missing at its end", what));
        return words_[next_++];
    }

    bool take_if(std::string_view word) {
        if (next_ == words_.size() || words_[next_] != word) return false;
        return ++next_, true;
    }

    std::uint64_t number(std::string_view what) {
        const std::string word = take(what);
        std::uint64_t value = 0;
        for (char c : word) {
            if (c < '0' || c > '9' || value > largest_struct_bytes) fail(fmt::format("'{}' is no number of bytes", word));
            value = value * 10 + static_cast<std::uint64_t>(c - '0');
        }
        if (value == 0 || value > largest_struct_bytes) fail(fmt::format("{} bytes are none", word));
        return value;
    }

    std::uint64_t power() {
        const std::uint64_t value = number("an alignment");
        if (!is_power_of_two(value) || value > 65536) fail(fmt::format("alignment {} is no power of two up to 65536", value));
        return value;
    }

    // "after NAME [inside]", "before NAME [inside]", "to|at end|start"
    void place() {
        const std::string where = take("'after', 'before' or 'to'");
        if (where == "to" || where == "at") {
            const std::string edge = take("'end' or 'start'");
            if (edge != "end" && edge != "start") fail(fmt::format("'{}' is neither end nor start", edge));
            edit_.where = edge == "end" ? Edit::Where::End : Edit::Where::Start;
            return;
        }
        if (where != "after" && where != "before") fail(fmt::format("'{}' is none of after, before, to", where));
        edit_.where = where == "after" ? Edit::Where::After : Edit::Where::Before;
        edit_.anchor = take("a member");
        if (take_if("inside")) edit_.climb = 0;
    }

    void move() {
        edit_.kind = Edit::Kind::Move;
        edit_.member = take("a member");
        place();
    }

    void pad() {
        edit_.kind = Edit::Kind::Pad;
        edit_.bytes = number("a number of bytes");
        place();
    }

    void align() {
        edit_.member = take("a member or 'struct'");
        edit_.kind = edit_.member == "struct" ? Edit::Kind::AlignStruct : Edit::Kind::AlignField;
        if (edit_.kind == Edit::Kind::AlignStruct) edit_.member.clear();
        if (!take_if("natural")) edit_.bytes = power();
    }

    void split() {
        edit_.kind = Edit::Kind::Split;
        if (!take_if("after")) fail("'after' is missing");
        edit_.anchor = take("a member");
        if (!take_if("into")) fail("'into' is missing");
        edit_.into = take("the second struct's name");
        if (!take_if("with")) return;
        if (!take_if("pointer")) fail("'pointer' is missing");
        edit_.with_pointer = true;
    }

    // The declaration's words end where "size", "align" or the place begins.
    void insert() {
        edit_.kind = Edit::Kind::Insert;
        std::string declaration;
        auto stop = [](const std::string& word) {
            return word == "size" || word == "align" || word == "after" || word == "before" || word == "to" || word == "at";
        };
        while (next_ < words_.size() && !stop(words_[next_])) declaration += (declaration.empty() ? "" : " ") + words_[next_++];
        declare(declaration);
        while (next_ < words_.size()) {
            if (take_if("size")) edit_.size = number("a size");
            else if (take_if("align")) edit_.align = power();
            else break;
        }
        place();
    }

    void declare(const std::string& text) {
        const std::vector<Line> lines = {{text, line_}};
        const std::vector<Token> tokens = tokens_of(lines);
        const std::vector<Declaration> made = read_declaration(tokens, constants_with({}));
        if (tokens.empty() || made.size() != 1 || !made[0].trouble.empty() || made[0].name.empty())
            fail(fmt::format("'{}' is no declaration of one member{}", text,
                             made.empty() || made[0].trouble.empty() ? "" : ": " + made[0].trouble));
        edit_.type = made[0].type;
        edit_.member = made[0].name;
        edit_.dimensions = made[0].dimensions;
        edit_.bit_size = made[0].bit_size;
        edit_.align = made[0].forced_align;
    }

    std::vector<std::string> words_;
    std::string_view text_;
    std::string_view file_;
    int line_;
    std::size_t next_ = 0;
    Edit edit_;
};

}  // namespace

std::vector<Edit> parse_edits(std::span<const std::string> text, std::string_view file, int line) {
    std::vector<Edit> edits;
    for (const std::string& one : text) edits.push_back(Parser(one, file, line++).parse());
    return edits;
}

}  // namespace hitm::layout
