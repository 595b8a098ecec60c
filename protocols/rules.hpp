// What the words mean. Pure: a line and a message go in, the changed line comes out and the
// messages to send go to a sink. No clock, no address, no network, no allocation.
//
// A *domain* is one level of coherence: caches numbered from 0 and one home above them, whose
// number is the count of caches. In a cluster the caches are cores and the home is the agent; in
// the machine the caches are agents and the home is a memory directory.
#pragma once

#include <bit>
#include <compare>
#include <stdexcept>

#include "protocols/table.hpp"
#include "protocols/vocabulary.hpp"

namespace hitm::protocols {

using Node = std::uint8_t;      ///< a cache's number in its domain, or the home's
using Version = std::uint16_t;  ///< stands for the data: which store wrote it
inline constexpr Node no_node = 0xff;
inline constexpr unsigned max_caches = 128;  ///< caches in one domain

/// A set of caches of one domain.
struct NodeSet {
    std::array<std::uint64_t, 2> bits{};

    static constexpr NodeSet just(Node n) {
        NodeSet s;
        s.bits[n / 64] = std::uint64_t{1} << (n % 64);
        return s;
    }
    constexpr bool contains(Node n) const { return (bits[n / 64] >> (n % 64) & 1) != 0; }
    constexpr void add(Node n) { bits[n / 64] |= std::uint64_t{1} << (n % 64); }
    constexpr void drop(Node n) { bits[n / 64] &= ~(std::uint64_t{1} << (n % 64)); }
    constexpr int size() const { return std::popcount(bits[0]) + std::popcount(bits[1]); }
    constexpr bool empty() const { return (bits[0] | bits[1]) == 0; }

    /// Calls `f(node)` for each member, in ascending order.
    template <class F>
    constexpr void each(F&& f) const {
        for (unsigned w = 0; w < bits.size(); ++w)
            for (auto rest = bits[w]; rest != 0; rest &= rest - 1)
                f(static_cast<Node>(w * 64 + static_cast<unsigned>(std::countr_zero(rest))));
    }
    constexpr auto operator<=>(const NodeSet&) const = default;
};

struct Message {
    MessageType type{};
    Node from = 0;
    Node to = 0;
    Node requestor = 0;
    std::int16_t acks = 0;
    Version data = 0;

    constexpr auto operator<=>(const Message&) const = default;
};

/// What of a core's access a row completed. `atomic`: done at the directory, not on a line of one's own.
struct Completed {
    bool load = false;
    bool store = false;
    bool atomic = false;

    constexpr bool any() const { return load || store || atomic; }
};

struct CacheLine {
    Cache::State state = Cache::State::I;
    Version data = 0;
    std::int16_t acks = 0;

    constexpr auto operator<=>(const CacheLine&) const = default;
};

struct HomeLine {
    NodeSet sharers;
    Directory::State state = Directory::State::I;
    Node owner = no_node;
    Version memory = 0;
    std::int16_t acks = 0;  ///< acks of a recall still to come

    constexpr auto operator<=>(const HomeLine&) const = default;
};

/// Which column of the cache table a message falls into.
constexpr Cache::Event classify(const CacheLine& line, const Message& m) {
    using enum MessageType;
    using Ev = Cache::Event;
    switch (m.type) {
        case FwdGetS: return Ev::FwdGetS;
        case FwdGetF: return Ev::FwdGetF;
        case AskF: return Ev::AskF;
        case FwdGetM: return Ev::FwdGetM;
        case Inv: return Ev::Inv;
        case Share: return Ev::Share;
        case Recall: return Ev::Recall;
        case PutAck: return Ev::PutAck;
        case Exclusive: return Ev::Exclusive;
        case DataF: return Ev::DataF;
        case DataOnce: return Ev::DataOnce;
        case Data: return line.acks + m.acks == 0 ? Ev::Data0 : Ev::DataN;
        case AckCount:
        case OwnerAckCount: return line.acks + m.acks == 0 ? Ev::AckCount0 : Ev::AckCountN;
        case InvAck: return line.acks == 1 ? Ev::LastInvAck : Ev::InvAck;
        case Result: return Ev::Result;
        default: throw std::logic_error("a cache was sent a message meant for a directory");
    }
}

/// What a directory may do with the line it keeps books of: a home anything, an agent what its `up` may.
enum class Standing : std::uint8_t { Home, AgentMayWrite, AgentMayRead };

/// Which column of the directory table a message falls into.
constexpr Directory::Event classify(const HomeLine& line, const Message& m, Standing standing = Standing::Home) {
    using enum MessageType;
    using Ev = Directory::Event;
    const bool owner = line.owner == m.from;
    const bool sharer = line.sharers.contains(m.from);
    switch (m.type) {
        case GetS:
            if (owner) return Ev::ForwarderGetS;
            return standing == Standing::Home ? Ev::GetS : standing == Standing::AgentMayWrite ? Ev::GetSReadWrite : Ev::GetSReadOnly;
        case GetSBack: return Ev::GetSBack;
        case GetM: return owner ? Ev::OwnerGetM : sharer ? Ev::SharerGetM : Ev::GetM;
        case Upgrade: return owner || sharer ? Ev::Upgrade : Ev::GetM;
        case Atomic: return line.sharers.empty() ? Ev::AtomicNoSharers : Ev::Atomic;
        case PutS: return line.sharers == NodeSet::just(m.from) ? Ev::LastPutS : Ev::PutS;
        case PutM: return owner ? Ev::OwnerPutM : Ev::StalePutM;
        case PutE: return owner ? Ev::OwnerPutE : Ev::StalePutE;
        case PutO: return owner ? Ev::OwnerPutO : Ev::StalePutO;
        case Data: return Ev::Data;
        case Clean: return Ev::Clean;
        case InvAck: return line.acks == 1 ? Ev::LastInvAck : Ev::InvAck;
        default: throw std::logic_error("a directory was sent a message meant for a cache");
    }
}

/// Does one action at a cache. `send(Message)` takes what it sends.
template <class Send>
constexpr void perform(Cache::Action action, CacheLine& line, Node self, Node home, const Message& m, Completed& done, Send&& send) {
    using enum Cache::Action;
    using T = MessageType;
    const auto to_home = [&](T type) { send(Message{type, self, home, self, 0, info(type).carries_data ? line.data : Version{}}); };
    switch (action) {
        case Stall: break;
        case LoadHit:
        case LoadDone: done.load = true; break;
        case StoreHit:
        case StoreDone: done.store = true; break;
        case AtomicDone: done.atomic = true; break;
        case SendGetS: to_home(T::GetS); break;
        case SendGetM: to_home(T::GetM); break;
        case SendUpgrade: to_home(T::Upgrade); break;
        case SendAtomic: to_home(T::Atomic); break;
        case SendPutS: to_home(T::PutS); break;
        case SendPutM: to_home(T::PutM); break;
        case SendPutE: to_home(T::PutE); break;
        case SendPutO: to_home(T::PutO); break;
        case SendDataToReq: send(Message{T::Data, self, m.requestor, m.requestor, m.acks, line.data}); break;
        case SendDataFToReq: send(Message{T::DataF, self, m.requestor, m.requestor, 0, line.data}); break;
        case SendDataToDir: to_home(T::Data); break;
        case SendCleanToDir: to_home(T::Clean); break;
        case SendAckToReq: send(Message{T::InvAck, self, m.requestor, m.requestor, 0, 0}); break;
        case PassBack: send(Message{T::GetSBack, m.requestor, home, m.requestor, 0, 0}); break;
        case TakeData: line.data = m.data; break;
        case TakeAcks: line.acks = static_cast<std::int16_t>(line.acks + m.acks); break;
        case CountAck: line.acks = static_cast<std::int16_t>(line.acks - 1); break;
    }
}

/// Does one action at a directory whose number in the domain is `home`.
template <class Send>
constexpr void perform(Directory::Action action, HomeLine& line, Node home, const Message& m, Send&& send) {
    using enum Directory::Action;
    using T = MessageType;
    const auto others = [&] { return static_cast<std::int16_t>(line.sharers.size() - (line.sharers.contains(m.from) ? 1 : 0)); };
    switch (action) {
        case Stall: break;
        case SendData: send(Message{T::Data, home, m.from, m.from, 0, line.memory}); break;
        case SendDataF: send(Message{T::DataF, home, m.from, m.from, 0, line.memory}); break;
        case SendDataAndAcks: send(Message{T::Data, home, m.from, m.from, others(), line.memory}); break;
        case SendExclusive: send(Message{T::Exclusive, home, m.from, m.from, 0, line.memory}); break;
        case SendAckCount: send(Message{T::AckCount, home, m.from, m.from, others(), 0}); break;
        case SendOwnerAckCount: send(Message{T::OwnerAckCount, home, m.from, m.from, others(), 0}); break;
        case SendResult: send(Message{T::Result, home, m.from, m.from, 0, 0}); break;
        case ForwardGetS: send(Message{T::FwdGetS, home, line.owner, m.from, 0, 0}); break;
        case ForwardGetF: send(Message{T::FwdGetF, home, line.owner, m.from, 0, 0}); break;
        case AskForwarder: send(Message{T::AskF, home, line.owner, m.from, 0, 0}); break;
        case ForwardGetM: send(Message{T::FwdGetM, home, line.owner, m.from, others(), 0}); break;
        case InvalidateSharers:
            line.sharers.each([&](Node n) {
                if (n != m.from) send(Message{T::Inv, home, n, m.from, 0, 0});
            });
            break;
        case ShareBack: send(Message{T::Share, home, line.owner, home, 0, 0}); break;
        case RecallOwner: send(Message{T::Recall, home, line.owner, home, 0, 0}); break;
        case RecallSharers:
            line.acks = static_cast<std::int16_t>(line.sharers.size());
            line.sharers.each([&](Node n) { send(Message{T::Inv, home, n, home, 0, 0}); });
            break;
        case SendPutAck: send(Message{T::PutAck, home, m.from, m.from, 0, 0}); break;
        case AddSharer: line.sharers.add(m.from); break;
        case ShareOwner: line.sharers.add(line.owner); break;
        case DropSharer: line.sharers.drop(m.from); break;
        case ClearSharers: line.sharers = {}; break;
        case SetOwner: line.owner = m.from; break;
        case ClearOwner: line.owner = no_node; break;
        case WriteMemory: line.memory = m.data; break;
        case PerformAtomic: break;  // its value is the checker's and the simulator's matter
        case CountAck: line.acks = static_cast<std::int16_t>(line.acks - 1); break;
        case Again: break;  // step() tells
    }
}

}  // namespace hitm::protocols
