// Whether an access can wait for ever while others are served.
#pragma once

#include "protocols/check.hpp"

namespace hitm::protocols {

/// Looks for a fair cycle on which one core waits: whatever message could be taken again and again is taken again and again, the other
/// cores ask and evict as they please, and the one core is never served. Agents evict on the way to the cycle, not on it: they
/// keep a line that a core of theirs waits for (sim/cluster). (That rest can be reached, which `check` proves, does
/// not exclude it: cores that never rest may keep the line away.) A message is known by type, sender, receiver and requestor.
///
/// All worlds, told apart by their numbers, are kept with their steps: at most 3 caches in one level, or 2 clusters of 1. Throws
/// std::invalid_argument beyond. The verdict's trail leads to the cycle.
Verdict check_starvation(const Protocol& protocol, const Setting& setting);

/// Whether a setting is small enough for that.
bool fits_starvation(const Setting& setting);

}  // namespace hitm::protocols
