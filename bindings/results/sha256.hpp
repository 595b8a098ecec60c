// SHA-256, by which a result names the inputs it came from.
#pragma once

#include <string>
#include <string_view>

namespace hitm::results {

/// In lower-case hexadecimal (FIPS 180-4). Written out here because a crypto library would be one more dependency for sixty lines, and
/// nothing here is secret.
std::string sha256(std::string_view text);

}  // namespace hitm::results
