// Protocols as plain text, one row a line: printed, and read back.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/own.hpp"

namespace hitm::protocols {

/// "file:line: what is wrong; what would be right".
struct BadProtocol : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The protocol as text, a row a line: `E | M  x  Store | RMW  ->  store hit  =>  M`. States and events are parted by `|`, actions by
/// `;`, `-` is nothing to do, and without `=>` the state stays. Read back it is the same protocol.
std::string text(const Protocol& protocol);

/// Reads such a text. `extends NAME` begins with another protocol's rows: a row then takes its cells from that one's, and
/// `remove STATE x EVENT` takes one away. `file` is only for messages. Throws BadProtocol.
OwnProtocol read_protocol(std::string_view text, const std::string& file);

/// A cell in which two protocols differ: "cache", "E x Fwd-GetS", "data to req, clean to dir / S", "data to req, data to dir / S".
struct Difference {
    std::string who;
    std::string cell;
    std::string before;
    std::string after;

    /// "cache E x Load: load hit -> stall".
    std::string text() const { return who + " " + cell + ": " + before + " -> " + after; }
};

/// What differs, cell by cell, first at the cache, then at home.
std::vector<Difference> difference(const Protocol& a, const Protocol& b);

}  // namespace hitm::protocols
