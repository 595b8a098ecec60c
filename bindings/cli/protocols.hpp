// The protocols that a command line names: of the list, with far atomics, or from a file.
#pragma once

#include <deque>
#include <string>

#include "protocols/own.hpp"

namespace hitm::cli {

/// Keeps what is not in the list alive. A protocol from a file is refused, with the shortest way to the fault, until it passes
/// the proof (some seconds).
class Protocols {
public:
    /// NAME, NAME+far, or a file. Throws BadUsage or BadProtocol.
    const protocols::Protocol& get(const std::string& asked);

    /// The same unproven; for commands that look at a protocol or prove it themselves.
    const protocols::Protocol& get_unproven(const std::string& asked);

private:
    struct Own {
        explicit Own(protocols::OwnProtocol&& made) : kept{std::move(made)}, protocol{kept.protocol()} {}
        protocols::OwnProtocol kept;
        protocols::Protocol protocol;
    };
    std::deque<Own> own_;  // whose elements stay where they are
};

}  // namespace hitm::cli
