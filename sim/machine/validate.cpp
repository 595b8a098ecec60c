// What a machine must be to be simulated.
#include <bit>
#include <cmath>

#include "sim/machine/library.hpp"

namespace hitm::sim {
namespace {

void require(bool holds, const std::string& key, const std::string& wrong, const std::string& right) {
    if (!holds) throw BadMachine(key + ": " + wrong + "; right would be " + right);
}

void check_cache(const CacheShape& cache, const Machine& machine, const std::string& name) {
    const std::string key = "caches." + name + "_size";
    require(cache.ways >= 1, "caches." + name + "_ways", "0 ways", "at least 1");
    const std::uint64_t way = static_cast<std::uint64_t>(machine.line_bytes) * cache.ways;
    require(cache.bytes >= way && cache.bytes % way == 0, key,
            std::to_string(cache.bytes) + " bytes cannot be shared by " + std::to_string(cache.ways) + " ways of whole lines",
            "a multiple of " + std::to_string(way));
    require(cache.hit >= 0, "caches." + name + "_hit", "negative", "0 or more");
}

void check_counts(const Machine& m) {
    require(m.sockets >= 1 && m.clusters_per_socket >= 1 && m.cores_per_cluster >= 1, "cores_per_socket", "a machine without cores",
            "at least one socket, cluster and core");
    require(m.threads_per_core >= 1 && m.threads_per_core <= 8, "threads_per_core", std::to_string(m.threads_per_core), "1 to 8");
    require(m.hardware_threads() <= 65536, "cores_per_socket", std::to_string(m.hardware_threads()) + " hardware threads", "at most 65536");
    require(std::isfinite(m.clock.ghz) && m.clock.ghz > 0, "clock", "stands still", "some GHz");
    require(std::has_single_bit(m.line_bytes) && m.line_bytes >= 8 && m.line_bytes <= 1024, "memory.line",
            std::to_string(m.line_bytes) + " bytes", "a power of two, 8 to 1024");
    require(m.page_bytes >= m.line_bytes && m.page_bytes % m.line_bytes == 0, "memory.page", std::to_string(m.page_bytes) + " bytes",
            "a multiple of the line");
    require(m.load_window >= 1, "core.load_window", "0", "at least 1");
    require(m.store_buffer >= 1, "core.store_buffer", "0", "at least 1");
    require(m.smt_gain >= 1.0 && m.smt_gain <= m.threads_per_core, "core.smt_gain", std::to_string(m.smt_gain),
            "between 1 and the threads of a core");
}

void check_costs(const Costs& c) {
    for (const Picoseconds cost : {c.miss_issue, c.agent_lookup, c.agent_interval, c.snoop, c.shared_data, c.fill, c.home_lookup, c.dram,
                                   c.locked, c.locked_after_fill, c.sibling_handover})
        require(cost >= 0 && cost < ns(1e6), "costs", "a cost of " + std::to_string(cost) + " ps", "0 to 1 ms");
    require(c.dram_bytes_per_ns >= 0, "costs.dram_bandwidth", "negative", "0 (never a bottleneck) or more");
    require(c.control_bytes >= 1 && c.data_bytes >= c.control_bytes, "costs.data_bytes", "smaller than a message without data",
            "line and header");
}

void check_stations(const std::vector<StationId>& stations, const Fabric& fabric, const std::string& whose) {
    require(!stations.empty(), "arrangement", whose + " stands nowhere", "one place at least");
    for (const StationId at : stations)
        require(at < fabric.stations.size(), "arrangement", whose + " stands at a station that does not exist",
                "one of " + std::to_string(fabric.stations.size()));
}

void check_fabric(const Machine& m) {
    const Fabric& f = m.fabric;
    require(f.core_station.size() == m.cores(), "arrangement", std::to_string(f.core_station.size()) + " cores have a place",
            std::to_string(m.cores()));
    require(f.slice_station.size() == m.clusters() && f.cluster_node.size() == m.clusters(), "arrangement",
            "not every cluster has slices and a node", "both for each of " + std::to_string(m.clusters()));
    require(!f.home_station.empty() && f.home_cluster.size() == f.home_station.size(), "arrangement",
            "no node, or a node without word on its cluster", "one for each node");
    check_stations(f.core_station, f, "a core");
    for (const auto& slices : f.slice_station) check_stations(slices, f, "a cluster's slice");
    for (const auto& homes : f.home_station) check_stations(homes, f, "a node's home");
    for (const ClusterId cluster : f.home_cluster)
        require(cluster == no_cluster || cluster < m.clusters(), "arrangement", "a home beside a cluster that does not exist",
                "one of the machine's");
    for (const unsigned node : f.cluster_node)
        require(node < m.nodes(), "arrangement", "a cluster of a node that does not exist", "one of the machine's");
    for (const Link& link : f.links) {
        require(link.from < f.stations.size() && link.to < f.stations.size(), "links", "'" + link.name + "' ends nowhere", "two stations");
        require(link.latency > 0 && link.bytes_per_ns >= 0, "links", "'" + link.name + "' takes no time", "1 ps at least");
    }
}

}  // namespace

void validate(const Machine& machine) {
    check_counts(machine);
    check_cache(machine.l1, machine, "l1");
    check_cache(machine.l2, machine, "l2");
    check_cache(machine.shared, machine, "shared");
    check_costs(machine.costs);
    check_fabric(machine);
}

}  // namespace hitm::sim
