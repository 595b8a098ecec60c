// Distributions as text: 200ns, exponential(5us), uniform(1us, 2us), normal(5us, 1us), choice(1us 90%, 10us 10%).
#include <fmt/format.h>

#include "workloads/program/reader.hpp"

namespace hitm::program {
namespace {

constexpr std::string_view forms = "200ns, exponential(5us), uniform(1us, 2us), normal(5us, 1us) or choice(1us 90%, 10us 10%)";

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.push_back(trimmed(text.substr(0, comma)));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

class Text {
public:
    Text(Reader& reader, const Node& node, std::string_view key, Reader::Dimension dimension)
        : reader_(reader), key_(key), line_(node.line), dimension_(dimension), text_(reader.text(node, key)) {}

    Distribution read() {
        const std::string_view whole = trimmed(text_);
        const std::size_t open = whole.find('(');
        if (open == std::string_view::npos) {
            result_.arguments.push_back(reader_.amount(whole, line_, key_, dimension_));
            return result_;
        }
        if (!whole.ends_with(')')) wrong("has no closing parenthesis; inside { } put quotes around it");
        const std::string_view name = trimmed(whole.substr(0, open));
        const std::vector<std::string_view> parts = split(whole.substr(open + 1, whole.size() - open - 2));
        if (name == "exponential") fill(Distribution::Kind::Exponential, parts, 1);
        else if (name == "uniform") fill(Distribution::Kind::Uniform, parts, 2);
        else if (name == "normal") fill(Distribution::Kind::Normal, parts, 2);
        else if (name == "choice") choices(parts);
        else unknown(name);
        return result_;
    }

private:
    [[noreturn]] void wrong(std::string_view what) const { reader_.wrong(line_, key_, fmt::format("'{}' {}", text_.substr(0, 80), what)); }
    [[noreturn]] void unknown(std::string_view name) const {
        const std::vector<std::string> known = {"exponential", "uniform", "normal", "choice"};
        const std::string near = hint(name, known);
        wrong(near.empty() ? fmt::format("is no distribution; write {}", forms) : "is no distribution" + near);
    }

    void fill(Distribution::Kind kind, const std::vector<std::string_view>& parts, std::size_t wanted) {
        if (parts.size() != wanted) wrong(fmt::format("has {} arguments; write {}", parts.size(), forms));
        result_.kind = kind;
        for (const std::string_view part : parts) result_.arguments.push_back(reader_.amount(part, line_, key_, dimension_));
        const auto& a = result_.arguments;
        const bool comparable = kind == Distribution::Kind::Uniform && a[0].quantity.unit == a[1].quantity.unit;
        if (comparable && a[0].quantity.value > a[1].quantity.value) wrong("ends before it starts; write the smaller bound first");
    }

    void choices(const std::vector<std::string_view>& parts) {
        result_.kind = Distribution::Kind::Choice;
        double total = 0;
        for (const std::string_view part : parts) {
            const std::size_t blank = part.rfind(' ');
            if (blank == std::string_view::npos) wrong("has a choice without its share; write choice(1us 90%, 10us 10%)");
            result_.arguments.push_back(reader_.amount(trimmed(part.substr(0, blank)), line_, key_, dimension_));
            result_.weights.push_back(reader_.amount(trimmed(part.substr(blank)), line_, key_, Reader::Dimension::Percent));
            total += result_.weights.back().quantity.value;
        }
        if (!(total > 0)) wrong("has shares that add up to nothing; write choice(1us 90%, 10us 10%)");
    }

    Reader& reader_;
    std::string_view key_;
    int line_;
    Reader::Dimension dimension_;
    std::string text_;
    Distribution result_;
};

}  // namespace

Distribution read_distribution(Reader& reader, const Node& node, std::string_view key, Reader::Dimension dimension) {
    return Text(reader, node, key, dimension).read();
}

}  // namespace hitm::program
