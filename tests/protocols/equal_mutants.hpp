// The mutants that no checker can notice, each with the reason why it is equal.
#pragma once

#include <map>
#include <string>

namespace hitm::protocols::mutants {

/// By the mutant's name.
using Reasons = std::map<std::string, std::string>;

inline Reasons equal_at_the_cache(const std::string& protocol) { (void)protocol; return {}; }
inline Reasons equal_at_home(const std::string& protocol) { (void)protocol; return {}; }

}  // namespace hitm::protocols::mutants
