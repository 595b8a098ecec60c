// The verbs that do not touch memory: gaps, picks, loops, branches, registers.
#include "workloads/program/step_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace hitm::program {
namespace {

using workloads::Kind;

constexpr int deepest = 8;

struct Verb {
    std::string_view name;
    Kind kind;
};
constexpr std::array touching = {Verb{"load", Kind::Load}, Verb{"store", Kind::Store}, Verb{"add", Kind::Add}, Verb{"xchg", Kind::Exchange},
                                 Verb{"cas", Kind::CompareExchange}};
const std::vector<std::string>& verbs() {
    static const std::vector<std::string> names = {"work", "compute", "pause",  "pick",  "load",  "store", "add", "xchg",
                                                   "cas",  "fence",   "repeat", "while", "until", "if",    "set", "count"};
    return names;
}

Step made(Step::Kind kind, int line) {
    Step step;
    step.kind = kind;
    step.line = line;
    return step;
}

}  // namespace

std::vector<Step> StepReader::steps(const Node& node, std::string_view key, int depth) {
    if (depth > deepest) reader_.wrong(node.line, key, fmt::format("nested deeper than {} loops and branches; flatten it", deepest));
    std::vector<Step> result;
    for (const Node& item : reader_.list(node, key)) read(item, depth, result);
    return result;
}

void StepReader::read(const Node& node, int depth, std::vector<Step>& to) {
    if (node.kind == Node::Kind::Text) return word(node, to);
    if (node.kind != Node::Kind::Map || node.entries.empty())
        reader_.wrong(node.line, "program", fmt::format("{} is no step; write a verb: {}", describe(node), one_of(verbs())));
    for (const Verb& verb : touching)
        if (node.find(verb.name)) return touch(node, verb.name, verb.kind, to);
    if (node.find("pick")) return pick(node, to);
    const Node::Entry& entry = node.entries.front();
    const std::string& verb = entry.key;
    if (std::ranges::find(verbs(), verb) == verbs().end()) {
        const std::string near = hint(verb, verbs());
        reader_.wrong(entry.line, "program",
                      fmt::format("unknown step {}{}", verb.substr(0, 60), near.empty() ? "; write " + one_of(verbs()) : near));
    }
    if (node.entries.size() > 1) {
        // A comma inside { } ends the value: {work: uniform(1us, 2us)} is read as work: uniform(1us and a key 2us).
        const bool cut = entry.value.text.find('(') != std::string::npos && entry.value.text.find(')') == std::string::npos;
        const std::string_view why = cut ? "inside { } put quotes around what holds a comma" : "begin each step with its own -";
        reader_.wrong(node.entries[1].line, verb, fmt::format("stands in one step with {}; {}", node.entries[1].key.substr(0, 60), why));
    }
    if (verb == "repeat") repeat(entry.value, depth, to);
    else if (verb == "while") loop(entry.value, Step::Kind::While, depth, to);
    else if (verb == "until") loop(entry.value, Step::Kind::Until, depth, to);
    else if (verb == "if") branch(entry.value, depth, to);
    else if (verb == "set") set(entry.value, to);
    else if (verb == "count") count(entry.value, to);
    else if (verb == "fence") reader_.wrong(entry.line, "fence", "takes nothing; write - fence");
    else gap(entry.value, verb, to);
}

void StepReader::word(const Node& node, std::vector<Step>& to) {
    if (node.text == "fence") {
        to.push_back(made(Step::Kind::Fence, node.line));
    } else if (node.text == "pause") {
        // Intel's optimisation manual: pause takes about 140 cycles since Skylake (10 before, about 40 to 65 on AMD's Zen).
        Step& step = to.emplace_back(made(Step::Kind::Gap, node.line));
        step.amount.arguments.emplace_back();
        step.amount.arguments.back().quantity = {140, Quantity::Unit::Cycles};
    } else {
        reader_.wrong(node.line, "program",
                      fmt::format("{} is no step; write a verb with its object, like load: file.f_op, or fence, or pause", describe(node)));
    }
}

void StepReader::gap(const Node& value, std::string_view verb, std::vector<Step>& to) {
    Step& step = to.emplace_back(made(Step::Kind::Gap, value.line));
    step.amount = read_distribution(reader_, value, verb, Reader::Dimension::Time);
}

void StepReader::pick(const Node& node, std::vector<Step>& to) {
    const Node& value = *node.find("pick");
    const bool mapping = value.kind == Node::Kind::Map;
    if (mapping) reader_.expect_keys(value, "pick", {"object", "by", "as", "at"});
    reader_.expect_keys(node, "pick", {"pick", "by", "as", "at"});
    const Node& options = mapping ? value : node;
    Step& step = to.emplace_back(made(Step::Kind::Pick, node.line));
    step.object = reader_.name(mapping ? reader_.need(value, "pick", "object", "object: file") : value, "pick");
    const Node* as = options.find("as");
    step.as = as ? reader_.name(*as, "as") : step.object;
    if (const Node* at = options.find("at")) {
        if (options.find("by")) reader_.wrong(at->line, "pick", "has both by and at; keep one");
        step.by = Step::By::At;
        step.operand = operand(*at, "at");
    }
    const Node* by = options.find("by");
    if (!by) return;
    const std::string how = reader_.text(*by, "by");
    if (how == "own") step.by = Step::By::Own;
    else if (how.starts_with("zipf(") && how.ends_with(')')) {
        step.by = Step::By::Zipf;
        step.exponent = reader_.amount(std::string_view(how).substr(5, how.size() - 6), by->line, "by", Reader::Dimension::Number);
        if (step.exponent.quantity.value > 20) reader_.wrong(by->line, "by", "zipf's exponent is above 20; 0.5 to 2 is usual");
    } else if (how != "uniform")
        reader_.wrong(by->line, "by", fmt::format("{} is not possible; write uniform, own or zipf(0.9)", describe(*by)));
}

void StepReader::set(const Node& value, std::vector<Step>& to) {
    if (value.kind != Node::Kind::Map || value.entries.empty())
        reader_.wrong(value.line, "set", "write {REGISTER: number or register}, like {tries: tries + 1}");
    for (const Node::Entry& entry : value.entries) {
        Step& step = to.emplace_back(made(Step::Kind::Set, entry.line));
        Node name;
        name.kind = Node::Kind::Text;
        name.text = entry.key;
        name.line = entry.line;
        step.target = register_name(name, "set");
        step.operand = operand(entry.value, entry.key);
    }
}

void StepReader::count(const Node& value, std::vector<Step>& to) {
    if (reader_.text(value, "count") != "operation")
        reader_.wrong(value.line, "count", fmt::format("{} is not counted; write count: operation", describe(value)));
    to.push_back(made(Step::Kind::Count, value.line));
}

void StepReader::repeat(const Node& value, int depth, std::vector<Step>& to) {
    reader_.expect_keys(value, "repeat", {"times", "do"});
    Step step = made(Step::Kind::Repeat, value.line);
    step.amount = read_distribution(reader_, reader_.need(value, "repeat", "times", "times: 4"), "times", Reader::Dimension::Number);
    step.body = steps(reader_.need(value, "repeat", "do", "do: [load: file.f_op]"), "do", depth + 1);
    to.push_back(std::move(step));
}

void StepReader::loop(const Node& value, Step::Kind kind, int depth, std::vector<Step>& to) {
    const std::string_view verb = kind == Step::Kind::While ? "while" : "until";
    reader_.expect_keys(value, verb, {"register", "is", "is_not", "less", "at_most", "more", "at_least", "has", "lacks", "do"});
    Step step = made(kind, value.line);
    step.condition = condition(value, verb);
    step.body = steps(reader_.need(value, verb, "do", "do: [load: lock.word]"), "do", depth + 1);
    if (step.body.empty()) reader_.wrong(value.line, verb, "does nothing, so it would never end; load the value it waits for");
    to.push_back(std::move(step));
}

void StepReader::branch(const Node& value, int depth, std::vector<Step>& to) {
    reader_.expect_keys(value, "if", {"register", "is", "is_not", "less", "at_most", "more", "at_least", "has", "lacks", "then", "else"});
    Step step = made(Step::Kind::If, value.line);
    step.condition = condition(value, "if");
    step.body = steps(reader_.need(value, "if", "then", "then: [count: operation]"), "then", depth + 1);
    if (const Node* otherwise = value.find("else")) step.otherwise = steps(*otherwise, "else", depth + 1);
    to.push_back(std::move(step));
}

Condition StepReader::condition(const Node& node, std::string_view verb) {
    static constexpr std::array<std::string_view, 8> compares = {"is", "is_not", "less", "at_most", "more", "at_least", "has", "lacks"};
    Condition result;
    result.left.kind = Operand::Kind::Value;
    result.left.line = node.line;
    if (const Node* name = node.find("register")) {
        result.left.kind = Operand::Kind::Register;
        result.left.name = register_name(*name, "register");
    }
    int found = 0;
    for (std::size_t i = 0; i < compares.size(); ++i) {
        const Node* right = node.find(compares[i]);
        if (!right) continue;
        ++found;
        result.compare = static_cast<Condition::Compare>(i);
        result.right = operand(*right, compares[i]);
    }
    if (found != 1)
        reader_.wrong(node.line, verb,
                      fmt::format("has {} comparisons; write one of is, is_not, less, at_most, more, at_least, has, lacks", found));
    return result;
}

std::string StepReader::register_name(const Node& node, std::string_view key) {
    const std::string name = reader_.name(node, key);
    if (name == "value" || name == "thread" || name == "threads")
        reader_.wrong(node.line, key, fmt::format("{} has a meaning of its own; choose another name for the register", name));
    return name;
}

std::int64_t StepReader::number(std::string_view text, const Node& node, std::string_view key) const {
    const bool negative = text.starts_with('-');
    const bool hex = text.substr(negative ? 1 : 0).starts_with("0x");
    const std::string_view digits = text.substr((negative ? 1U : 0U) + (hex ? 2U : 0U));
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    if (error != std::errc{} || stop != digits.data() + digits.size())
        reader_.wrong(node.line, key,
                      fmt::format("{} is no number or register; write 3, 0x40, $parameter, a register, or register + 1", describe(node)));
    return static_cast<std::int64_t>(negative ? 0 - value : value);
}

Operand StepReader::operand(const Node& node, std::string_view key) {
    const std::string whole = reader_.text(node, key);
    std::string_view text = whole;
    Operand result;
    result.line = node.line;
    if (text.starts_with('$')) {
        result.kind = Operand::Kind::Parameter;
        result.name = reader_.amount(text, node.line, key, Reader::Dimension::Count).parameter;
        return result;
    }
    const bool named = !text.empty() && (std::isalpha(static_cast<unsigned char>(text.front())) || text.front() == '_');
    if (!named) {
        result.number = number(text, node, key);
        return result;
    }
    for (const std::string_view sign : {" + ", " - "}) {
        const std::size_t at = text.find(sign);
        if (at == std::string_view::npos) continue;
        const std::int64_t more = number(text.substr(at + 3), node, key);
        result.number = sign == " + " ? more : static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(more));
        text = text.substr(0, at);
        break;
    }
    reader_.check_name(text, node.line, key);
    using Kind = Operand::Kind;
    result.kind = text == "value" ? Kind::Value : text == "thread" ? Kind::Thread : text == "threads" ? Kind::Threads : Kind::Register;
    result.name = text;
    return result;
}

}  // namespace hitm::program
