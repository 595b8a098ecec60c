// Protocols and verdicts as text for people.
#pragma once

#include <string>

#include "protocols/check.hpp"
#include "protocols/protocol.hpp"

namespace hitm::protocols {

/// The protocol as Markdown: its states and messages in prose, and both tables as the textbook prints them (states down,
/// events across, "actions / next" in the cell, an empty cell where the event cannot happen).
std::string markdown(const Protocol& protocol);

/// The same as one self-contained HTML page: no script, nothing from a network, readable in print.
std::string html(const Protocol& protocol);

/// The cells in which two protocols differ, as a Markdown table.
std::string difference_markdown(const Protocol& a, const Protocol& b);

/// Who has entered which cells.
struct Exploration {
    char letter;
    Reached reached;
};

/// Both tables as Markdown, each cell with the letters of those who entered it; "**none**" where nobody did.
std::string coverage(const Protocol& protocol, const std::vector<Exploration>& explorations);

/// "2 caches, chain: holds; 433 states, 1306 transitions, depth 22, 0.00 s", and below it the trail if a property is broken.
/// `name`: what `hitm protocol` knows the protocol by.
std::string report(const Setting& setting, const Verdict& verdict, const std::string& name = "PROTOCOL");

}  // namespace hitm::protocols
