// Reading unified diffs as people send them: quoted, indented, wrapped in quoted-printable, with leading blanks lost.
#include "workloads/layout/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace hitm::layout {
namespace {

int hex(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

bool holds(std::string_view text, std::string_view what) { return text.find(what) != std::string_view::npos; }

// RFC 2045 6.7. Soft line breaks are taken out, so line numbers count the lines of the decoded text.
std::string decode_quoted_printable(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '=') {
            out += text[i];
            continue;
        }
        if (i + 1 < text.size() && text[i + 1] == '\n') i += 1;
        else if (i + 2 < text.size() && text[i + 1] == '\r' && text[i + 2] == '\n') i += 2;
        else if (i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
            out += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
            i += 2;
        } else out += '=';
    }
    return out;
}

bool quoted_printable(std::string_view text) {
    std::string lower(text.substr(0, 20000));
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (holds(lower, "content-transfer-encoding: quoted-printable")) return true;
    return holds(text, "=3D") && (holds(text, "=\n") || holds(text, "=\r\n") || holds(text, "=20\n") || holds(text, "=09"));
}

bool is_quote(char c) { return c == '>' || c == ' ' || c == '\t' || c == '|'; }

// What stands in front of the first "@@ -" of every line: mail quoting, or the indent of a paste.
void strip_quoting(std::vector<Line>& lines) {
    std::string prefix;
    for (const Line& line : lines) {
        const std::size_t at = line.text.find("@@ -");
        if (at == std::string::npos || !std::all_of(line.text.begin(), line.text.begin() + static_cast<std::ptrdiff_t>(at), is_quote))
            continue;
        prefix = line.text.substr(0, at);
        break;
    }
    std::string bare = prefix;
    while (bare.ends_with(' ')) bare.pop_back();
    for (Line& line : lines) {
        if (!prefix.empty() && line.text.starts_with(prefix)) line.text.erase(0, prefix.size());
        else if (!bare.empty() && line.text.starts_with(bare)) line.text.erase(0, bare.size());
    }
}

std::optional<unsigned> take_count(std::string_view& text) {
    unsigned value = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9' && digits < 8; ++digits)
        value = value * 10 + static_cast<unsigned>(text[digits] - '0');
    text.remove_prefix(digits);
    return digits == 0 ? std::nullopt : std::optional(value);
}

struct Head {
    unsigned before = 1, after = 1;
    std::string heading;
};

// "@@ -8,8 +8,7 @@ struct file {"
std::optional<Head> head_of(std::string_view text) {
    Head head;
    if (!text.starts_with("@@ -")) return std::nullopt;
    text.remove_prefix(4);
    for (unsigned* count : {&head.before, &head.after}) {
        if (!take_count(text)) return std::nullopt;
        if (text.starts_with(',')) {
            text.remove_prefix(1);
            const auto value = take_count(text);
            if (!value) return std::nullopt;
            *count = *value;
        }
        const std::string_view next = count == &head.before ? " +" : " @@";
        if (!text.starts_with(next)) return std::nullopt;
        text.remove_prefix(next.size());
    }
    while (text.starts_with(' ')) text.remove_prefix(1);
    head.heading = text;
    return head;
}

std::string file_name(std::string_view text) {
    text = text.substr(0, text.find('\t'));
    while (text.ends_with(' ')) text.remove_suffix(1);
    if (text.starts_with("a/") || text.starts_with("b/")) text.remove_prefix(2);
    return std::string(text);
}

class DiffReader {
public:
    explicit DiffReader(std::vector<Line> lines) : lines_(std::move(lines)) {}

    Diff read() {
        while (at_ < lines_.size()) {
            const std::string& text = lines_[at_].text;
            if (text.starts_with("+++ ") && at_ > 0 && lines_[at_ - 1].text.starts_with("--- ")) file_line();
            else if (auto head = head_of(text)) hunk(*head);
            else if (text.starts_with("@@@ ")) trouble("a combined diff of a merge is not read"), ++at_;
            else if (text.starts_with("@@ ")) trouble("'" + text + "' is no hunk's head"), ++at_;
            else other(text), ++at_;
        }
        return std::move(diff_);
    }

private:
    void trouble(const std::string& what) { diff_.troubles.push_back(fmt::format("{}: {}", lines_[at_].number, what)); }

    void file_line() {
        const std::string after = file_name(std::string_view(lines_[at_].text).substr(4));
        file_ = after == "/dev/null" ? file_name(std::string_view(lines_[at_ - 1].text).substr(4)) : after;
        ++at_;
    }

    void other(const std::string& text) {
        if (!diff_.subject.empty() || !diff_.hunks.empty()) return;
        std::string_view subject = text;
        if (subject.starts_with("Subject:")) subject.remove_prefix(8);
        else if (!subject.starts_with("[PATCH")) return;
        while (subject.starts_with(' ')) subject.remove_prefix(1);
        while (subject.starts_with('[') && subject.find(']') != std::string_view::npos) {
            subject.remove_prefix(subject.find(']') + 1);
            while (subject.starts_with(' ')) subject.remove_prefix(1);
        }
        diff_.subject = subject;
    }

    bool ends_hunk(const std::string& text) const {
        if (text.starts_with("diff --git ") || head_of(text) || text == "-- " || text == "--") return true;
        return text.starts_with("--- ") && at_ + 1 < lines_.size() && lines_[at_ + 1].text.starts_with("+++ ");
    }

    void hunk(const Head& head) {
        Hunk hunk{file_, head.heading, {}, lines_[at_].number};
        unsigned before = head.before, after = head.after;
        for (++at_; at_ < lines_.size() && (before > 0 || after > 0); ++at_) {
            const std::string& text = lines_[at_].text;
            if (ends_hunk(text)) {
                diff_.troubles.push_back(fmt::format("{}: the hunk is shorter than its head says", hunk.line));
                break;
            }
            if (text.starts_with('\\')) continue;  // "\ No newline at end of file"
            const char first = text.empty() ? ' ' : text[0];
            const char side = first == '+' || first == '-' ? first : ' ';
            // A line of both sides that lost its leading blank starts with the code itself.
            const bool marked = first == '+' || first == '-' || (first == ' ' && !text.empty());
            hunk.lines.push_back({side, marked ? text.substr(1) : text, lines_[at_].number});
            if (side != '+' && before > 0) --before;
            if (side != '-' && after > 0) --after;
        }
        diff_.hunks.push_back(std::move(hunk));
    }

    std::vector<Line> lines_;
    std::size_t at_ = 0;
    std::string file_;
    Diff diff_;
};

// " * @f_ref: reference count" at a hunk's start: the rest of a comment that began above it.
bool comment_tail(std::string_view text) {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
    return text.starts_with('*') && (text.size() == 1 || text[1] == ' ' || text[1] == '\t' || text[1] == '/');
}

// Is a comment open behind this line, when it was `open` before it?
bool comment_open(std::string_view text, bool open) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const std::string_view pair = text.substr(i, 2);
        if (!open && pair == "//") return false;
        if (pair != (open ? "*/" : "/*")) continue;
        open = !open;
        ++i;
    }
    return open;
}

}  // namespace

std::vector<Line> Hunk::side(char which) const {
    std::vector<Line> kept;
    bool open = false;
    for (const DiffLine& one : lines) {
        if (one.side != ' ' && one.side != which) continue;
        std::string text = one.text;
        if (!open && comment_tail(text)) {
            const std::size_t end = text.find("*/");
            text = end == std::string::npos ? "" : text.substr(end + 2);
        }
        open = comment_open(text, open);
        kept.push_back({std::move(text), one.line});
    }
    return kept;
}

bool Hunk::changed(int line_number) const {
    const auto found =
        std::lower_bound(lines.begin(), lines.end(), line_number, [](const DiffLine& one, int number) { return one.line < number; });
    return found != lines.end() && found->line == line_number && found->side != ' ';
}

Diff read_diff(std::string_view text) {
    const std::string decoded = quoted_printable(text) ? decode_quoted_printable(text) : std::string(text);
    std::vector<Line> lines = lines_of(decoded);
    strip_quoting(lines);
    return DiffReader(std::move(lines)).read();
}

}  // namespace hitm::layout
