// One C or C++ member declaration read from tokens: type, name, dimensions, bits, alignment.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "workloads/layout/tokens.hpp"

namespace hitm::layout {

struct Declaration {
    std::string type{};
    std::string name{};  // empty: an unnamed bit-field, or an anonymous struct's closing
    std::vector<std::uint64_t> dimensions{};
    std::optional<std::uint64_t> bit_size{};
    std::uint64_t forced_align = 0;
    bool packed = false;
    int line = 0;
    std::string trouble{};  // why it was not understood; empty: it was

    std::uint64_t elements() const;
};

// Names that stand for bytes: ____cacheline_aligned and its kin, L1_CACHE_BYTES …, and the user's own.
struct Constants {
    std::map<std::string, std::uint64_t, std::less<>> bytes{};
};
Constants constants_with(const std::map<std::string, std::uint64_t>& macros, std::uint64_t line_bytes = 64);

// The attributes of a run of tokens, and what is left without them.
struct Attributes {
    std::uint64_t align = 0;
    bool packed = false;
    std::string trouble{};
    std::vector<Token> rest{};
};
Attributes take_attributes(std::span<const Token> tokens, const Constants& constants);

// The tokens up to, without, the ';'. "int x, *y" gives two.
std::vector<Declaration> read_declaration(std::span<const Token> tokens, const Constants& constants);

// What follows the '}' of a struct or union: name, dimensions, attributes.
Declaration read_closing(std::span<const Token> tokens, const Constants& constants);

// A constant expression of numbers, known names and sizeof(known type); none when it is not one.
std::optional<std::uint64_t> evaluate(std::span<const Token> tokens, const Constants& constants);

}  // namespace hitm::layout
