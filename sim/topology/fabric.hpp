// Builds the graph of a machine's network from its described shape.
#pragma once

#include <string_view>

#include "sim/machine/machine.hpp"
#include "sim/topology/shape.hpp"

namespace hitm::sim {

/// The graph, and who stands where on it. A cluster's agent has a slice on each of its core tiles (flat, star: one slice).
/// Mesh and ring: one NUMA node a cluster, its home on the tiles of that cluster's slices. Flat and star: one node a socket,
/// its home in the middle. Links of a station are listed vertical ones first, which makes routes go down before along.
/// Throws BadMachine where the picture does not hold what the numbers say, or where sockets cannot reach each other.
Fabric build_fabric(const Shape& shape);

/// Sockets joined as named. "none" (one socket); "fully_joined"; "ring"; "glueless_8" (two rings of four, each socket with a third
/// link to its partner in the other ring: three neighbours, four sockets two hops away or more); "two_boards" (8 sockets: two rings
/// of four, every socket of one board joined to every one of the other by a far link). Throws BadMachine for a name or count that does not
/// fit.
SocketEdges socket_edges(std::string_view name, unsigned sockets);

}  // namespace hitm::sim
