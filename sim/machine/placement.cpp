// The order of the hardware threads under each policy.
#include "sim/machine/placement.hpp"

#include <string>

namespace hitm::sim {
namespace {

std::vector<HardwareThread> cores_first(const Machine& m) {
    std::vector<HardwareThread> order;
    for (unsigned n = 0; n < m.hardware_threads(); ++n) order.push_back(cpu(m, n));
    return order;
}

std::vector<HardwareThread> siblings_first(const Machine& m) {
    std::vector<HardwareThread> order;
    for (CoreId core = 0; core < m.cores(); ++core)
        for (unsigned sibling = 0; sibling < m.threads_per_core; ++sibling) order.push_back({core, sibling});
    return order;
}

std::vector<HardwareThread> one_socket_first(const Machine& m) {
    const unsigned cores = m.cores() / m.sockets;
    std::vector<HardwareThread> order;
    for (unsigned socket = 0; socket < m.sockets; ++socket)
        for (unsigned sibling = 0; sibling < m.threads_per_core; ++sibling)
            for (unsigned core = 0; core < cores; ++core) order.push_back({socket * cores + core, sibling});
    return order;
}

std::vector<HardwareThread> scatter(const Machine& m) {
    const unsigned cores = m.cores() / m.sockets;
    std::vector<HardwareThread> order;
    for (unsigned sibling = 0; sibling < m.threads_per_core; ++sibling)
        for (unsigned core = 0; core < cores; ++core)
            for (unsigned socket = 0; socket < m.sockets; ++socket) order.push_back({socket * cores + core, sibling});
    return order;
}

std::vector<HardwareThread> listed(const Machine& m, const std::vector<unsigned>& list) {
    std::vector<HardwareThread> order;
    std::vector<bool> taken(m.hardware_threads(), false);
    for (const unsigned number : list) {
        if (number >= m.hardware_threads())
            throw BadMachine("cpus: CPU " + std::to_string(number) + " does not exist on " + m.name + "; its CPUs are 0 to " +
                             std::to_string(m.hardware_threads() - 1));
        if (taken[number]) throw BadMachine("cpus: CPU " + std::to_string(number) + " is listed twice; one thread a CPU");
        taken[number] = true;
        order.push_back(cpu(m, number));
    }
    return order;
}

std::vector<HardwareThread> order_of(const Machine& m, const CpuPolicy& policy) {
    switch (policy.kind) {
        case CpuPolicy::Kind::CoresFirst: return cores_first(m);
        case CpuPolicy::Kind::SiblingsFirst: return siblings_first(m);
        case CpuPolicy::Kind::OneSocketFirst: return one_socket_first(m);
        case CpuPolicy::Kind::Scatter: return scatter(m);
        case CpuPolicy::Kind::List: return listed(m, policy.list);
    }
    return {};
}

}  // namespace

HardwareThread cpu(const Machine& machine, unsigned number) { return {number % machine.cores(), number / machine.cores()}; }

unsigned cpu_number(const Machine& machine, HardwareThread thread) { return thread.sibling * machine.cores() + thread.core; }

std::vector<HardwareThread> place_threads(const Machine& machine, const CpuPolicy& policy, unsigned threads) {
    auto order = order_of(machine, policy);
    if (threads > order.size())
        throw BadMachine("threads: " + std::to_string(threads) + " are more than the " + std::to_string(order.size()) +
                         (policy.kind == CpuPolicy::Kind::List ? " CPUs listed" : " hardware threads of " + machine.name) +
                         "; fewer threads, or more of those, would be right");
    order.resize(threads);
    return order;
}

}  // namespace hitm::sim
