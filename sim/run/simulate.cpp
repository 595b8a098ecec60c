// Builds the parts of one run, seats the threads and lets events happen until enough is done.
#include "sim/run/simulate.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "sim/cluster/agent.hpp"
#include "sim/core/core.hpp"
#include "sim/home/home.hpp"

namespace hitm::sim {
namespace {

constexpr std::uint64_t events_between_looks = 1 << 16;

/// All parts of one run.
struct System {
    System(const Machine& machine, const Routes& routes, const protocols::Protocol& protocol, workloads::Source& source,
           const Options& options)
        : world{machine, routes, protocol, source, options.seed, options.attribute, options.windows}, home{world} {
        world.warmup = options.warmup;
        world.last = options.operations == 0 ? 0 : options.warmup + options.operations;
        world.recorder.expect(world.last);
        world.witness = options.witness;
        cores.resize(machine.cores());
        for (ClusterId c = 0; c < machine.clusters(); ++c) agents.emplace_back(world, c);
    }

    void seat(std::span<const HardwareThread> cpus) {
        for (workloads::Thread t = 0; t < cpus.size(); ++t) {
            auto& core = cores[cpus[t].core];
            if (core == nullptr) core = std::make_unique<Core>(world, cpus[t].core, world.machine.threads_per_core);
            core->seat(cpus[t].sibling, t);
        }
        for (const auto& cpu : cpus) cores[cpu.core]->start(cpu.sibling);
    }

    void take(const Event& e) {
        switch (e.kind) {
            case EventKind::ToCore: return cores[e.place]->receive(e);
            case EventKind::ToAgentFromCore: return agents[e.place].receive_from_core(e);
            case EventKind::ToAgentFromAbove: return agents[e.place].receive_from_above(e);
            case EventKind::ToHome: return home.receive(e);
            case EventKind::Wake: return cores[e.place]->wake(e);
            case EventKind::Drain: return cores[e.place]->drain_event(e);
        }
    }

    std::uint64_t run(const std::atomic<bool>* stop) {
        std::uint64_t events = 0;
        while (!world.queue.empty() && !world.finished) {
            const Event e = world.queue.pop();
            world.now = e.at;
            take(e);
            if (++events % events_between_looks == 0 && stop != nullptr && stop->load(std::memory_order_relaxed)) throw Stopped("stopped");
        }
        if (!world.finished) world.finished_at = world.now;
        return events;
    }

    bool at_rest() const {
        return std::ranges::all_of(cores, [](const auto& c) { return c == nullptr || c->at_rest(); });
    }

    World world;
    Home home;
    std::vector<Agent> agents;
    std::vector<std::unique_ptr<Core>> cores;  ///< only those that run something
};

void check(const Machine& machine, std::span<const HardwareThread> cpus, const workloads::Source& source) {
    if (cpus.size() != source.threads())
        throw BadMachine("cpus: " + std::to_string(cpus.size()) + " places for " + std::to_string(source.threads()) + " threads");
    std::vector<bool> taken(machine.hardware_threads());
    for (const auto& cpu : cpus) {
        if (cpu.core >= machine.cores() || cpu.sibling >= machine.threads_per_core)
            throw BadMachine(machine.name + ": no core " + std::to_string(cpu.core) + " thread " + std::to_string(cpu.sibling));
        const auto at = cpu.core * machine.threads_per_core + cpu.sibling;
        if (taken[at])
            throw BadMachine(machine.name + ": two threads on core " + std::to_string(cpu.core) + " thread " + std::to_string(cpu.sibling));
        taken[at] = true;
    }
}

}  // namespace

RunResult simulate(const Machine& machine, workloads::Source& source, std::span<const HardwareThread> cpus, const Options& options) {
    check(machine, cpus, source);
    const auto* protocol = machine.own_protocol != nullptr ? machine.own_protocol : protocols::find(machine.protocol);
    if (protocol == nullptr) throw BadMachine(machine.name + ": protocol: no protocol named " + machine.protocol);
    std::optional<Routes> own;
    const Routes& routes = options.routes != nullptr ? *options.routes : own.emplace(machine.fabric);
    System system{machine, routes, *protocol, source, options};
    try {
        system.seat(cpus);
        const std::uint64_t events = system.run(options.stop);
        if (!system.world.finished && !system.at_rest())
            throw Impossible("every thread stands still after " + std::to_string(system.world.recorder.operations_ever()) + " operations");
        RunResult r = system.world.recorder.finish(system.world.finished_at, system.world.lines.addresses());
        r.messages = system.world.network.messages();
        r.bytes = system.world.network.bytes();
        r.links = system.world.network.counts();
        r.events = events;
        return r;
    } catch (const protocols::BlankCell& e) {
        throw Impossible(std::string(e.what()) + "; at " + std::to_string(system.world.now) + " ps, seed " + std::to_string(options.seed));
    }
}

}  // namespace hitm::sim
