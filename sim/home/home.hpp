// The homes: memory directories and memory, one line's at its NUMA node.
#pragma once

#include <vector>

#include "protocols/agent.hpp"
#include "protocols/way.hpp"
#include "sim/kernel/waiting.hpp"
#include "sim/network/world.hpp"

namespace hitm::sim {

/// Serves each line's requests in order of arrival, by the directory table.
class Home {
public:
    explicit Home(World& world) : world_{world}, memory_free_(world.machine.nodes(), 0) {}

    void receive(const Event& e);

private:
    struct Entry {
        protocols::HomeLine line;
        WaitingLine waiting;
        protocols::Hold hold;          ///< with confirm: for whom the line is held
        bool cached = false;           ///< in the directory cache
        Picoseconds last_forward = 0;  ///< forwards of a line leave in order
    };
    Entry& entry(LineId line);
    protocols::Outcome attempt(const Event& e, Entry& entry);
    void pump(LineId line);
    bool knows(const Entry& entry, LineId line) const;
    Picoseconds read_memory(LineId line);
    void send(const Event& cause, Entry& entry, bool knew, const protocols::Message& m);

    World& world_;
    std::vector<Entry> entries_;
    std::vector<Picoseconds> memory_free_;  ///< by node
};

}  // namespace hitm::sim
