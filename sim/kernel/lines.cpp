// How lines get their numbers and their homes.
#include "sim/kernel/lines.hpp"

namespace hitm::sim {

Lines::Lines(const Machine& machine, const workloads::Source& source, std::uint64_t seed)
    : machine_{machine}, source_{source}, seed_{seed}, table_(1024, empty), mask_{1023} {}

LineId Lines::add(std::uint64_t number, ClusterId toucher) {
    if ((infos_.size() + 1) * 2 > table_.size()) grow();
    const auto id = static_cast<LineId>(infos_.size());
    infos_.push_back({number, static_cast<std::uint32_t>(mix(number ^ mix(seed_))), home_of(number, toucher)});
    std::size_t i = mix(number) & mask_;
    while (table_[i] != empty) i = (i + 1) & mask_;
    table_[i] = id;
    return id;
}

void Lines::grow() {
    table_.assign(table_.size() * 2, empty);
    mask_ = table_.size() - 1;
    for (LineId id = 0; id < infos_.size(); ++id) {
        std::size_t i = mix(infos_[id].number) & mask_;
        while (table_[i] != empty) i = (i + 1) & mask_;
        table_[i] = id;
    }
}

std::vector<std::uint64_t> Lines::addresses() const {
    std::vector<std::uint64_t> all;
    for (const auto& info : infos_) all.push_back(info.number * machine_.line_bytes);
    return all;
}

unsigned Lines::home_of(std::uint64_t number, ClusterId toucher) {
    const std::uint64_t page = number * machine_.line_bytes / machine_.page_bytes;
    const auto home = source_.home(number * machine_.line_bytes);
    switch (home.kind) {
        case workloads::NumaHome::Kind::Node: return home.node % machine_.nodes();
        case workloads::NumaHome::Kind::Interleave: return static_cast<unsigned>(page % machine_.nodes());
        case workloads::NumaHome::Kind::FirstTouch: break;
    }
    return first_touch_.try_emplace(page, machine_.fabric.cluster_node[toucher]).first->second;
}

}  // namespace hitm::sim
