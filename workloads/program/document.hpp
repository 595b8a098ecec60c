// A YAML text as plain nodes with line numbers, checked for duplicate keys, depth and size.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/program/bad_scenario.hpp"

namespace hitm::program {

struct Node {
    enum class Kind { Null, Text, List, Map };
    struct Entry;

    Kind kind = Kind::Null;
    std::string text;            // Text
    std::vector<Node> items;     // List
    std::vector<Entry> entries;  // Map, in the order written
    int line = 0;                // from 1

    const Node* find(std::string_view key) const;  ///< the value of a key of a Map, or nullptr
};

struct Node::Entry {
    std::string key;
    Node value;
    int line = 0;
};

/// Throws BadScenario for text that is not YAML, has a key twice, nests deeper than 40 or holds more than 100 000 nodes.
Node read_document(std::string_view text, std::string_view file);

/// One line of text with every key and value, the same for the same content however it was written.
std::string canonical(const Node& node);

/// Says "a list", "a mapping" …, for errors.
std::string describe(const Node& node);

}  // namespace hitm::program
