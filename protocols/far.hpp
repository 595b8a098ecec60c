// Far atomics: a core that has nothing of a line sends its read-modify-write to the directory, which does it there.
#pragma once

#include "protocols/own.hpp"

namespace hitm::protocols {

/// The protocol with a few rows more: an atomic from I is done at the directory (in a cluster, at the agent), after the copies below
/// it have been called in; who has a copy goes on as before. As Arm's far atomics with "near if the line is here".
OwnProtocol far_atomics(const Protocol& protocol);

}  // namespace hitm::protocols
