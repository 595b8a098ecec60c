// yaml-cpp's nodes turned into ours; the only place that knows yaml-cpp.
#include "workloads/program/document.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

namespace hitm::program {
namespace {

constexpr int deepest = 40;
constexpr std::size_t most_nodes = 100'000;

class Converter {
public:
    explicit Converter(std::string_view file) : file_(file) {}

    Node convert(const YAML::Node& from, int depth) {
        Node to;
        to.line = from.Mark().line + 1;
        if (depth > deepest) throw BadScenario(file_, to.line, "YAML", "nested too deep; a scenario needs no more than 40 levels");
        if (++nodes_ > most_nodes) throw BadScenario(file_, to.line, "YAML", "too large; a scenario needs no more than 100000 nodes");
        switch (from.Type()) {
            case YAML::NodeType::Undefined:
            case YAML::NodeType::Null: break;
            case YAML::NodeType::Scalar:
                to.kind = Node::Kind::Text;
                to.text = from.Scalar();
                break;
            case YAML::NodeType::Sequence:
                to.kind = Node::Kind::List;
                for (const YAML::Node& item : from) to.items.push_back(convert(item, depth + 1));
                break;
            case YAML::NodeType::Map:
                to.kind = Node::Kind::Map;
                for (const auto& entry : from) add(to, entry.first, entry.second, depth);
                break;
        }
        return to;
    }

private:
    void add(Node& to, const YAML::Node& key, const YAML::Node& value, int depth) {
        const int line = key.Mark().line + 1;
        if (!key.IsScalar()) throw BadScenario(file_, line, "YAML", "a key that is a list or a mapping; write a name");
        if (to.find(key.Scalar())) throw BadScenario(file_, line, key.Scalar(), "is there twice; keep one of them");
        to.entries.push_back({key.Scalar(), convert(value, depth + 1), line});
        if (to.entries.back().value.line == 0) to.entries.back().value.line = line;  // an empty value has no place of its own
    }

    std::string_view file_;
    std::size_t nodes_ = 0;
};

void append_quoted(std::string& to, std::string_view text) {
    to += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') to += '\\';
        to += c;
    }
    to += '"';
}

void append(std::string& to, const Node& node) {
    switch (node.kind) {
        case Node::Kind::Null: to += "null"; return;
        case Node::Kind::Text: append_quoted(to, node.text); return;
        case Node::Kind::List:
            to += '[';
            for (const Node& item : node.items) {
                append(to, item);
                to += ',';
            }
            to += ']';
            return;
        case Node::Kind::Map:
            to += '{';
            for (const Node::Entry& entry : node.entries) {
                append_quoted(to, entry.key);
                to += ':';
                append(to, entry.value);
                to += ',';
            }
            to += '}';
            return;
    }
}

}  // namespace

const Node* Node::find(std::string_view key) const {
    for (const Entry& entry : entries)
        if (entry.key == key) return &entry.value;
    return nullptr;
}

Node read_document(std::string_view text, std::string_view file) {
    try {
        const YAML::Node root = YAML::Load(std::string(text));
        return Converter(file).convert(root, 0);
    } catch (const YAML::Exception& e) {
        throw BadScenario(file, e.mark.is_null() ? 1 : e.mark.line + 1, "YAML",
                          fmt::format("{}; inside {{ }} and [ ] put quotes around text with a comma", e.msg));
    }
}

std::string canonical(const Node& node) {
    std::string text;
    append(text, node);
    return text;
}

std::string describe(const Node& node) {
    switch (node.kind) {
        case Node::Kind::Null: return "nothing";
        case Node::Kind::Text: return fmt::format("'{}'", node.text.substr(0, 60));
        case Node::Kind::List: return "a list";
        case Node::Kind::Map: return "a mapping";
    }
    return "";
}

}  // namespace hitm::program
