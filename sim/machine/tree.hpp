// A YAML file as a tree that remembers where each thing stands.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hitm::sim {

/// A scalar, a map or a list.
struct Tree {
    enum class Kind { Scalar, Map, List } kind = Kind::Scalar;
    std::string key;   ///< in a map
    std::string text;  ///< of a scalar
    std::vector<Tree> children;
    std::string file;
    int line = 0;  ///< from 1

    const Tree* find(std::string_view name) const;
    /// "file:line"
    std::string place() const { return file + ":" + std::to_string(line); }
};

/// The machine with what the changes say: a map goes into the map of that key, anything else takes its place, and so does a map with a
/// `source`. A bare number, word or list becomes `{value: …, source: changed}`.
Tree laid_over(Tree machine, const Tree& changes);

/// Throws BadMachine where the file cannot be read, is not YAML, or names a key twice.
Tree read_tree(const std::filesystem::path& path);
Tree read_tree(std::string_view text, const std::string& file);

}  // namespace hitm::sim
