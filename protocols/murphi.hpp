// Protocols as Murphi models, for a checker that is not ours.
#pragma once

#include <string>

#include "protocols/check.hpp"
#include "protocols/rules.hpp"

namespace hitm::protocols::murphi {

/// The protocol's rows and the world of `check` as one Murphi model: caches and a home, one line, every interleaving, the same
/// promises to the cores and the same invariants. Its states are those of `check` with `reduce` off, one for one.
/// Not expressed: that from every state rest can be reached. Throws std::invalid_argument for two levels.
std::string model(const Protocol& protocol, const Setting& setting);

/// Types, variables and channels, without rows, promises and rules; for tests of single verbs.
std::string declarations(int caches);

/// A message as the models store it; 0 is none.
unsigned word(const Message& message, int caches);

/// What the models call a column.
std::string name_of(Cache::Event event);
std::string name_of(Directory::Event event);

}  // namespace hitm::protocols::murphi
