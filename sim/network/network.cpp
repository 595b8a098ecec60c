// Reserving the links of a route, one after the other.
#include "sim/network/network.hpp"

#include <algorithm>

namespace hitm::sim {

Network::Network(const Machine& machine, const Routes& routes) : machine_{machine}, routes_{routes} {
    for (const auto& link : machine.fabric.links) {
        const auto time = [&](unsigned bytes) { return link.bytes_per_ns > 0 ? ns(bytes / link.bytes_per_ns) : Picoseconds{0}; };
        links_.push_back({link.latency, time(machine.costs.control_bytes), time(machine.costs.data_bytes), 0, {}});
    }
}

Picoseconds Network::send(protocols::MessageType type, StationId from, StationId to, Picoseconds depart) {
    const bool data = protocols::info(type).carries_data;
    const auto t = static_cast<std::size_t>(type);
    ++messages_[t];
    for (const LinkId id : routes_.links(from, to)) {
        auto& link = links_[id];
        depart = std::max(depart, link.free_at);
        link.free_at = depart + (data ? link.data_time : link.control_time);
        depart += link.latency;
        ++link.messages[t];
    }
    return depart;
}

void Network::restart_counts() {
    for (auto& link : links_) link.messages = {};
    messages_ = {};
}

Network::Count Network::bytes_of(const Count& messages) const {
    Count bytes{};
    for (const auto& m : protocols::messages) {
        const auto t = static_cast<std::size_t>(m.id);
        bytes[t] = messages[t] * (m.carries_data ? machine_.costs.data_bytes : machine_.costs.control_bytes);
    }
    return bytes;
}

std::vector<LinkStats> Network::counts() const {
    std::vector<LinkStats> counts;
    for (std::size_t id = 0; id < links_.size(); ++id) {
        const auto& link = links_[id];
        auto& count = counts.emplace_back(LinkStats{machine_.fabric.links[id].name, link.messages, bytes_of(link.messages), 0});
        for (const auto& m : protocols::messages)
            count.busy += static_cast<Picoseconds>(link.messages[static_cast<std::size_t>(m.id)]) *
                          (m.carries_data ? link.data_time : link.control_time);
    }
    return counts;
}

}  // namespace hitm::sim
