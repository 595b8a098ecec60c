// The way a directory serves a line: at once, or one requestor after the other. Outside the rows,
// so that the tables are not doubled; the checker and the simulator decide by these few lines alike.
//
// *chain*: a request is forwarded at once to the owner-to-be, who hands the line on when it has it.
// *confirm*: from the row that takes a GetS or a GetM on, the line is held at the directory for its
// requestor, until the requestor's Confirm arrives. Requests wait meanwhile, and so does what comes
// from outside if the cores would have to be asked. Puts and responses pass.
#pragma once

#include "protocols/agent.hpp"
#include "protocols/rules.hpp"

namespace hitm::protocols {

enum class Way : std::uint8_t { Chain, Confirm };

/// For whom a directory holds its line.
struct Hold {
    Node requestor = no_node;

    constexpr bool any() const { return requestor != no_node; }
    constexpr auto operator<=>(const Hold&) const = default;
};

/// Whether a message from below must wait at a directory that holds its line.
constexpr bool waits(const Hold& hold, const Message& m) { return hold.any() && is_request_for_line(m.type); }

/// Whether a message from above must wait at an agent that holds its line for a core.
constexpr bool waits(const Protocol& p, const Hold& hold, const AgentLine& line, const Message& m) {
    return hold.any() && wants_the_line(m.type) && needs_gathering(p, line, classify(line.up, m));
}

/// Whether an agent's own eviction must wait.
constexpr bool eviction_waits(const Protocol& p, const Hold& hold, const AgentLine& line) {
    return hold.any() && needs_gathering(p, line, Cache::Event::Evict);
}

/// To be called when a directory has taken `m`: holds the line for the requestor where the way says so. (An atomic done
/// at the directory is over at once.)
constexpr void hold_if_confirmed(Way way, Hold& hold, const Message& m) {
    if (way == Way::Confirm && is_request_for_line(m.type) && m.type != MessageType::Atomic) hold.requestor = m.from;
}

/// Whether a requestor confirms: `by_message` is what a message (not a hit) completed.
constexpr bool confirms(Way way, const Completed& by_message) { return way == Way::Confirm && (by_message.load || by_message.store); }

/// What the requestor then sends to its directory; on arrival the hold ends (`hold = {}`).
constexpr Message confirmation(Node self, Node home) { return {MessageType::Confirm, self, home, self, 0, 0}; }

}  // namespace hitm::protocols
