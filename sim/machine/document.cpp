// Finding, checking and remembering the values of a machine file.
#include "sim/machine/document.hpp"

#include <cmath>
#include <stdexcept>

#include "sim/machine/spelling.hpp"

namespace hitm::sim {
namespace {

const Tree* descend(const Tree& root, std::string_view key) {
    const Tree* at = &root;
    while (at != nullptr) {
        const auto dot = key.find('.');
        at = at->find(key.substr(0, dot));
        if (dot == std::string_view::npos) return at;
        key.remove_prefix(dot + 1);
    }
    return nullptr;
}

/// What {value, source} may hold.
const std::vector<std::string> entry_keys = {"value", "source", "range"};

std::string shown(const Tree& value) {
    if (value.kind == Tree::Kind::Scalar) return value.text;
    std::string text = "[";
    for (const Tree& child : value.children) text += (text.size() > 1 ? ", " : "") + shown(child);
    return text + "]";
}

bool is_section(const Tree& tree) {
    return tree.kind == Tree::Kind::Map && tree.find("value") == nullptr && tree.find("source") == nullptr;
}

void refuse_unknown_in(const Tree& tree, const std::string& prefix, const std::set<std::string, std::less<>>& asked) {
    for (const Tree& child : tree.children) {
        const std::string key = prefix + child.key;
        if (asked.contains(key)) continue;
        if (is_section(child) && asked.lower_bound(key + ".") != asked.end() && asked.lower_bound(key + ".")->starts_with(key + ".")) {
            refuse_unknown_in(child, key + ".", asked);
            continue;
        }
        const std::vector<std::string> known(asked.begin(), asked.end());
        Document::fail(child, key, "unknown key" + nearest_hint(key, known) + "; right would be one of sim/machine/README.md's");
    }
}

}  // namespace

void Document::fail(const Tree& at, std::string_view key, const std::string& what) {
    throw BadMachine(at.place() + ": " + std::string(key) + ": " + what);
}

const Tree* Document::find(std::string_view key) {
    asked_.emplace(key);
    const Tree* own = descend(machine_, key);
    return own != nullptr ? own : descend(family_, key);
}

const Tree& Document::required(std::string_view key) {
    const Tree* found = find(key);
    if (found == nullptr) {
        const std::string in_family = family_.file.empty() ? "" : " and in " + family_.file;
        fail(machine_, key,
             "missing here" + in_family + "; right would be `" + std::string(key.substr(key.rfind('.') + 1)) + ": {value: …, source: …}`");
    }
    return *found;
}

const Tree& Document::value_of(const Tree& entry, std::string_view key) {
    const Tree* value = entry.find("value");
    const Tree* source = entry.find("source");
    if (value == nullptr) fail(entry, key, "no value; right would be `{value: …, source: \"…\"}`");
    if (source == nullptr || source->text.find_first_not_of(" \t") == std::string::npos)
        fail(entry, key, "no source; every number says where it is from: `{value: …, source: \"…\"}`");
    for (const Tree& child : entry.children)
        if (child.key != "value" && child.key != "source" && child.key != "range")
            fail(child, key,
                 "'" + child.key + "' is unknown here" + nearest_hint(child.key, entry_keys) + "; right would be value, source, range");
    stated_.push_back({std::string(key), shown(*value), source->text, entry.place()});
    return *value;
}

double Document::number_or(std::string_view key, Measure measure, const Clocks& clocks, double otherwise) {
    return find(key) != nullptr ? number(key, measure, clocks) : otherwise;
}

double Document::number(std::string_view key, Measure measure, const Clocks& clocks) {
    const Tree& entry = required(key);
    const Tree& value = value_of(entry, key);
    if (value.kind != Tree::Kind::Scalar) fail(entry, key, "a list where a number is wanted; one number with its unit would be right");
    try {
        return parse_quantity(value.text, measure, clocks);
    } catch (const std::invalid_argument& error) {
        fail(entry, key, error.what());
    }
}

unsigned Document::count(std::string_view key, unsigned least) {
    const double n = number(key, Measure::Count, {});
    if (n != std::floor(n) || n < least || n > 1e6)
        fail(required(key), key, stated_.back().value + " cannot be; right would be a whole number, at least " + std::to_string(least));
    return static_cast<unsigned>(n);
}

unsigned Document::count_or(std::string_view key, unsigned otherwise) { return find(key) != nullptr ? count(key) : otherwise; }

std::string Document::word_or(std::string_view key, const std::vector<std::string>& allowed, const std::string& otherwise) {
    return find(key) != nullptr ? word(key, allowed) : otherwise;
}

std::string Document::word(std::string_view key, const std::vector<std::string>& allowed) {
    const Tree& entry = required(key);
    const std::string text = value_of(entry, key).text;
    for (const std::string& one : allowed)
        if (one == text) return text;
    if (allowed.empty()) return text;
    std::string list;
    for (const std::string& one : allowed) list += (list.empty() ? "" : ", ") + one;
    fail(entry, key, "'" + text + "' is unknown" + nearest_hint(text, allowed) + "; right would be one of " + list);
}

const Tree& Document::node(std::string_view key) {
    const Tree& found = required(key);
    const Tree* source = found.find("source");
    if (source == nullptr || source->text.empty()) fail(found, key, "no source; say where it is from: `source: \"…\"`");
    std::string value;
    for (const Tree& child : found.children)
        if (child.key != "source") value += (value.empty() ? "" : ", ") + child.key + " " + shown(child);
    stated_.push_back({std::string(key), value, source->text, found.place()});
    return found;
}

std::string Document::prose(std::string_view key) {
    find(key);
    const Tree* own = descend(machine_, key);
    return own != nullptr ? own->text : std::string();
}

std::string Document::place_of(std::string_view key) const {
    const Tree* own = descend(machine_, key);
    const Tree* found = own != nullptr ? own : descend(family_, key);
    return found != nullptr ? found->place() : machine_.place();
}

void Document::refuse_unknown() const {
    refuse_unknown_in(machine_, {}, asked_);
    refuse_unknown_in(family_, {}, asked_);
}

}  // namespace hitm::sim
