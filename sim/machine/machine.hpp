// A machine as a value: everything the simulator needs to know, in SI-like units, validated once.
//
// Machine files (YAML) are read into this; nothing is looked up by name afterwards.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "protocols/way.hpp"
#include "sim/units.hpp"

namespace hitm::sim {

/// A machine file, or a machine, that cannot be: "file:line: field: what is wrong; what would be right".
struct BadMachine : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct CacheShape {
    std::uint64_t bytes = 0;
    unsigned ways = 1;
    Picoseconds hit = 0;  ///< load-to-use
};

/// Directed; a cable is two of them.
struct Link {
    StationId from = 0;
    StationId to = 0;
    Picoseconds latency = 0;
    double bytes_per_ns = 0;  ///< 0: never a bottleneck
    std::string name;         ///< as reports show it: "mesh 3,4 east", "UPI 0-1"
};

/// The network as a graph, and who stands where on it.
struct Fabric {
    std::vector<std::string> stations;  ///< names
    std::vector<Link> links;
    std::vector<StationId> core_station;                ///< by CoreId
    std::vector<std::vector<StationId>> slice_station;  ///< by ClusterId: where its agent's slices stand; a line's slice is hashed
    std::vector<std::vector<StationId>> home_station;   ///< by NUMA node: where its home's slices stand
    std::vector<ClusterId> home_cluster;                ///< by NUMA node: the cluster whose agent shares its tiles, or no_cluster
    std::vector<unsigned> cluster_node;                 ///< by ClusterId: the NUMA node its cores touch first
};
inline constexpr ClusterId no_cluster = 0xffffffff;

/// What a step costs where it is not distance.
struct Costs {
    Picoseconds miss_issue = 0;         ///< from an access that misses the private caches to its request on the network
    Picoseconds agent_lookup = 0;       ///< a core's request at the agent, to the message it causes
    Picoseconds agent_interval = 0;     ///< between two requests served by one slice (its throughput)
    Picoseconds snoop = 0;              ///< a forward at a core, to its answer on the network
    Picoseconds shared_data = 0;        ///< the agent reads its own data array
    Picoseconds fill = 0;               ///< a line's arrival at a core, to the access done
    Picoseconds home_lookup = 0;        ///< a request at the home, to the message it causes
    Picoseconds dram = 0;               ///< the home reads a line from memory
    double dram_bytes_per_ns = 0;       ///< per NUMA node; 0: never a bottleneck
    Picoseconds locked = 0;             ///< a locked operation on an owned line
    Picoseconds locked_after_fill = 0;  ///< more, for the first locked operation after the line has come
    Picoseconds sibling_handover = 0;   ///< more, for a locked operation on a line that the sibling thread wrote last
    unsigned control_bytes = 8;         ///< a message without data on a link
    unsigned data_bytes = 72;           ///< a message with data on a link
};

/// Where a home finds out who holds a line.
enum class DirectoryScheme : std::uint8_t {
    AtHome,          ///< the home's lookup knows (a probe filter)
    InMemory,        ///< memory must be read first, unless the home's own cluster holds the line or the directory cache has it
    InMemoryCached,  ///< as InMemory, with a directory cache that remembers lines handed between clusters
};

struct Machine {
    std::string name;
    std::string about;
    std::string family;
    std::string protocol = "MESI";
    const protocols::Protocol* own_protocol = nullptr;  ///< one of the user's, run instead of the named one; must outlive the machine

    unsigned sockets = 1;
    unsigned clusters_per_socket = 1;
    unsigned cores_per_cluster = 1;
    unsigned threads_per_core = 1;
    Clock clock;
    unsigned line_bytes = 64;
    unsigned page_bytes = 4096;  ///< the unit of interleaving and of first touch

    CacheShape l1;      ///< per core
    CacheShape l2;      ///< per core
    CacheShape shared;  ///< per cluster; holds what no core of the cluster holds any more
    protocols::Way cluster_way = protocols::Way::Chain;
    protocols::Way home_way = protocols::Way::Chain;
    DirectoryScheme directory = DirectoryScheme::AtHome;
    bool ll_sc = false;                   ///< locked operations are load-linked and store-conditional (Arm before LSE, POWER, RISC-V)
    bool adjacent_line_prefetch = false;  ///< a miss also asks for the other line of its 128-byte pair

    unsigned load_window = 12;   ///< misses a hardware thread may have in flight
    unsigned store_buffer = 56;  ///< entries of a hardware thread
    Picoseconds issue = 0;       ///< between two accesses of one thread
    double smt_gain = 1.0;       ///< throughput of a core with two threads at work, one thread alone being 1

    Costs costs;
    Fabric fabric;

    unsigned clusters() const { return sockets * clusters_per_socket; }
    unsigned cores() const { return clusters() * cores_per_cluster; }
    unsigned hardware_threads() const { return cores() * threads_per_core; }
    ClusterId cluster_of(CoreId core) const { return core / cores_per_cluster; }
    unsigned nodes() const { return static_cast<unsigned>(fabric.home_station.size()); }
};

/// Where a software thread runs.
struct HardwareThread {
    CoreId core = 0;
    unsigned sibling = 0;  ///< 0 .. threads_per_core - 1
};

}  // namespace hitm::sim
