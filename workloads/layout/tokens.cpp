// Cutting text into tokens.
#include "workloads/layout/tokens.hpp"

#include <cctype>

namespace hitm::layout {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

class Cutter {
public:
    std::vector<Token> cut(std::span<const Line> lines) {
        for (const Line& line : lines) cut_line(line);
        if (in_comment_) tokens_.push_back(comment_);
        return std::move(tokens_);
    }

private:
    void cut_line(const Line& line) {
        text_ = line.text;
        number_ = line.number;
        at_ = 0;
        bool first = true;
        while (at_ < text_.size()) {
            if (in_comment_) continue_comment();
            else if (blank(text_[at_])) ++at_;
            else if (first && text_[at_] == '#') take(Token::Kind::Directive, text_.size());
            else {
                token();
                first = false;
            }
        }
        if (in_comment_) comment_.text += ' ';
    }

    void token() {
        const char c = text_[at_];
        if (text_.substr(at_, 2) == "/*") open_comment();
        else if (text_.substr(at_, 2) == "//") line_comment();
        else if (starts_word(c)) take_while(Token::Kind::Word);
        else if (std::isdigit(static_cast<unsigned char>(c))) take_while(Token::Kind::Number);
        else if (c == '"' || c == '\'') quoted(c);
        else if (text_.substr(at_, 2) == "::" || text_.substr(at_, 2) == "<<") take(Token::Kind::Sign, at_ + 2);
        else take(Token::Kind::Sign, at_ + 1);
    }

    void take(Token::Kind kind, std::size_t end) {
        tokens_.push_back({kind, std::string(text_.substr(at_, end - at_)), number_, at_});
        at_ = end;
    }

    void take_while(Token::Kind kind) {
        std::size_t end = at_;
        while (end < text_.size() && in_word(text_[end])) ++end;
        take(kind, end);
    }

    void quoted(char quote) {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2 : 1;
        take(Token::Kind::String, std::min(end + 1, text_.size()));
    }

    void line_comment() {
        tokens_.push_back({Token::Kind::Comment, std::string(text_.substr(at_ + 2)), number_, at_});
        at_ = text_.size();
    }

    void open_comment() {
        comment_ = {Token::Kind::Comment, "", number_, at_};
        in_comment_ = true;
        at_ += 2;
        continue_comment();
    }

    void continue_comment() {
        const std::size_t end = text_.find("*/", at_);
        comment_.text += text_.substr(at_, end == std::string_view::npos ? end : end - at_);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
        if (end == std::string_view::npos) return;
        in_comment_ = false;
        tokens_.push_back(std::move(comment_));
    }

    std::vector<Token> tokens_;
    std::string_view text_;
    int number_ = 0;
    std::size_t at_ = 0;
    bool in_comment_ = false;
    Token comment_;
};

// Does C style put no blank between these two?
bool tight(const std::string& left, const std::string& right) {
    if (left == "(" || left == "[" || left == "::" || left == "~" || left == "<") return true;
    if (right == "(") return left == ")" || left == "*";
    if (right == "*") return left == "*";
    return right == ")" || right == "]" || right == "," || right == "::" || right == "[" || right == ";" || right == "<" || right == ">";
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
    std::vector<Line> lines;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        while (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back({std::string(line), ++number});
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<Token> tokens_of(std::span<const Line> lines) { return Cutter().cut(lines); }

std::string join(std::span<const Token> tokens) {
    std::string text;
    std::string last;
    for (const Token& token : tokens) {
        if (token.kind == Token::Kind::Comment) continue;
        if (!text.empty() && !tight(last, token.text)) text += ' ';
        text += token.text;
        last = token.text;
    }
    return text;
}

}  // namespace hitm::layout
