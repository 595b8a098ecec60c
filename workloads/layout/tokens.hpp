// Text cut into the tokens of C, with the line each stands on; comments are kept, they carry offsets.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitm::layout {

struct Token {
    enum class Kind { Word, Number, Sign, Comment, String, Directive };
    Kind kind = Kind::Sign;
    std::string text;  // of a comment: what stands between its marks
    int line = 0;
    std::size_t column = 0;

    bool is(std::string_view what) const { return (kind == Kind::Sign || kind == Kind::Word) && text == what; }
    bool word() const { return kind == Kind::Word; }
};

struct Line {
    std::string text;
    int number = 0;
};

std::vector<Line> lines_of(std::string_view text);
std::vector<Token> tokens_of(std::span<const Line> lines);

// The tokens with one blank where C wants one: "const struct cred *f_cred".
std::string join(std::span<const Token> tokens);

}  // namespace hitm::layout
