// The test bench of the timed simulator: a machine whose every distance is a round number, and threads that follow a script.
#pragma once

#include <utility>
#include <vector>

#include "sim/run/simulate.hpp"

namespace hitm::sim::bench {

/// One crossbar a cluster, one crossbar above: `trip` between any two of one cluster, `crossing` between two clusters
/// or a cluster and the home. No cost but distance, so that a latency is a count of trips.
inline Machine machine(unsigned clusters, unsigned cores, Picoseconds trip = ns(10), Picoseconds crossing = ns(100),
                       double bytes_per_ns = 0) {
    Machine m;
    m.name = "bench";
    m.sockets = clusters;
    m.cores_per_cluster = cores;
    m.clock = Clock{1.0};
    m.l1 = {32 * 1024, 8, 0};
    m.l2 = {1024 * 1024, 16, 0};
    m.shared = {1024 * 1024, 16, 0};
    auto& f = m.fabric;
    const auto station = [&](std::string name) {
        return f.stations.push_back(std::move(name)), static_cast<StationId>(f.stations.size() - 1);
    };
    const auto cable = [&](StationId a, StationId b, Picoseconds latency) {
        f.links.push_back({a, b, latency, bytes_per_ns, f.stations[a] + ">" + f.stations[b]});
        f.links.push_back({b, a, latency, bytes_per_ns, f.stations[b] + ">" + f.stations[a]});
    };
    const StationId home = station("home");
    const StationId top = station("top");
    cable(home, top, crossing / 2);
    f.home_station = {{home}};
    f.home_cluster = {no_cluster};
    for (unsigned c = 0; c < clusters; ++c) {
        const StationId hub = station("hub" + std::to_string(c));
        const StationId agent = station("agent" + std::to_string(c));
        cable(agent, hub, trip / 2);
        cable(agent, top, crossing / 2);
        f.slice_station.push_back({agent});
        f.cluster_node.push_back(0);
        for (unsigned k = 0; k < cores; ++k) {
            f.core_station.push_back(station("core" + std::to_string(c * cores + k)));
            cable(f.core_station.back(), hub, trip / 2);
        }
    }
    return m;
}

/// Threads that do what their lists say, then end; every access is a field of its own kind.
class Script : public workloads::Source {
public:
    explicit Script(std::vector<std::vector<workloads::Access>> threads)
        : threads_{std::move(threads)}, at_(threads_.size()), values_(1 << 16) {}

    void next(workloads::Thread t, workloads::Access& a) override {
        a = at_[t] < threads_[t].size() ? threads_[t][at_[t]++] : workloads::Access{};
    }
    void complete(workloads::Thread t, const workloads::Access& a) override {
        completed.push_back({t, a.address, a.kind});
        auto& v = values_[a.address % values_.size()];
        if (a.kind == workloads::Kind::Add) v += a.operand;
        if (a.kind == workloads::Kind::Store || a.kind == workloads::Kind::Exchange) v = a.operand;
        last_value = v;
    }
    void forward(workloads::Thread, const workloads::Access&, const workloads::Access& store) override {
        ++forwarded;
        last_value = store.operand;
    }
    unsigned threads() const override { return static_cast<unsigned>(threads_.size()); }
    std::span<const workloads::Field> fields() const override { return fields_; }
    workloads::NumaHome home(std::uint64_t) const override { return {}; }
    std::uint64_t value(std::uint64_t address) const { return values_[address % values_.size()]; }

    struct Done {
        workloads::Thread thread;
        std::uint64_t address;
        workloads::Kind kind;
    };
    std::vector<Done> completed;
    std::uint64_t forwarded = 0;
    std::uint64_t last_value = 0;

private:
    std::vector<std::vector<workloads::Access>> threads_;
    std::vector<std::size_t> at_;
    std::vector<std::uint64_t> values_;
    std::vector<workloads::Field> fields_{{"object", "a", 0, 8}, {"object", "b", 8, 8}};
};

/// Every thread repeats its list for ever.
class Loop : public workloads::Source {
public:
    explicit Loop(std::vector<std::vector<workloads::Access>> threads) : threads_{std::move(threads)} {
        for (const auto& list : threads_) places_.push_back({list.data(), list.data(), list.data() + list.size()});
    }
    void next(workloads::Thread t, workloads::Access& a) override {
        auto& p = places_[t];
        a = *p.at++;
        if (p.at == p.end) p.at = p.begin;
    }
    void complete(workloads::Thread, const workloads::Access&) override {}
    void forward(workloads::Thread, const workloads::Access&, const workloads::Access&) override {}
    unsigned threads() const override { return static_cast<unsigned>(threads_.size()); }
    std::span<const workloads::Field> fields() const override { return fields_; }
    workloads::NumaHome home(std::uint64_t) const override { return {}; }

private:
    struct Place {
        const workloads::Access* at;
        const workloads::Access* begin;
        const workloads::Access* end;
    };
    std::vector<std::vector<workloads::Access>> threads_;
    std::vector<Place> places_;
    std::vector<workloads::Field> fields_{{"object", "a", 0, 8}, {"object", "b", 8, 8}};
};

inline workloads::Access access(workloads::Kind kind, std::uint64_t address, Picoseconds gap = 0, workloads::FieldId field = 0) {
    workloads::Access a;
    a.kind = kind;
    a.address = address;
    a.gap_ps = gap;
    a.field = field;
    a.operand = 1;
    return a;
}
inline workloads::Access load(std::uint64_t address, Picoseconds gap = 0, workloads::FieldId field = 0) {
    return access(workloads::Kind::Load, address, gap, field);
}
inline workloads::Access store(std::uint64_t address, Picoseconds gap = 0) { return access(workloads::Kind::Store, address, gap); }
inline workloads::Access add(std::uint64_t address, Picoseconds gap = 0) { return access(workloads::Kind::Add, address, gap); }
inline workloads::Access count(Picoseconds gap = 0) { return access(workloads::Kind::Count, 0, gap); }

/// One thread on each of the first cores.
inline std::vector<HardwareThread> one_a_core(unsigned n) {
    std::vector<HardwareThread> cpus;
    for (CoreId c = 0; c < n; ++c) cpus.push_back({c, 0});
    return cpus;
}

/// Runs a script to its end.
inline RunResult play(const Machine& m, workloads::Source& s, const std::vector<HardwareThread>& cpus) {
    return simulate(m, s, cpus, Options{});
}
inline RunResult play(const Machine& m, workloads::Source& s) { return play(m, s, one_a_core(s.threads())); }

inline std::uint64_t sent(const RunResult& r, protocols::MessageType t) { return r.messages[static_cast<std::size_t>(t)]; }

}  // namespace hitm::sim::bench
