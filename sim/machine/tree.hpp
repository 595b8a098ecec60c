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

/// Throws BadMachine where the file cannot be read, is not YAML, or names a key twice.
Tree read_tree(const std::filesystem::path& path);
Tree read_tree(std::string_view text, const std::string& file);

}  // namespace hitm::sim
