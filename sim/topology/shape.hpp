// The shape of a machine's network as a machine file describes it, before it becomes a graph.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sim/units.hpp"

namespace hitm::sim {

/// What one link costs.
struct LinkCost {
    Picoseconds latency = 0;
    double bytes_per_ns = 0;  ///< 0: never a bottleneck
};

/// One crossbar: each core at a station of its own, slices and home in the middle.
struct Flat {
    LinkCost link;
};

/// Rows of stops joined to their four neighbours. Each row is a picture, its stops divided by blanks:
/// `C` a core with its slice (`0` … `9`: the same, of that cluster of the socket; `C*4`: four cores that share stop and slice), `x` a core
/// that is switched off, `M` a memory controller, `U` where links to other sockets end, `.` a bare stop, `|` between two dies. A row of
/// dashes lies between two dies, one above the other. Cores are numbered down the columns, as Intel's are.
struct Mesh {
    std::vector<std::string> rows;
    LinkCost vertical;
    LinkCost horizontal;
    Picoseconds die_crossing = 0;  ///< more, for a hop between dies
};

/// One ring, or several joined at switches: pictures as for a mesh; the k-th `S` of each ring is joined to the k-th `S` of the next.
struct Ring {
    std::vector<std::string> rings;
    LinkCost hop;
    LinkCost between_rings;
};

/// Clusters of cores, each around its own shared cache, all joined to one die that holds memory and links.
struct Star {
    LinkCost core;     ///< between a core and the shared cache of its cluster
    LinkCost cluster;  ///< between a cluster's shared cache and the middle
};

using SocketShape = std::variant<Flat, Mesh, Ring, Star>;

/// Two sockets joined by a link, numbered from 0.
struct SocketEdge {
    unsigned a = 0;
    unsigned b = 0;
    bool far = false;  ///< through a node controller or a long cable: costs `Shape::far_link`

    bool operator==(const SocketEdge&) const = default;
};
using SocketEdges = std::vector<SocketEdge>;

struct Shape {
    SocketShape socket;
    unsigned sockets = 1;
    unsigned clusters_per_socket = 1;
    unsigned cores_per_cluster = 1;
    SocketEdges edges;
    LinkCost socket_link;
    LinkCost far_link;
    std::string socket_link_name = "link";  ///< as reports show it: "UPI"
};

}  // namespace hitm::sim
