// Names, variations and files of protocols.
#include "bindings/results/protocols.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "protocols/far.hpp"
#include "protocols/print.hpp"
#include "protocols/proof.hpp"
#include "protocols/text.hpp"

namespace hitm::results {
namespace {

constexpr std::uintmax_t most_bytes = 1 << 20;

std::string read_file(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error || size > most_bytes) throw protocols::BadProtocol(fmt::format("{}: no file of at most 1 MiB", path));
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

[[noreturn]] void refuse(const std::string& asked) {
    std::string known;
    for (const auto& p : protocols::all()) known += std::string(p.name) + ", ";
    throw protocols::BadProtocol(fmt::format("protocol {} is not known; right would be {}one of these with +far, or a file", asked, known));
}

}  // namespace

const protocols::Protocol& Protocols::get_unproven(const std::string& asked) {
    if (const auto* listed = protocols::find(asked)) return *listed;
    constexpr std::string_view far = "+far";
    if (asked.ends_with(far)) {
        if (const auto* base = protocols::find(asked.substr(0, asked.size() - far.size())))
            return own_.emplace_back(protocols::far_atomics(*base)).protocol;
    }
    if (!std::filesystem::is_regular_file(asked)) refuse(asked);
    return own_.emplace_back(protocols::read_protocol(read_file(asked), asked)).protocol;
}

const protocols::Protocol& Protocols::get(const std::string& asked) {
    if (const auto it = proven_.find(asked); it != proven_.end()) return *it->second;
    const auto& protocol = get_unproven(asked);
    if (protocols::find(protocol.name) != nullptr) return protocol;
    if (const auto fault = protocols::first_fault(protocol))
        throw protocols::BadProtocol(
            fmt::format("{}: this protocol does not hold and is not simulated; right would be one that passes "
                        "`hitm protocol check`\n{}",
                        asked, protocols::report(fault->setting, fault->verdict, asked)));
    proven_[asked] = &protocol;
    return protocol;
}

void use_protocol(sim::Machine& machine, const protocols::Protocol& protocol) {
    machine.protocol = protocol.name;
    machine.own_protocol = protocols::find(protocol.name) == nullptr ? &protocol : nullptr;
}

}  // namespace hitm::results
