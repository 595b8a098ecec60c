// Intel's Memory Latency Checker: idle memory, and lines modified by another core, by where they are homed.
//
// Sources: FD.io CSIT report, calibration pages (Skylake-SP 28 cores, Cascade Lake 24 cores a socket); VSC documentation, wICE (8360Y).
// Fitted on these, in part: agent_lookup, dram, the socket link. The machines simulated are the nearest of the library.
#include "sim/machine/library.hpp"
#include "sim/run/measure.hpp"
#include "tests/papers/table.hpp"

namespace hitm::papers {
namespace {

constexpr double tolerance_percent = 10;

struct Published {
    double idle_local, idle_remote, modified_local, home_writer, home_reader;
};

void compare(const std::string& host, const std::string& machine, const Published& published) {
    const sim::Latencies found = sim::measure_latencies(sim::load_machine(machine));
    Table table("Memory Latency Checker, " + host + ", predicted for " + machine + ", ns a load");
    table.row("idle memory, local", published.idle_local, found.idle_local, tolerance_percent);
    table.row("idle memory, remote", published.idle_remote, found.idle_remote.value(), tolerance_percent);
    table.row("modified, same socket", published.modified_local, found.modified_local, tolerance_percent);
    table.row("modified, other socket, home_other (writer's)", published.home_writer, found.modified_remote_home_writer.value(),
              tolerance_percent);
    table.row("modified, other socket, home_here (reader's)", published.home_reader, found.modified_remote_home_reader.value(),
              tolerance_percent);
}

TEST(MemoryLatencyChecker, cascade_lake_with_24_cores) {
    compare("2 x Cascade Lake, 24 cores", "xeon_8275cl_2s", {81.2, 130.2, 55.6, 115.6, 178.3});
}

TEST(MemoryLatencyChecker, ice_lake_with_a_directory_cache) {
    compare("2 x Xeon 8360Y", "xeon_8375c_2s", {89.1, 142.8, 64.2, 127.2, 127.2});
}

}  // namespace
}  // namespace hitm::papers
