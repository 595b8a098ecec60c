// The rows of far atomics, written over another protocol's.
#include "protocols/far.hpp"

namespace hitm::protocols {
namespace {

bool has(const Protocol& p, Directory::State s) { return p.directory.find(s, Directory::Event::GetM) != nullptr; }
bool has_forwarder(const Protocol& p) { return p.cache.find(Cache::State::I, Cache::Event::AskF) != nullptr; }

Changes<Cache> at_the_cache(const Protocol& p) {
    using enum Cache::State;
    using enum Cache::Event;
    using enum Cache::Action;
    Changes<Cache> changes;
    changes.rows = {{I, Rmw, {SendAtomic}, IA_D}, {IA_D, {Load, Store, Rmw, Evict}, {Stall}}, {IA_D, Result, {AtomicDone}, I}};
    if (has_forwarder(p)) {
        changes.rows.push_back({IA_D, AskF, {PassBack}});
        changes.rows.push_back({IA_D, Inv, {SendAckToReq}});
        changes.rows.push_back({IS_DI, Recall, {Stall}});  // homes recall now, too
    }
    return changes;
}

Changes<Directory> at_home(const Protocol& p) {
    using enum Directory::State;
    using enum Directory::Event;
    using enum Directory::Action;
    using Ev = Directory::Event;
    using State = Directory::State;
    Changes<Directory> changes;
    auto& rows = changes.rows;
    rows = {{I, AtomicNoSharers, {PerformAtomic, SendResult}},
            {S, AtomicNoSharers, {PerformAtomic, SendResult}, I},
            {S, Ev::Atomic, {RecallSharers, ClearSharers, Again}, I_A},
            {M, AtomicNoSharers, {RecallOwner, ClearOwner, Again}, I_D}};
    if (has(p, E)) rows.push_back({E, AtomicNoSharers, {RecallOwner, ClearOwner, Again}, I_D});
    if (has(p, O)) {
        rows.push_back({O, Ev::Atomic, {RecallOwner, ClearOwner, RecallSharers, ClearSharers, Again}, I_DA});
        rows.push_back({O, AtomicNoSharers, {RecallOwner, ClearOwner, Again}, I_D});
    }
    if (has(p, F)) rows.push_back({F, {Ev::Atomic, AtomicNoSharers}, {ShareOwner, ClearOwner, RecallSharers, ClearSharers, Again}, I_A});
    // While the line is on its way home for an atomic, everybody waits: at a home these states are new.
    EnumSet<State> called_in{I_D, I_A};
    if (has(p, O)) called_in.add(I_DA);
    EnumSet<Ev> asks{GetS, GetM, AtomicNoSharers};
    for (auto e : {GetSReadWrite, GetSReadOnly}) asks.add(e);
    rows.push_back({called_in, asks, {Stall}});
    rows.push_back({S_D, {Ev::Atomic, AtomicNoSharers}, {Stall}});
    if (has(p, F_D)) rows.push_back({F_D, {Ev::Atomic, AtomicNoSharers}, {Stall}});
    if (has_forwarder(p)) rows.push_back({called_in, GetSBack, {Stall}});
    return changes;
}

}  // namespace

OwnProtocol far_atomics(const Protocol& p) {
    return vary(p, std::string(p.name) + "+far", std::string(p.prose) + " Atomics on a line that is not here are done at the directory.",
                at_the_cache(p), at_home(p));
}

}  // namespace hitm::protocols
