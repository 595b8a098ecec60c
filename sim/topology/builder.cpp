// Stations, two-way links and a picture's stops.
#include "sim/topology/builder.hpp"

#include <sstream>

namespace hitm::sim {

FabricBuilder::FabricBuilder(const Shape& shape) : shape_(shape), cores_(shape.sockets * shape.clusters_per_socket), ports_(shape.sockets) {
    fabric_.slice_station.resize(cores_.size());
    fabric_.cluster_node.resize(cores_.size());
}

StationId FabricBuilder::station(std::string name) {
    fabric_.stations.push_back(std::move(name));
    return static_cast<StationId>(fabric_.stations.size() - 1);
}

void FabricBuilder::join(StationId a, StationId b, const LinkCost& cost, const std::string& there, const std::string& back) {
    fabric_.links.push_back({a, b, cost.latency, cost.bytes_per_ns, there});
    fabric_.links.push_back({b, a, cost.latency, cost.bytes_per_ns, back});
}

void FabricBuilder::place_core(unsigned socket, unsigned cluster_of_socket, StationId at) {
    cores_[cluster(socket, cluster_of_socket)].push_back(at);
}

void FabricBuilder::place_slice(unsigned socket, unsigned cluster_of_socket, StationId at) {
    fabric_.slice_station[cluster(socket, cluster_of_socket)].push_back(at);
}

void FabricBuilder::place_home_in_the_middle(unsigned socket, StationId at) {
    for (unsigned c = 0; c < shape_.clusters_per_socket; ++c)
        fabric_.cluster_node[cluster(socket, c)] = static_cast<unsigned>(fabric_.home_station.size());
    fabric_.home_station.push_back({at});
    fabric_.home_cluster.push_back(no_cluster);
}

void FabricBuilder::place_homes_on_slices(unsigned socket) {
    for (unsigned c = 0; c < shape_.clusters_per_socket; ++c) {
        const ClusterId id = cluster(socket, c);
        fabric_.cluster_node[id] = static_cast<unsigned>(fabric_.home_station.size());
        fabric_.home_station.push_back(fabric_.slice_station[id]);
        fabric_.home_cluster.push_back(id);
    }
}

void FabricBuilder::join_sockets() {
    std::vector<std::size_t> used(shape_.sockets, 0);
    const auto port = [&](unsigned socket) {
        if (ports_[socket].empty())
            throw BadMachine("arrangement: no place where links to other sockets end; mark one or more stops with U");
        return ports_[socket][used[socket]++ % ports_[socket].size()];
    };
    for (const auto& [a, b, far] : shape_.edges) {
        if (a >= shape_.sockets || b >= shape_.sockets || a == b)
            throw BadMachine("socket_links: " + std::to_string(a) + "-" + std::to_string(b) +
                             " joins no two sockets; sockets are numbered from 0 to " + std::to_string(shape_.sockets - 1));
        const std::string from = std::to_string(a), to = std::to_string(b);
        const std::string name = shape_.socket_link_name + (far ? " far " : " ");
        join(port(a), port(b), far ? shape_.far_link : shape_.socket_link, name + from + "-" + to, name + to + "-" + from);
    }
}

Fabric FabricBuilder::finish() {
    join_sockets();
    for (const auto& cores : cores_) {
        if (cores.size() != shape_.cores_per_cluster)
            throw BadMachine("arrangement: shows " + std::to_string(cores.size()) + " cores in a cluster, the machine has " +
                             std::to_string(shape_.cores_per_cluster) + "; mark spare ones with x");
        fabric_.core_station.insert(fabric_.core_station.end(), cores.begin(), cores.end());
    }
    return std::move(fabric_);
}

namespace {

/// Splits "C*4" into its letter and how many cores share the stop.
std::pair<char, unsigned> letter_and_cores(const std::string& word) {
    if (word.size() == 1) return {word[0], 1};
    const bool several = word.size() == 3 && word[1] == '*' && word[2] >= '1' && word[2] <= '9';
    return several ? std::pair{word[0], static_cast<unsigned>(word[2] - '0')} : std::pair{'?', 1U};
}

Stop read_stop(const std::string& word, const std::string& picture) {
    const auto [letter, cores] = letter_and_cores(word);
    if (letter >= '0' && letter <= '9') return {.kind = Stop::Kind::Core, .cluster = static_cast<unsigned>(letter - '0'), .cores = cores};
    if (letter == 'C') return {.kind = Stop::Kind::Core, .cores = cores};
    if (cores == 1) switch (letter) {
            case 'x': return {.kind = Stop::Kind::Off};
            case 'M': return {.kind = Stop::Kind::Memory};
            case 'U': return {.kind = Stop::Kind::Port};
            case 'S': return {.kind = Stop::Kind::Switch};
            case '.': return {.kind = Stop::Kind::Bare};
            default: break;
        }
    throw BadMachine("arrangement: '" + word + "' in '" + picture +
                     "' is no stop; stops are C, 0 to 9, C*4 (four cores), x, M, U, S, . and |");
}

}  // namespace

std::vector<Stop> read_stops(const std::string& picture, const Shape& shape) {
    std::vector<Stop> stops;
    std::istringstream words(picture);
    bool crossing = false;
    for (std::string word; words >> word;) {
        if (word == "|") {
            crossing = true;
            continue;
        }
        stops.push_back(read_stop(word, picture));
        stops.back().crossing_before = crossing;
        crossing = false;
        if (stops.back().cluster >= shape.clusters_per_socket)
            throw BadMachine("arrangement: cluster " + word + " in '" + picture + "' does not exist; a socket has " +
                             std::to_string(shape.clusters_per_socket));
    }
    return stops;
}

void place_stop(FabricBuilder& builder, unsigned socket, const Stop& stop, StationId at) {
    if (stop.kind == Stop::Kind::Core) {
        for (unsigned core = 0; core < stop.cores; ++core) builder.place_core(socket, stop.cluster, at);
        builder.place_slice(socket, stop.cluster, at);
    }
    if (stop.kind == Stop::Kind::Port) builder.place_port(socket, at);
}

std::string prefix(const Shape& shape, unsigned socket) { return shape.sockets > 1 ? "s" + std::to_string(socket) + " " : std::string(); }

}  // namespace hitm::sim
