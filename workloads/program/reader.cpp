// Checked access to the nodes of a scenario.
#include "workloads/program/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>

namespace hitm::program {
namespace {

using Unit = Quantity::Unit;

bool fits(Unit unit, Reader::Dimension dimension) {
    switch (dimension) {
        case Reader::Dimension::Time: return unit == Unit::Picoseconds || unit == Unit::Cycles;
        case Reader::Dimension::Count:
        case Reader::Dimension::Number: return unit == Unit::Number;
        case Reader::Dimension::Bytes: return unit == Unit::Bytes || unit == Unit::Number;
        case Reader::Dimension::Percent: return unit == Unit::Percent;
    }
    return false;
}

std::string_view example_of(Reader::Dimension dimension) {
    switch (dimension) {
        case Reader::Dimension::Time: return "write a time, like 200ns, 5.4us or 20 cycles";
        case Reader::Dimension::Count: return "write a whole number without a unit";
        case Reader::Dimension::Number: return "write a number without a unit";
        case Reader::Dimension::Bytes: return "write a number of bytes, like 64 or 4KiB";
        case Reader::Dimension::Percent: return "write a percentage, like 90%";
    }
    return "";
}

}  // namespace

Reader::Reader(std::string_view file, Files files, const Given* given) : file_(file), files_(files), given_(given) {}

const layout::Layout& Reader::given(const Node& node, std::string_view key) const {
    const std::string wanted = text(node, key);
    if (given_ != nullptr) {
        if (const auto found = given_->find(wanted); found != given_->end()) return found->second;
    }
    wrong(node.line, key,
          fmt::format("no layout '{}' was given along with the scenario; write read: FILE, or give it (Python: layouts={{…}})",
                      wanted.substr(0, 60)));
}

void Reader::wrong(int line, std::string_view key, std::string_view what) const { throw BadScenario(file_, line, key, what); }

void Reader::expect_keys(const Node& node, std::string_view of, std::initializer_list<std::string_view> known) const {
    const std::vector<std::string> names(known.begin(), known.end());
    if (node.kind != Node::Kind::Map) {
        wrong(node.line, of, fmt::format("{} where a mapping is wanted; write keys, of {}", describe(node), one_of(names)));
    }
    for (const Node::Entry& entry : node.entries) {
        if (std::ranges::find(names, entry.key) != names.end()) continue;
        const std::string near = hint(entry.key, names);
        wrong(entry.line, of,
              fmt::format("unknown key {}{}", entry.key.substr(0, 60), near.empty() ? "; the keys are " + one_of(names) : near));
    }
}

const Node& Reader::need(const Node& map, std::string_view of, std::string_view key, std::string_view example) const {
    const Node* found = map.find(key);
    if (!found) wrong(map.line, of, fmt::format("{} is missing; for example {}", key, example));
    return *found;
}

std::string Reader::text(const Node& node, std::string_view key) const {
    if (node.kind != Node::Kind::Text) wrong(node.line, key, fmt::format("{} where a text is wanted", describe(node)));
    return node.text;
}

void Reader::check_name(std::string_view name, int line, std::string_view key) const {
    const auto good = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
    const bool digit = !name.empty() && std::isdigit(static_cast<unsigned char>(name.front()));
    if (name.empty() || name.size() > 200 || digit || !std::ranges::all_of(name, good))
        wrong(line, key, fmt::format("'{}' is no name; use letters, digits, _ and -, a letter first", name.substr(0, 60)));
}

std::string Reader::name(const Node& node, std::string_view key) const {
    const std::string found = text(node, key);
    check_name(found, node.line, key);
    return found;
}

const std::vector<Node>& Reader::list(const Node& node, std::string_view key) const {
    if (node.kind != Node::Kind::List)
        wrong(node.line, key, fmt::format("{} where a list is wanted; write [ … ] or lines with -", describe(node)));
    return node.items;
}

unsigned Reader::whole(const Node& node, std::string_view key, unsigned low, unsigned high) const {
    const std::optional<Quantity> found = parse_quantity(text(node, key));
    if (!found || found->unit != Unit::Number || found->value != std::floor(found->value) || found->value < low || found->value > high)
        wrong(node.line, key, fmt::format("{} is not possible; write a whole number from {} to {}", describe(node), low, high));
    return static_cast<unsigned>(found->value);
}

void Reader::check(const Quantity& quantity, int line, std::string_view key, Dimension dimension) const {
    if (!fits(quantity.unit, dimension))
        wrong(line, key, fmt::format("{} is {}; {}", to_text(quantity), describe(quantity.unit), example_of(dimension)));
    if (quantity.value < 0) wrong(line, key, fmt::format("{} is negative; {}", to_text(quantity), example_of(dimension)));
    if (dimension == Dimension::Time && quantity.value > 1e15)
        wrong(line, key, fmt::format("{} is too long; simulated runs take seconds", to_text(quantity)));
    if (dimension == Dimension::Count && quantity.value != std::floor(quantity.value))
        wrong(line, key, fmt::format("{} is not whole; {}", to_text(quantity), example_of(dimension)));
}

const Parameter& Reader::parameter(std::string_view name, int line, std::string_view key) {
    for (const Parameter& p : parameters) {
        if (p.name != name) continue;
        used.insert(p.name);
        return p;
    }
    std::vector<std::string> names;
    for (const Parameter& p : parameters) names.push_back(p.name);
    const std::string near = hint(name, names);
    wrong(line, key, fmt::format("${} is not among the parameters{}", name.substr(0, 60), near.empty() ? "; add it there" : near));
}

Amount Reader::amount(std::string_view text, int line, std::string_view key, Dimension dimension) {
    Amount result;
    result.line = line;
    if (text.starts_with('$')) {
        const Parameter& p = parameter(text.substr(1), line, key);
        check(p.value, p.line, fmt::format("{} (used as {})", p.name, key), dimension == Dimension::Count ? Dimension::Number : dimension);
        result.parameter = p.name;
        result.quantity = p.value;
        return result;
    }
    const std::optional<Quantity> found = parse_quantity(text);
    if (!found) wrong(line, key, fmt::format("'{}' is no quantity; {} or $parameter", text.substr(0, 60), example_of(dimension)));
    check(*found, line, key, dimension);
    result.quantity = *found;
    return result;
}

Amount Reader::amount(const Node& node, std::string_view key, Dimension dimension) {
    if (node.kind != Node::Kind::Text)
        wrong(node.line, key, fmt::format("{} where one number is wanted; {}", describe(node), example_of(dimension)));
    return amount(node.text, node.line, key, dimension);
}

std::filesystem::path Reader::path(const Node& node, std::string_view key) const {
    const std::filesystem::path written = text(node, key);
    if (written.empty() || written.native().find('\0') != std::string::npos) wrong(node.line, key, "is no path; name a file");
    if (!opens_files()) wrong(node.line, key, fmt::format("the file {} is not opened here; write the fields out", describe(node)));
    const std::filesystem::path full = std::filesystem::path(file_).parent_path() / written;
    std::error_code error;
    if (!std::filesystem::exists(full, error))
        wrong(node.line, key, fmt::format("there is no file {}; paths are relative to the scenario", full.string()));
    return full;
}

std::string Reader::read_file(const Node& node, std::string_view key) const {
    const std::filesystem::path full = path(node, key);
    try {
        return slurp(full);
    } catch (const BadScenario&) {
        wrong(node.line, key, fmt::format("the file {} cannot be read; name a text file", full.string()));
    }
}

std::string slurp(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) throw BadScenario(file.string(), 1, "file", "is not there; name a text file");
    if (std::filesystem::file_size(file, error) > (64U << 20U) || error)
        throw BadScenario(file.string(), 1, "file", "is larger than 64 MiB; name a text file");
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream && !stream.eof()) throw BadScenario(file.string(), 1, "file", "cannot be read; check its permissions");
    return text;
}

}  // namespace hitm::program
