// What the builders of all shapes share: stations, two-way links, and a picture's stops.
#pragma once

#include <string>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/topology/shape.hpp"

namespace hitm::sim {

/// Adds to a fabric; knows which socket and cluster comes next.
class FabricBuilder {
public:
    explicit FabricBuilder(const Shape& shape);

    StationId station(std::string name);
    /// Both ways; `from_name`, `to_name` name the two directions.
    void join(StationId a, StationId b, const LinkCost& cost, const std::string& there, const std::string& back);
    void place_core(unsigned socket, unsigned cluster_of_socket, StationId at);
    void place_slice(unsigned socket, unsigned cluster_of_socket, StationId at);
    /// Where links to other sockets may end; they are dealt out in turn.
    void place_port(unsigned socket, StationId at) { ports_[socket].push_back(at); }
    /// A node of its own whose home stands at `at`.
    void place_home_in_the_middle(unsigned socket, StationId at);
    /// A node for each cluster of the socket, on the tiles of its slices.
    void place_homes_on_slices(unsigned socket);

    /// Joins the sockets and checks that every core has its place.
    Fabric finish();

    const Shape& shape() const { return shape_; }

private:
    void join_sockets();
    ClusterId cluster(unsigned socket, unsigned cluster_of_socket) const { return socket * shape_.clusters_per_socket + cluster_of_socket; }

    const Shape& shape_;
    Fabric fabric_;
    std::vector<std::vector<StationId>> cores_;  ///< by cluster
    std::vector<std::vector<StationId>> ports_;  ///< by socket
};

/// One stop of a picture.
struct Stop {
    enum class Kind { Core, Off, Memory, Port, Switch, Bare } kind = Kind::Bare;
    unsigned cluster = 0;
    unsigned cores = 1;
    bool crossing_before = false;  ///< a die's edge lies between the stop before and this one
};

/// Throws BadMachine for a letter that is none of Mesh's or Ring's.
std::vector<Stop> read_stops(const std::string& picture, const Shape& shape);

/// A stop's core, slice, port … at a station that is already there.
void place_stop(FabricBuilder& builder, unsigned socket, const Stop& stop, StationId at);

/// "s0 " in front of names where there is more than one socket.
std::string prefix(const Shape& shape, unsigned socket);

void build_socket(FabricBuilder& builder, const Flat& flat, unsigned socket);
void build_socket(FabricBuilder& builder, const Mesh& mesh, unsigned socket);
void build_socket(FabricBuilder& builder, const Ring& ring, unsigned socket);
void build_socket(FabricBuilder& builder, const Star& star, unsigned socket);

}  // namespace hitm::sim
