// Messages on links: who sends what from where to where, and when it arrives.
#pragma once

#include <vector>

#include "protocols/rules.hpp"
#include "sim/machine/machine.hpp"
#include "sim/stats/result.hpp"
#include "sim/topology/routes.hpp"

namespace hitm::sim {

/// Links have latency, bandwidth and occupancy. A message reserves the links of its route in turn when it is sent;
/// it is cut through, so a free route costs its latencies alone. Messages on one route never overtake each other.
class Network {
public:
    /// `routes`: of the machine's fabric; must outlive the network.
    Network(const Machine& machine, const Routes& routes);

    /// Sends at `depart`; returns when the message arrives.
    Picoseconds send(protocols::MessageType type, StationId from, StationId to, Picoseconds depart);

    /// Forgets what was counted, not what is under way.
    void restart_counts();
    std::vector<LinkStats> counts() const;
    const std::array<std::uint64_t, message_types>& messages() const { return messages_; }
    std::array<std::uint64_t, message_types> bytes() const { return bytes_of(messages_); }

private:
    using Count = std::array<std::uint64_t, message_types>;

    struct Link {
        Picoseconds latency = 0;
        Picoseconds control_time = 0;  ///< how long a message without data occupies the link
        Picoseconds data_time = 0;
        Picoseconds free_at = 0;
        Count messages{};  ///< bytes and occupancy follow from these
    };
    Count bytes_of(const Count& messages) const;

    const Machine& machine_;
    const Routes& routes_;
    std::vector<Link> links_;
    Count messages_{};
};

}  // namespace hitm::sim
