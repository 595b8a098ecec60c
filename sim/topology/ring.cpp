// A socket with one ring of stops, or several joined at switches.
#include "sim/topology/builder.hpp"

namespace hitm::sim {
namespace {

/// Lays one ring; gives the stations of its switches in order.
std::vector<StationId> build_ring(FabricBuilder& builder, const Ring& ring, unsigned socket, std::size_t which) {
    const auto stops = read_stops(ring.rings[which], builder.shape());
    if (stops.size() < 3) throw BadMachine("arrangement: ring '" + ring.rings[which] + "' has fewer than 3 stops");
    const std::string before = prefix(builder.shape(), socket) + "ring " + std::to_string(which) + ",";
    std::vector<StationId> at, switches;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        at.push_back(builder.station(before + std::to_string(i)));
        place_stop(builder, socket, stops[i], at.back());
        if (stops[i].kind == Stop::Kind::Switch) switches.push_back(at.back());
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
        const std::size_t next = (i + 1) % at.size();
        builder.join(at[i], at[next], ring.hop, before + std::to_string(i) + " up", before + std::to_string(next) + " down");
    }
    return switches;
}

}  // namespace

void build_socket(FabricBuilder& builder, const Ring& ring, unsigned socket) {
    if (ring.rings.empty()) throw BadMachine("arrangement: ring without stops; give one picture a ring");
    std::vector<StationId> last;
    for (std::size_t which = 0; which < ring.rings.size(); ++which) {
        const auto switches = build_ring(builder, ring, socket, which);
        if (which > 0 && (switches.empty() || switches.size() != last.size()))
            throw BadMachine("arrangement: ring " + std::to_string(which) + " has " + std::to_string(switches.size()) +
                             " switches, the one before " + std::to_string(last.size()) + "; mark equally many stops of both with S");
        for (std::size_t i = 0; which > 0 && i < switches.size(); ++i) {
            const std::string name = prefix(builder.shape(), socket) + "switch " + std::to_string(i) + " of rings ";
            const std::string a = std::to_string(which - 1), b = std::to_string(which);
            builder.join(last[i], switches[i], ring.between_rings, name + a + "-" + b, name + b + "-" + a);
        }
        last = switches;
    }
    builder.place_homes_on_slices(socket);
}

}  // namespace hitm::sim
