// Constant expressions and the names that stand for bytes.
#include "workloads/layout/declaration.hpp"
#include "workloads/layout/types.hpp"

namespace hitm::layout {
namespace {

std::optional<std::uint64_t> number(std::string text) {
    while (!text.empty() && (text.back() == 'u' || text.back() == 'U' || text.back() == 'l' || text.back() == 'L')) text.pop_back();
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const std::uint64_t base = hex ? 16 : text.size() > 1 && text[0] == '0' ? 8 : 10;
    if (hex) text.erase(0, 2);
    std::uint64_t value = 0;
    for (char c : text) {
        const int lower = c | 0x20;
        const int digit = c >= '0' && c <= '9' ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
        if (static_cast<std::uint64_t>(digit) >= base || value > (UINT64_MAX >> 5)) return std::nullopt;
        value = value * base + static_cast<std::uint64_t>(digit);
    }
    return text.empty() ? std::nullopt : std::optional(value);
}

// Precedence climbing over + - * / % << with brackets; 64 levels deep at most.
class Evaluator {
public:
    Evaluator(std::span<const Token> tokens, const Constants& constants) : tokens_(tokens), constants_(constants) {}

    std::optional<std::uint64_t> whole() {
        const auto value = binary(0);
        return at_ == tokens_.size() ? value : std::nullopt;
    }

private:
    static int strength(const Token& token) {
        if (token.is("*") || token.is("/") || token.is("%")) return 3;
        if (token.is("+") || token.is("-")) return 2;
        return token.is("<<") ? 1 : 0;
    }

    static std::optional<std::uint64_t> join(std::uint64_t left, const Token& sign, std::uint64_t right) {
        if (sign.is("*")) return left * right;
        if (sign.is("+")) return left + right;
        if (sign.is("-")) return left >= right ? std::optional(left - right) : std::nullopt;
        if (sign.is("<<")) return right < 64 ? std::optional(left << right) : std::nullopt;
        if (right == 0) return std::nullopt;
        return sign.is("/") ? left / right : left % right;
    }

    std::optional<std::uint64_t> binary(int least) {
        auto left = primary();
        while (left && at_ < tokens_.size() && strength(tokens_[at_]) > least) {
            const Token& sign = tokens_[at_++];
            const auto right = binary(strength(sign));
            left = right ? join(*left, sign, *right) : std::nullopt;
        }
        return left;
    }

    std::optional<std::uint64_t> primary() {
        if (at_ >= tokens_.size() || depth_ > 64) return std::nullopt;
        const Token& token = tokens_[at_++];
        if (token.kind == Token::Kind::Number) return number(token.text);
        if (token.is("sizeof") || token.is("alignof") || token.is("_Alignof") || token.is("__alignof__"))
            return of_type(token.is("sizeof"));
        if (token.is("(")) return bracket();
        if (!token.word()) return std::nullopt;
        if (token.text == "std" && at_ + 1 < tokens_.size() && tokens_[at_].is("::")) return ++at_, primary();
        const auto found = constants_.bytes.find(token.text);
        return found == constants_.bytes.end() ? std::nullopt : std::optional(found->second);
    }

    std::optional<std::uint64_t> bracket() {
        ++depth_;
        const auto value = binary(0);
        --depth_;
        return at_ < tokens_.size() && tokens_[at_++].is(")") ? value : std::nullopt;
    }

    std::optional<std::uint64_t> of_type(bool size) {
        if (at_ >= tokens_.size() || !tokens_[at_].is("(")) return std::nullopt;
        const std::size_t first = ++at_;
        while (at_ < tokens_.size() && !tokens_[at_].is(")")) ++at_;
        if (at_ >= tokens_.size()) return std::nullopt;
        const auto fact = known_type(layout::join(tokens_.subspan(first, at_++ - first)));
        if (!fact) return std::nullopt;
        return size ? fact->size : fact->align;
    }

    std::span<const Token> tokens_;
    const Constants& constants_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Constants constants_with(const std::map<std::string, std::uint64_t>& macros, std::uint64_t line_bytes) {
    Constants constants;
    for (const char* name :
         {"____cacheline_aligned", "____cacheline_aligned_in_smp", "__cacheline_aligned", "__cacheline_aligned_in_smp",
          "____cacheline_internodealigned_in_smp", "L1_CACHE_BYTES", "SMP_CACHE_BYTES", "CACHE_LINE_SIZE", "CACHELINE_SIZE",
          "CACHE_LINE_BYTES", "hardware_destructive_interference_size", "hardware_constructive_interference_size"})
        constants.bytes[name] = line_bytes;
    constants.bytes["BITS_PER_LONG"] = 64;
    constants.bytes["PAGE_SIZE"] = 4096;
    for (const auto& [name, bytes] : macros) constants.bytes[name] = bytes;
    return constants;
}

std::optional<std::uint64_t> evaluate(std::span<const Token> tokens, const Constants& constants) {
    return Evaluator(tokens, constants).whole();
}

}  // namespace hitm::layout
