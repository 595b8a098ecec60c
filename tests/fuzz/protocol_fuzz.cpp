// Fuzzes the readers of protocols and of trails' keys: only BadProtocol and std::invalid_argument may leave them, and what was read
// prints as what reads back the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "protocols/text.hpp"
#include "protocols/trail.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hitm::protocols;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const auto own = read_protocol(text, "fuzz");
        const auto again = read_protocol(hitm::protocols::text(own.protocol()), "printed");
        if (!difference(own.protocol(), again.protocol()).empty()) std::abort();
    } catch (const BadProtocol&) {}
    try {
        const auto trail = parse_key(text);
        if (to_key(parse_key(to_key(trail))) != to_key(trail)) std::abort();
        static_cast<void>(replay(*find("MESI"), trail));
    } catch (const std::invalid_argument&) {}
    return 0;
}
