// Machines: read from texts with changes laid over, looked at, measured.
#include <filesystem>

#include "bindings/python/bind.hpp"
#include "bindings/results/protocols.hpp"
#include "bindings/results/resolved.hpp"
#include "protocols/protocol.hpp"
#include "sim/machine/library.hpp"
#include "sim/machine/placement.hpp"
#include "sim/run/measure.hpp"

namespace hitm::python {
namespace {

using sim::DescribedMachine;

py::list stated(const DescribedMachine& m) {
    py::list rows;
    for (const auto& s : m.stated) rows.append(py::make_tuple(s.key, s.value, s.source, s.place));
    return rows;
}

py::list links(const DescribedMachine& m) {
    py::list rows;
    for (const auto& l : m.machine.fabric.links) rows.append(py::make_tuple(l.from, l.to, sim::to_ns(l.latency), l.bytes_per_ns, l.name));
    return rows;
}

DescribedMachine described(const std::string& text, const std::string& file, const std::string& changes) {
    return changes.empty() ? sim::describe_machine(text, file) : sim::describe_machine(text, file, changes);
}

sim::Handover handover_of(const std::string& name) {
    if (name == "blind_cas") return sim::Handover::BlindCas;
    if (name == "load_cas") return sim::Handover::LoadCas;
    if (name == "load_add") return sim::Handover::LoadAdd;
    if (name == "load_store") return sim::Handover::LoadStore;
    throw sim::BadMachine("access: '" + name + "' is unknown; right would be blind_cas, load_cas, load_add or load_store");
}

/// Nanoseconds a hand-over between core a and core b, by the row of a; the diagonal is 0.
std::vector<std::vector<double>> matrix(const sim::Machine& machine, const std::vector<unsigned>& cores, const std::string& access,
                                        std::uint64_t seed, unsigned operations, const Tell& tell) {
    for (const unsigned core : cores)
        if (core >= machine.cores())
            throw sim::BadMachine("cores: there is no core " + std::to_string(core) + "; right would be 0 to " +
                                  std::to_string(machine.cores() - 1));
    const auto kind = handover_of(access);
    std::vector<std::vector<double>> ns(cores.size(), std::vector<double>(cores.size()));
    interruptible(tell, nullptr, [&](const auto& stop, const auto& progress) {
        const std::uint64_t asked = cores.size() * (cores.size() - 1) / 2;
        std::uint64_t done = 0;
        for (std::size_t a = 0; a < cores.size(); ++a)
            for (std::size_t b = a + 1; b < cores.size() && !stop; ++b) {
                const unsigned node = machine.fabric.cluster_node[machine.cluster_of(cores[a])];
                ns[a][b] = ns[b][a] = sim::measure_pair(machine, {cores[a], 0}, {cores[b], 0}, node, kind, seed, operations);
                progress(++done, asked, "pairs of cores");
            }
    });
    return ns;
}

py::list classes(const sim::Machine& machine, std::uint64_t seed) {
    std::vector<sim::PairClass> found;
    interruptible({}, nullptr, [&](const auto&, const auto&) { found = sim::measure_pairs(machine, {.seed = seed}); });
    py::list rows;
    for (const auto& c : found) rows.append(py::make_tuple(c.name, c.median_ns, c.p5_ns, c.p95_ns, c.pairs));
    return rows;
}

void bind_shape(py::class_<DescribedMachine>& machine) {
    const auto own = [&](const char* name, auto read) {
        machine.def_property_readonly(name, [read](const DescribedMachine& m) { return read(m.machine); });
    };
    using sim::Machine;
    own("name", [](const Machine& m) { return m.name; });
    own("about", [](const Machine& m) { return m.about; });
    own("family", [](const Machine& m) { return m.family; });
    own("protocol", [](const Machine& m) { return m.protocol; });
    own("sockets", [](const Machine& m) { return m.sockets; });
    own("clusters", [](const Machine& m) { return m.clusters(); });
    own("cores", [](const Machine& m) { return m.cores(); });
    own("hardware_threads", [](const Machine& m) { return m.hardware_threads(); });
    own("nodes", [](const Machine& m) { return m.nodes(); });
    own("line_bytes", [](const Machine& m) { return m.line_bytes; });
    own("ghz", [](const Machine& m) { return m.clock.ghz; });
    own("stations", [](const Machine& m) { return m.fabric.stations; });
    own("core_stations", [](const Machine& m) { return m.fabric.core_station; });
    own("core_clusters", [](const Machine& m) {
        std::vector<unsigned> clusters(m.cores());
        for (unsigned c = 0; c < m.cores(); ++c) clusters[c] = m.cluster_of(c);
        return clusters;
    });
}

}  // namespace

void bind_machine(py::module_& m) {
    py::class_<DescribedMachine> machine(m, "Machine");
    bind_shape(machine);
    machine.def_property_readonly("stated", &stated).def_property_readonly("links", &links);
    machine.def("resolved", [](const DescribedMachine& d) { return results::resolved(d.machine); });
    machine.def(
        "use_protocol", [](DescribedMachine& d, const protocols::Protocol& p) { results::use_protocol(d.machine, p); },
        py::keep_alive<1, 2>(), py::arg("protocol"));
    machine.def(
        "matrix",
        [](const DescribedMachine& d, const std::vector<unsigned>& cores, const std::string& access, std::uint64_t seed,
           unsigned operations, const Tell& tell) { return matrix(d.machine, cores, access, seed, operations, tell); },
        py::arg("cores"), py::arg("access"), py::arg("seed"), py::arg("operations"), py::arg("tell"));
    machine.def(
        "pair_classes", [](const DescribedMachine& d, std::uint64_t seed) { return classes(d.machine, seed); }, py::arg("seed"));
    m.def("describe_machine", &described, py::arg("text"), py::arg("file"), py::arg("changes"));
    m.def(
        "machine_file",
        [](const std::string& name, const std::string& relative_to) {
            return sim::machine_file(name, std::filesystem::path(relative_to)).string();
        },
        py::arg("name"), py::arg("relative_to"));
    m.def("machine_library", &sim::library);
    m.def("data_root", [] { return sim::data_root().string(); });
}

}  // namespace hitm::python
