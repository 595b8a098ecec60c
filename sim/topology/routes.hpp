// Shortest routes between all stations of a fabric.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/machine/machine.hpp"

namespace hitm::sim {

/// All shortest routes by latency, found once. Among equally short ones a route takes, at each station, the link that the
/// fabric lists first: so routes of a mesh go along one dimension and then along the other, and never depend on the host.
class Routes {
public:
    /// Throws BadMachine where a station cannot reach another, where a link is without latency or ends nowhere.
    explicit Routes(const Fabric& fabric);

    /// Sum of the links' latencies; 0 from a station to itself.
    Picoseconds latency(StationId from, StationId to) const { return latency_[index(from, to)]; }

    /// The links in the order in which a message takes them.
    std::span<const LinkId> links(StationId from, StationId to) const {
        const std::size_t at = index(from, to);
        return {hops_.data() + first_[at], hops_.data() + first_[at + 1]};
    }

    std::size_t stations() const { return stations_; }

private:
    std::size_t index(StationId from, StationId to) const { return from * stations_ + to; }

    std::size_t stations_;
    std::vector<Picoseconds> latency_;  ///< [from · stations + to]
    std::vector<std::uint32_t> first_;  ///< where in hops_ a pair's links begin
    std::vector<LinkId> hops_;
};

}  // namespace hitm::sim
