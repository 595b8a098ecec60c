// A protocol: its two tables, its name and what a reader should know; and the list of all of them.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "protocols/table.hpp"
#include "protocols/vocabulary.hpp"

namespace hitm::protocols {

struct Protocol {
    std::string_view name;
    const Table<Cache>& cache;
    const Table<Directory>& directory;
    std::string_view prose;
};

/// Whether a copy can be dropped without a message; then books may name more than there is.
bool leaves_in_silence(const Table<Cache>& table);

/// Whether a read-modify-write has rows of its own; otherwise it is taken with the store.
bool is_far(const Table<Cache>& table);

/// Every protocol there is, in the order they are listed to users.
std::span<const Protocol> all();

/// The protocol of that name (letter case ignored), or nullptr.
const Protocol* find(std::string_view name);

}  // namespace hitm::protocols
