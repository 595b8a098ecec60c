// Three classic faults, planted into any protocol: each must be caught by every judge there is.
#pragma once

#include <string>
#include <vector>

#include "protocols/own.hpp"

namespace hitm::protocols::planted {

struct Fault {
    std::string name;
    OwnProtocol broken;
};

/// A sharer drops its copy and does not say so.
inline OwnProtocol lost_ack(const Protocol& p) {
    std::vector<Row<Cache>> rows(p.cache.rows().begin(), p.cache.rows().end());
    for (auto& row : rows)
        if (row.in.contains(Cache::State::S) && row.on.contains(Cache::Event::Inv)) row.perform = {};
    return {std::string(p.name) + " with a lost Inv-Ack", "", rows, {p.directory.rows().begin(), p.directory.rows().end()}};
}

/// Home takes the PutM of a cache that is no longer the owner for the owner's.
inline OwnProtocol stale_writeback(const Protocol& p) {
    using enum Directory::Action;
    Changes<Directory> changes;
    changes.rows.push_back({Directory::State::M, Directory::Event::StalePutM, {WriteMemory, ClearOwner, SendPutAck}, Directory::State::I});
    return vary(p, std::string(p.name) + " that accepts a stale writeback", "", {}, changes);
}

/// An upgrade is granted and the new owner is not noted.
inline OwnProtocol forgotten_owner(const Protocol& p) {
    std::vector<Row<Directory>> rows(p.directory.rows().begin(), p.directory.rows().end());
    for (auto& row : rows) {
        if (!row.on.contains(Directory::Event::SharerGetM) && !row.on.contains(Directory::Event::Upgrade)) continue;
        if (row.perform.stalls()) continue;
        ActionList<Directory::Action> kept;
        for (auto a : row.perform)
            if (a != Directory::Action::SetOwner) kept.add(a);
        row.perform = kept;
    }
    return {std::string(p.name) + " that forgets the owner on an upgrade", "", {p.cache.rows().begin(), p.cache.rows().end()}, rows};
}

inline std::vector<Fault> faults_of(const Protocol& p) {
    std::vector<Fault> faults;
    faults.push_back({"lost Inv-Ack", lost_ack(p)});
    faults.push_back({"stale writeback accepted", stale_writeback(p)});
    faults.push_back({"owner forgotten on upgrade", forgotten_owner(p)});
    return faults;
}

}  // namespace hitm::protocols::planted
