// Sizes and alignments of types that are known by name (x86-64: LP64, System V), and how a type's text is compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hitm::layout {

struct TypeFact {
    std::uint64_t size = 0;
    std::uint64_t align = 0;
};

// C scalars and pointers, <stdint.h>, the kernel's fixed typedefs and the kernel's and glibc's common structs (sizes of a
// kernel without lock debugging). None for anything else.
std::optional<TypeFact> known_type(std::string_view type);

// "const long unsigned int" and "unsigned long" are the same text; blanks and qualifiers do not count.
std::string normal_type(std::string_view type);

// A pointer or a C scalar whose size no configuration changes (on LP64).
bool is_scalar(std::string_view type);

// Does it end in a '*', or is it a function pointer?
bool is_pointer(std::string_view type);

std::uint64_t round_up(std::uint64_t value, std::uint64_t align);
bool is_power_of_two(std::uint64_t value);

// Nothing that stands in memory as a struct is larger: larger numbers in a text are mistakes.
inline constexpr std::uint64_t largest_struct_bytes = std::uint64_t{1} << 31;

}  // namespace hitm::layout
