// yaml-cpp's nodes into ours.
#include "sim/machine/tree.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "sim/machine/machine.hpp"

namespace hitm::sim {
namespace {

constexpr int deepest = 32;

Tree copy(const YAML::Node& node, const std::string& file, std::string key, int depth) {
    Tree tree;
    tree.key = std::move(key);
    tree.file = file;
    tree.line = node.Mark().line + 1;
    if (depth > deepest) throw BadMachine(tree.place() + ": nested too deeply; a machine file has three levels");
    if (node.IsMap()) {
        tree.kind = Tree::Kind::Map;
        for (const auto& entry : node) {
            if (!entry.first.IsScalar()) throw BadMachine(tree.place() + ": a key that is no word; keys are names like miss_issue");
            Tree child = copy(entry.second, file, entry.first.Scalar(), depth + 1);
            child.line = entry.first.Mark().line + 1;
            if (tree.find(child.key) != nullptr)
                throw BadMachine(child.place() + ": " + child.key + ": stands here a second time; say it once");
            tree.children.push_back(std::move(child));
        }
    } else if (node.IsSequence()) {
        tree.kind = Tree::Kind::List;
        for (const auto& item : node) tree.children.push_back(copy(item, file, {}, depth + 1));
    } else if (node.IsScalar()) {
        tree.text = node.Scalar();
    }
    return tree;
}

}  // namespace

const Tree* Tree::find(std::string_view name) const {
    for (const Tree& child : children)
        if (child.key == name) return &child;
    return nullptr;
}

Tree read_tree(std::string_view text, const std::string& file) {
    try {
        return copy(YAML::Load(std::string(text)), file, {}, 0);
    } catch (const YAML::Exception& error) {
        throw BadMachine(file + ":" + std::to_string(error.mark.line + 1) + ": not YAML: " + error.msg +
                         "; a line is `key: value`, nested by blanks");
    }
}

Tree read_tree(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf()))
        throw BadMachine(path.string() + ": cannot be read; give a machine file (YAML) or a name from `hitm machine list`");
    return read_tree(text.str(), path.string());
}

namespace {

bool is_prose(const Tree& tree) { return tree.key == "about" || tree.key == "family" || tree.key == "source"; }

Tree stated(Tree change) {
    if (change.kind == Tree::Kind::Map || is_prose(change)) return change;
    Tree entry{.kind = Tree::Kind::Map, .key = change.key, .text = {}, .children = {}, .file = change.file, .line = change.line};
    Tree source{.kind = Tree::Kind::Scalar, .key = "source", .text = "changed", .children = {}, .file = change.file, .line = change.line};
    change.key = "value";
    entry.children = {std::move(change), std::move(source)};
    return entry;
}

void lay_one(Tree& onto, const Tree& change) {
    const auto same = std::ranges::find(onto.children, change.key, &Tree::key);
    const bool goes_in = change.kind == Tree::Kind::Map && change.find("source") == nullptr;
    Tree& place = same == onto.children.end() ? onto.children.emplace_back() : *same;
    if (!goes_in) {
        place = stated(change);
        return;
    }
    if (place.kind != Tree::Kind::Map)
        place = {.kind = Tree::Kind::Map, .key = change.key, .text = {}, .children = {}, .file = change.file, .line = change.line};
    for (const Tree& child : change.children) lay_one(place, child);
}

}  // namespace

Tree laid_over(Tree machine, const Tree& changes) {
    for (const Tree& change : changes.children) lay_one(machine, change);
    return machine;
}

}  // namespace hitm::sim
