// From shape to graph, and the named ways to join sockets.
#include "sim/topology/fabric.hpp"

#include "sim/topology/builder.hpp"

namespace hitm::sim {
namespace {

SocketEdges fully_joined(unsigned first, unsigned sockets) {
    SocketEdges edges;
    for (unsigned a = first; a < first + sockets; ++a)
        for (unsigned b = a + 1; b < first + sockets; ++b) edges.push_back({a, b});
    return edges;
}

SocketEdges eight_sockets(bool every_far_pair) {
    SocketEdges edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {4, 5}, {4, 6}, {5, 7}, {6, 7}};
    for (unsigned a = 0; a < 4; ++a)
        for (unsigned b = 4; b < 8; ++b)
            if (every_far_pair || b == a + 4) edges.push_back({a, b, every_far_pair});
    return edges;
}

/// Before anything is built: no count is zero, and every socket is reached from the first.
void check(const Shape& shape) {
    if (shape.sockets == 0 || shape.clusters_per_socket == 0 || shape.cores_per_cluster == 0)
        throw BadMachine("sockets, clusters, cores: 0 of one of them; a machine has at least one of each");
    std::vector<bool> reached(shape.sockets, false);
    reached[0] = true;
    for (unsigned round = 0; round < shape.sockets; ++round)
        for (const auto& [a, b, far] : shape.edges)
            if (a < shape.sockets && b < shape.sockets && (reached[a] || reached[b])) reached[a] = reached[b] = true;
    for (unsigned socket = 0; socket < shape.sockets; ++socket)
        if (!reached[socket])
            throw BadMachine("socket_links: socket " + std::to_string(socket) +
                             " cannot be reached from socket 0; join it, or say fully_joined");
}

}  // namespace

Fabric build_fabric(const Shape& shape) {
    check(shape);
    FabricBuilder builder(shape);
    for (unsigned socket = 0; socket < shape.sockets; ++socket)
        std::visit([&](const auto& kind) { build_socket(builder, kind, socket); }, shape.socket);
    return builder.finish();
}

SocketEdges socket_edges(std::string_view name, unsigned sockets) {
    if (name == "none" && sockets == 1) return {};
    if (name == "fully_joined") return fully_joined(0, sockets);
    if (name == "ring") {
        SocketEdges edges;
        for (unsigned a = 0; a + 1 < sockets; ++a) edges.push_back({a, a + 1});
        if (sockets > 2) edges.push_back({sockets - 1, 0});
        return edges;
    }
    if (name == "glueless_8" || name == "two_boards") {
        if (sockets != 8)
            throw BadMachine("socket_links: " + std::string(name) + " joins 8 sockets, the machine has " + std::to_string(sockets) +
                             "; say fully_joined, ring or a list of pairs");
        return eight_sockets(name == "two_boards");
    }
    throw BadMachine("socket_links: '" + std::string(name) +
                     "' is unknown; say fully_joined, ring, glueless_8, two_boards or a list of pairs [[0, 1], …]");
}

}  // namespace hitm::sim
