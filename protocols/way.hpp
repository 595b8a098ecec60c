// How a directory lets the requests for one line follow each other: a policy outside the rows.
#pragma once

#include <cstdint>

namespace hitm::protocols {

/// Chain: the directory serves the next request at once and the owner-to-be, once it has had its turn, hands the line
/// on (the Primer's directory). Confirm: it serves the next only when the requestor has confirmed that it has the line.
enum class Way : std::uint8_t { Chain, Confirm };

}  // namespace hitm::protocols
