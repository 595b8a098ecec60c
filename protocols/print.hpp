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

/// "2 caches, chain: holds; 433 states, 1306 transitions, depth 22, 0.00 s", and below it the trail if a property is broken.
std::string report(const Setting& setting, const Verdict& verdict);

}  // namespace hitm::protocols
