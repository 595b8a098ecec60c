// Canonical text of a machine and of a question.
#include "bindings/results/resolved.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bindings/results/sha256.hpp"
#include "protocols/text.hpp"

namespace hitm::results {
namespace {

std::string cache(const char* name, const sim::CacheShape& c) {
    return fmt::format("{}: {} B, {} ways, {} ps\n", name, c.bytes, c.ways, c.hit);
}

std::string costs(const sim::Costs& c) {
    return fmt::format(
        "miss_issue: {}\nagent_lookup: {}\nagent_interval: {}\nsnoop: {}\nshared_data: {}\nfill: {}\nhome_lookup: {}\ndram: {}\n"
        "dram_bytes_per_ns: {}\nlocked: {}\nlocked_after_fill: {}\nsibling_handover: {}\ncontrol_bytes: {}\ndata_bytes: {}\n",
        c.miss_issue, c.agent_lookup, c.agent_interval, c.snoop, c.shared_data, c.fill, c.home_lookup, c.dram, c.dram_bytes_per_ns,
        c.locked, c.locked_after_fill, c.sibling_handover, c.control_bytes, c.data_bytes);
}

std::string fabric(const sim::Fabric& f) {
    std::string text;
    for (const auto& l : f.links) text += fmt::format("{}>{} {} {}\n", l.from, l.to, l.latency, l.bytes_per_ns);
    text += fmt::format("{}\n{}\n{}\n{}\n{}\n", f.core_station, f.slice_station, f.home_station, f.home_cluster, f.cluster_node);
    return fmt::format("stations: {}\nlinks: {}\nfabric: {}\n", f.stations.size(), f.links.size(), sha256(text));
}

}  // namespace

std::string resolved(const sim::Machine& m) {
    return fmt::format(
               "machine: {}\nprotocol: {}\nsockets: {}\nclusters_per_socket: {}\ncores_per_cluster: {}\nthreads_per_core: {}\nghz: {}\n"
               "line_bytes: {}\npage_bytes: {}\ncluster_way: {}\nhome_way: {}\ndirectory: {}\nadjacent_line_prefetch: {}\nload_window: {}\n"
               "store_buffer: {}\nissue: {}\nsmt_gain: {}\n",
               m.name, m.protocol, m.sockets, m.clusters_per_socket, m.cores_per_cluster, m.threads_per_core, m.clock.ghz, m.line_bytes,
               m.page_bytes, static_cast<int>(m.cluster_way), static_cast<int>(m.home_way), static_cast<int>(m.directory),
               m.adjacent_line_prefetch, m.load_window, m.store_buffer, m.issue, m.smt_gain) +
           (m.own_protocol == nullptr ? "" : protocols::text(*m.own_protocol)) + (m.ll_sc ? "ll_sc\n" : "") + cache("l1", m.l1) +
           cache("l2", m.l2) + cache("shared", m.shared) + costs(m.costs) + fabric(m.fabric);
}

std::string resolved(const program::Scenario& scenario, const sim::Machine& machine, const sim::PredictOptions& o) {
    const auto& e = o.effort;
    return scenario.resolved() + "\n" + resolved(machine) +
           fmt::format(
               "threads: {}\ncpus: {}\nset: {}\nknown: {}\nseed: {}\nreplicates: {} to {}\ngoal: {} to {} threads, {} beyond\noperations: "
               "{} or {} a thread\n",
               fmt::join(o.threads.empty() ? scenario.threads : o.threads, ","), program::to_text(o.cpus.value_or(scenario.cpus)),
               fmt::join(o.set, " "), o.known, o.seed, e.replicates, e.most_replicates, e.goal_percent, e.goal_threads,
               e.goal_percent_beyond, e.operations, e.operations_per_thread);
}

}  // namespace hitm::results
