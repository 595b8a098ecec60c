// Two lines at once, in caches with room for one: does anybody wait for ever?
#pragma once

#include "protocols/check.hpp"

namespace hitm::protocols {

/// Takes every interleaving of two lines in caches that hold one: a core must evict the one line before it asks for the other, and has
/// one access in flight. Forwards are in order for each line by itself (what stalls for one line must not hold up the other: two
/// caches that each hold up the other's acknowledgement would wait for ever). All that `check` promises of one line is
/// checked of both, and that from every state deliveries alone bring both to rest. One level; throws std::invalid_argument otherwise.
Verdict check_two_lines(const Protocol& protocol, const Setting& setting);

}  // namespace hitm::protocols
