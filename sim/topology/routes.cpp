// Dijkstra from every station, then the first listed link of each shortest way.
#include "sim/topology/routes.hpp"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/property_map/property_map.hpp>
#include <limits>

namespace hitm::sim {
namespace {

struct Cost {
    Picoseconds latency = 0;
};

using Graph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Cost, boost::no_property, std::uint32_t, std::uint32_t>;
constexpr Picoseconds unreached = std::numeric_limits<Picoseconds>::max();

void check(const Fabric& fabric) {
    for (const Link& link : fabric.links) {
        if (link.from >= fabric.stations.size() || link.to >= fabric.stations.size())
            throw BadMachine("link '" + link.name + "': ends at a station that does not exist; there are " +
                             std::to_string(fabric.stations.size()));
        if (link.latency <= 0) throw BadMachine("link '" + link.name + "': has no latency; every link takes time, 1 ps at least");
    }
}

Graph graph_of(const Fabric& fabric) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    std::vector<Cost> costs;
    for (const Link& link : fabric.links) {
        ends.emplace_back(link.from, link.to);
        costs.push_back({link.latency});
    }
    return Graph(boost::edges_are_unsorted_multi_pass, ends.begin(), ends.end(), costs.begin(),
                 static_cast<std::uint32_t>(fabric.stations.size()));
}

std::vector<std::vector<LinkId>> links_by_station(const Fabric& fabric) {
    std::vector<std::vector<LinkId>> out(fabric.stations.size());
    for (LinkId link = 0; link < fabric.links.size(); ++link) out[fabric.links[link].from].push_back(link);
    return out;
}

}  // namespace

Routes::Routes(const Fabric& fabric) : stations_(fabric.stations.size()), latency_(stations_ * stations_, unreached) {
    check(fabric);
    const Graph graph = graph_of(fabric);
    for (std::uint32_t from = 0; from < stations_; ++from) {
        auto* row = latency_.data() + from * stations_;
        auto distances = boost::make_iterator_property_map(row, get(boost::vertex_index, graph));
        boost::dijkstra_shortest_paths(graph, from, boost::weight_map(get(&Cost::latency, graph)).distance_map(distances));
    }
    const auto out = links_by_station(fabric);
    first_.reserve(latency_.size() + 1);
    first_.push_back(0);
    for (StationId from = 0; from < stations_; ++from) {
        for (StationId to = 0; to < stations_; ++to) {
            if (latency(from, to) == unreached)
                throw BadMachine("station '" + fabric.stations[from] + "': cannot reach '" + fabric.stations[to] +
                                 "'; every two stations must be joined");
            for (StationId at = from; at != to;) {
                for (const LinkId link : out[at]) {
                    const Link& step = fabric.links[link];
                    const Picoseconds rest = latency(step.to, to);
                    if (rest == unreached || step.latency + rest != latency(at, to)) continue;
                    hops_.push_back(link);
                    at = step.to;
                    break;
                }
            }
            first_.push_back(static_cast<std::uint32_t>(hops_.size()));
        }
    }
}

}  // namespace hitm::sim
