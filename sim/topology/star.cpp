// Sockets with a middle: one crossbar, or clusters of cores around an I/O die.
#include "sim/topology/builder.hpp"

namespace hitm::sim {
namespace {

/// Each core of the cluster at a station of its own, joined to `middle`.
void join_cores(FabricBuilder& builder, const LinkCost& cost, unsigned socket, unsigned cluster, StationId middle) {
    const Shape& shape = builder.shape();
    for (unsigned i = 0; i < shape.cores_per_cluster; ++i) {
        const unsigned core = (socket * shape.clusters_per_socket + cluster) * shape.cores_per_cluster + i;
        const std::string name = "core " + std::to_string(core);
        const StationId at = builder.station(name);
        builder.place_core(socket, cluster, at);
        builder.join(at, middle, cost, name + " out", name + " in");
    }
}

}  // namespace

void build_socket(FabricBuilder& builder, const Flat& flat, unsigned socket) {
    const StationId middle = builder.station(prefix(builder.shape(), socket) + "crossbar");
    for (unsigned cluster = 0; cluster < builder.shape().clusters_per_socket; ++cluster) {
        join_cores(builder, flat.link, socket, cluster, middle);
        builder.place_slice(socket, cluster, middle);
    }
    builder.place_port(socket, middle);
    builder.place_home_in_the_middle(socket, middle);
}

void build_socket(FabricBuilder& builder, const Star& star, unsigned socket) {
    const std::string before = prefix(builder.shape(), socket);
    const StationId middle = builder.station(before + "I/O die");
    for (unsigned cluster = 0; cluster < builder.shape().clusters_per_socket; ++cluster) {
        const std::string name = before + "cluster " + std::to_string(cluster);
        const StationId hub = builder.station(name);
        join_cores(builder, star.core, socket, cluster, hub);
        builder.place_slice(socket, cluster, hub);
        builder.join(hub, middle, star.cluster, name + " out", name + " in");
    }
    builder.place_port(socket, middle);
    builder.place_home_in_the_middle(socket, middle);
}

}  // namespace hitm::sim
