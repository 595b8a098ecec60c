// The protocols that a command line names: of the list, with far atomics, or from a file.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "protocols/own.hpp"
#include "sim/machine/machine.hpp"

namespace hitm::results {

/// Keeps what is not in the list alive. A protocol from a file is refused, with the shortest way to the fault, until it passes
/// the proof (some seconds).
class Protocols {
public:
    /// NAME, NAME+far, or a file; proven once however often it is asked for. Throws protocols::BadProtocol.
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
    std::map<std::string, const protocols::Protocol*> proven_;
};

/// Puts a machine under a protocol. An own one must outlive it.
void use_protocol(sim::Machine& machine, const protocols::Protocol& protocol);

}  // namespace hitm::results
