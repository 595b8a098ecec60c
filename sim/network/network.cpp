// Reserving the links of a route, one after the other.
#include "sim/network/network.hpp"

#include <algorithm>

namespace hitm::sim {

Network::Network(const Machine& machine) : machine_{machine}, routes_{machine.fabric} {
    for (const auto& link : machine.fabric.links) {
        const auto time = [&](unsigned bytes) { return link.bytes_per_ns > 0 ? ns(bytes / link.bytes_per_ns) : Picoseconds{0}; };
        links_.push_back({link.latency, time(machine.costs.control_bytes), time(machine.costs.data_bytes), 0});
        counts_.push_back({link.name, {}, {}, 0});
    }
}

Picoseconds Network::send(protocols::MessageType type, StationId from, StationId to, Picoseconds depart) {
    const bool data = protocols::info(type).carries_data;
    const unsigned size = data ? machine_.costs.data_bytes : machine_.costs.control_bytes;
    const auto t = static_cast<std::size_t>(type);
    ++messages_[t];
    bytes_[t] += size;
    for (const LinkId id : routes_.links(from, to)) {
        auto& link = links_[id];
        const Picoseconds occupied = data ? link.data_time : link.control_time;
        depart = std::max(depart, link.free_at);
        link.free_at = depart + occupied;
        depart += link.latency;
        auto& count = counts_[id];
        ++count.messages[t];
        count.bytes[t] += size;
        count.busy += occupied;
    }
    return depart;
}

void Network::restart_counts() {
    for (auto& c : counts_) c = {c.name, {}, {}, 0};
    messages_ = {};
    bytes_ = {};
}

std::vector<LinkStats> Network::counts() const { return counts_; }

}  // namespace hitm::sim
