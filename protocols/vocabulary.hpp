// The words every protocol is written in: states, events, actions and messages, each with
// the name the textbook gives it and a line of prose for the reader.
//
// Names follow Nagarajan, Sorin, Hill and Wood, "A Primer on Memory Consistency and Cache
// Coherence", 2nd ed., chapter 8. What the Primer lacks is marked (ours): the recall of a line
// from the cores of a cluster, which a cluster agent needs before it can answer from outside;
// MESIF's words (Fwd-GetF, Ask-F, GetS-Back, Data-F); an owner's count that travels with the forwards.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hitm::protocols {

/// What a core may do with a line in a state. The single-writer invariant is stated on this
/// and on nothing else, so that it holds for every protocol alike.
enum class Permission : std::uint8_t { None, Read, ReadWrite };

/// Requests and responses may overtake each other; forwards to one node arrive in order.
enum class Channel : std::uint8_t { Request, Forward, Response };

// clang-format off
enum class MessageType : std::uint8_t {
    GetS, GetM, Upgrade, Atomic, GetSBack, PutS, PutM, PutE, PutO,
    FwdGetS, FwdGetF, AskF, FwdGetM, Inv, Share, Recall, PutAck, OwnerAckCount,
    Data, DataF, DataOnce, Exclusive, AckCount, Clean, InvAck, Result, Confirm,
};

struct MessageInfo {
    MessageType id;
    std::string_view name;
    Channel channel;
    bool carries_data;
    std::string_view prose;
};

inline constexpr auto messages = std::to_array<MessageInfo>({
    {MessageType::GetS,      "GetS",      Channel::Request,  false, "ask for a readable copy"},
    {MessageType::GetM,      "GetM",      Channel::Request,  false, "ask for the only, writable copy"},
    {MessageType::Upgrade,   "Upgrade",   Channel::Request,  false, "ask to write the copy one has (MESIF, where the books may name copies that are gone)"},
    {MessageType::Atomic,    "Atomic",    Channel::Request,  false, "ask the directory to do a read-modify-write (far atomics)"},
    {MessageType::GetSBack,  "GetS-Back", Channel::Request,  false, "a GetS that the forwarder could not answer, passed back in the reader's name (ours)"},
    {MessageType::PutS,      "PutS",      Channel::Request,  false, "give up a shared copy"},
    {MessageType::PutM,      "PutM",      Channel::Request,  true,  "give up a modified copy"},
    {MessageType::PutE,      "PutE",      Channel::Request,  false, "give up a clean exclusive copy"},
    {MessageType::PutO,      "PutO",      Channel::Request,  true,  "give up an owned copy"},
    {MessageType::FwdGetS,   "Fwd-GetS",  Channel::Forward,  false, "the owner is to share with the requestor"},
    {MessageType::FwdGetF,   "Fwd-GetF",  Channel::Forward,  false, "the owner is to share with the requestor, who becomes the forwarder (ours)"},
    {MessageType::AskF,      "Ask-F",     Channel::Forward,  false, "the forwarder, if it still has the line, is to hand it on and F with it (ours)"},
    {MessageType::FwdGetM,   "Fwd-GetM",  Channel::Forward,  false, "the owner is to hand over to the requestor"},
    {MessageType::Inv,       "Inv",       Channel::Forward,  false, "a sharer is to drop its copy and tell the requestor"},
    {MessageType::Share,     "Share",     Channel::Forward,  false, "the owner is to keep a shared copy and bring its data home (ours)"},
    {MessageType::Recall,    "Recall",    Channel::Forward,  false, "the owner is to drop its copy and bring its data home (ours)"},
    {MessageType::PutAck,    "Put-Ack",   Channel::Forward,  false, "the eviction is known at home"},
    {MessageType::OwnerAckCount, "Owner-Ack-Count", Channel::Forward, false, "to an owner, in order with forwards: your copy is current; await so many acks"},
    {MessageType::Data,      "Data",      Channel::Response, true,  "the line, and how many acks to await"},
    {MessageType::DataF,     "Data-F",    Channel::Response, true,  "the line, and the duty to forward it"},
    {MessageType::DataOnce,  "Data-Once", Channel::Response, true,  "the line for one load, from an agent whose own copy is gone again (a tear-off copy; Lebeck and Wood 1995)"},
    {MessageType::Exclusive, "Exclusive", Channel::Response, true,  "the line, with no other copy anywhere"},
    {MessageType::AckCount,  "Ack-Count", Channel::Response, false, "your copy is current; await so many acks"},
    {MessageType::Clean,     "Clean",     Channel::Response, false, "the owner's copy was unchanged; yours is current (ours)"},
    {MessageType::InvAck,    "Inv-Ack",   Channel::Response, false, "a sharer has dropped its copy"},
    {MessageType::Result,    "Result",    Channel::Response, false, "what the atomic found (far atomics)"},
    {MessageType::Confirm,   "Confirm",   Channel::Response, false, "the requestor has what it asked for (only where the way is confirm)"},
});

/// The class a message's traffic is counted in: "data" with data, otherwise its channel.
constexpr std::string_view traffic_class(const MessageInfo& m) {
    if (m.carries_data) return "data";
    return m.channel == Channel::Request ? "request" : m.channel == Channel::Forward ? "forward" : "response";
}

/// The private cache's side; also a cluster agent's side towards the home.
struct Cache {
    enum class State : std::uint8_t {
        I, S, F, E, O, M,
        IS_D, IS_DI, IM_AD, IM_A, SM_AD, SM_A, OM_AC, OM_A, IA_D,
        MI_A, EI_A, OI_A, SI_A, II_A,
    };
    enum class Event : std::uint8_t {
        Load, Store, Rmw, Evict,
        FwdGetS, FwdGetF, AskF, FwdGetM, Inv, Share, Recall, PutAck,
        Exclusive, DataF, DataOnce, Data0, DataN, AckCount0, AckCountN, InvAck, LastInvAck, Result,
    };
    enum class Action : std::uint8_t {
        Stall,
        LoadHit, StoreHit, LoadDone, StoreDone, AtomicDone,
        SendGetS, SendGetM, SendUpgrade, SendAtomic, SendPutS, SendPutM, SendPutE, SendPutO,
        SendDataToReq, SendDataFToReq, SendDataToDir, SendCleanToDir, SendAckToReq, PassBack,
        TakeData, TakeAcks, CountAck,
    };

    /// `owns`: the books must name it as the owner. `dirty`: it may hold the only current data.
    struct StateInfo  { State id;  std::string_view name; bool stable; Permission may; bool owns; bool dirty; std::string_view prose; };
    struct EventInfo  { Event id;  std::string_view name; };
    struct ActionInfo { Action id; std::string_view brief; };

    static constexpr auto states = std::to_array<StateInfo>({
        {State::I,     "I",     true,  Permission::None,      false, false, "not here"},
        {State::S,     "S",     true,  Permission::Read,      false, false, "a copy; another may answer for it"},
        {State::F,     "F",     true,  Permission::Read,      false, false, "a clean copy that answers for the line"},
        {State::E,     "E",     true,  Permission::ReadWrite, true,  false, "the only copy, clean"},
        {State::O,     "O",     true,  Permission::Read,      true,  true,  "a copy that answers for the line; memory may be stale, others may have it"},
        {State::M,     "M",     true,  Permission::ReadWrite, true,  true,  "the only copy, dirty"},
        {State::IS_D,  "IS_D",  false, Permission::None,      false, false, "was I, wants S, awaits data"},
        {State::IS_DI, "IS_D_I", false, Permission::None,     false, false, "was I, awaits data for one load, after which it is I"},
        {State::IM_AD, "IM_AD", false, Permission::None,      false, false, "was I, wants M, awaits acks and data"},
        {State::IM_A,  "IM_A",  false, Permission::None,      false, false, "was I, wants M, awaits acks"},
        {State::SM_AD, "SM_AD", false, Permission::Read,      false, false, "was S, wants M, awaits acks and data"},
        {State::SM_A,  "SM_A",  false, Permission::Read,      false, false, "was S, wants M, awaits acks"},
        {State::OM_AC, "OM_AC", false, Permission::Read,      true,  true,  "was O, wants M, awaits the count of acks"},
        {State::OM_A,  "OM_A",  false, Permission::Read,      true,  true,  "was O, wants M, awaits acks"},
        {State::IA_D,  "IA_D",  false, Permission::None,      false, false, "was I, awaits the result of a far atomic"},
        {State::MI_A,  "MI_A",  false, Permission::None,      true,  true,  "was M, leaves, awaits the put's ack"},
        {State::EI_A,  "EI_A",  false, Permission::None,      true,  false, "was E, leaves, awaits the put's ack"},
        {State::OI_A,  "OI_A",  false, Permission::None,      true,  true,  "was O, leaves, awaits the put's ack"},
        {State::SI_A,  "SI_A",  false, Permission::None,      false, false, "was S, leaves, awaits the put's ack"},
        {State::II_A,  "II_A",  false, Permission::None,      false, false, "gave the line away while leaving"},
    });
    static constexpr auto events = std::to_array<EventInfo>({
        {Event::Load, "Load"}, {Event::Store, "Store"}, {Event::Rmw, "RMW"}, {Event::Evict, "Evict"},
        {Event::FwdGetS, "Fwd-GetS"}, {Event::FwdGetF, "Fwd-GetF"}, {Event::AskF, "Ask-F"}, {Event::FwdGetM, "Fwd-GetM"},
        {Event::Inv, "Inv"}, {Event::Share, "Share"}, {Event::Recall, "Recall"}, {Event::PutAck, "Put-Ack"},
        {Event::Exclusive, "Exclusive data"}, {Event::DataF, "Data-F"}, {Event::DataOnce, "Data-Once"}, {Event::Data0, "Data, no acks left"}, {Event::DataN, "Data, acks left"},
        {Event::AckCount0, "Ack-Count, none left"}, {Event::AckCountN, "Ack-Count, acks left"},
        {Event::InvAck, "Inv-Ack"}, {Event::LastInvAck, "Last Inv-Ack"}, {Event::Result, "Result"},
    });
    static constexpr auto actions = std::to_array<ActionInfo>({
        {Action::Stall, "stall"},
        {Action::LoadHit, "load hit"}, {Action::StoreHit, "store hit"}, {Action::LoadDone, "load"}, {Action::StoreDone, "store"}, {Action::AtomicDone, "atomic done"},
        {Action::SendGetS, "GetS to dir"}, {Action::SendGetM, "GetM to dir"}, {Action::SendUpgrade, "Upgrade to dir"}, {Action::SendAtomic, "Atomic to dir"},
        {Action::SendPutS, "PutS to dir"}, {Action::SendPutM, "PutM+data to dir"}, {Action::SendPutE, "PutE to dir"}, {Action::SendPutO, "PutO+data to dir"},
        {Action::SendDataToReq, "data to req"}, {Action::SendDataFToReq, "Data-F to req"}, {Action::SendDataToDir, "data to dir"},
        {Action::SendCleanToDir, "clean to dir"}, {Action::SendAckToReq, "Inv-Ack to req"}, {Action::PassBack, "GetS-Back to dir"},
        {Action::TakeData, "take data"}, {Action::TakeAcks, "acks += n"}, {Action::CountAck, "acks -= 1"},
    });
};

/// Whether a core asks (a message brings all other events, but for an eviction).
constexpr bool is_access(Cache::Event event) {
    return event == Cache::Event::Load || event == Cache::Event::Store || event == Cache::Event::Rmw;
}

/// The home's side; also a cluster agent's side towards its cores. `Outside…` events exist only at
/// an agent: they ask its cores, on behalf of another cluster, to share or to give up the line.
struct Directory {
    enum class State : std::uint8_t { I, S, F, E, O, M, S_D, F_D, I_D, I_A, I_DA };
    enum class Event : std::uint8_t {
        GetS, GetSReadWrite, GetSReadOnly, ForwarderGetS, GetSBack, GetM, SharerGetM, OwnerGetM, Upgrade, Atomic, AtomicNoSharers,
        PutS, LastPutS, OwnerPutM, StalePutM, OwnerPutE, StalePutE, OwnerPutO, StalePutO,
        OutsideRead, OutsideWrite, OutsideWriteNoSharers,
        Data, Clean, InvAck, LastInvAck,
    };
    enum class Action : std::uint8_t {
        Stall,
        SendData, SendDataF, SendDataAndAcks, SendExclusive, SendAckCount, SendOwnerAckCount, SendResult,
        ForwardGetS, ForwardGetF, AskForwarder, ForwardGetM, InvalidateSharers, ShareBack, RecallOwner, RecallSharers, SendPutAck,
        AddSharer, ShareOwner, DropSharer, ClearSharers, SetOwner, ClearOwner,
        WriteMemory, PerformAtomic, CountAck, Again,
    };

    /// `forwarder`: the books' owner only answers for a clean line, and may have left without a word.
    struct StateInfo  { State id;  std::string_view name; bool stable; bool owned; bool shared; bool forwarder; std::string_view prose; };
    struct EventInfo  { Event id;  std::string_view name; };
    struct ActionInfo { Action id; std::string_view brief; };

    static constexpr auto states = std::to_array<StateInfo>({
        {State::I,    "I",    true,  false, false, false, "no cache below holds it"},
        {State::S,    "S",    true,  false, true, false,  "clean copies may exist below"},
        {State::F,    "F",    true,  true,  true, true,   "clean copies may exist below; the forwarder, if it is still there, answers"},
        {State::E,    "E",    true,  true,  false, false, "one cache holds it and may have changed it"},
        {State::O,    "O",    true,  true,  true, false,  "one cache answers for it, others may have copies; memory may be stale"},
        {State::M,    "M",    true,  true,  false, false, "one cache holds it, changed"},
        {State::S_D,  "S_D",  false, false, true, false,  "becoming S, awaits the owner's data"},
        {State::F_D,  "F_D",  false, true,  true, true,   "becoming F, awaits the former owner's data"},
        {State::I_D,  "I_D",  false, false, false, false, "recalling the line from its owner, awaits the data"},
        {State::I_A,  "I_A",  false, false, false, false, "recalling the line from its sharers, awaits their acks"},
        {State::I_DA, "I_DA", false, false, false, false, "recalling the line from owner and sharers, awaits data and acks"},
    });
    static constexpr auto events = std::to_array<EventInfo>({
        {Event::GetS, "GetS"}, {Event::GetSReadWrite, "GetS, agent may write"}, {Event::GetSReadOnly, "GetS, agent may only read"},
        {Event::ForwarderGetS, "GetS from forwarder"}, {Event::GetSBack, "GetS-Back"},
        {Event::GetM, "GetM"}, {Event::SharerGetM, "GetM from sharer"}, {Event::OwnerGetM, "GetM from owner"}, {Event::Upgrade, "Upgrade"},
        {Event::Atomic, "Atomic"}, {Event::AtomicNoSharers, "Atomic, no sharers"},
        {Event::PutS, "PutS"}, {Event::LastPutS, "Last PutS"},
        {Event::OwnerPutM, "PutM from owner"}, {Event::StalePutM, "PutM, stale"},
        {Event::OwnerPutE, "PutE from owner"}, {Event::StalePutE, "PutE, stale"},
        {Event::OwnerPutO, "PutO from owner"}, {Event::StalePutO, "PutO, stale"},
        {Event::OutsideRead, "Outside reads"}, {Event::OutsideWrite, "Outside writes"},
        {Event::OutsideWriteNoSharers, "Outside writes, no sharers"},
        {Event::Data, "Data"}, {Event::Clean, "Clean"}, {Event::InvAck, "Inv-Ack"}, {Event::LastInvAck, "Last Inv-Ack"},
    });
    static constexpr auto actions = std::to_array<ActionInfo>({
        {Action::Stall, "stall"},
        {Action::SendData, "data to req"}, {Action::SendDataF, "Data-F to req"}, {Action::SendDataAndAcks, "data and acks to req"},
        {Action::SendExclusive, "exclusive data to req"}, {Action::SendAckCount, "Ack-Count to req"}, {Action::SendOwnerAckCount, "Owner-Ack-Count to req"},
        {Action::SendResult, "Result to req"},
        {Action::ForwardGetS, "Fwd-GetS to owner"}, {Action::ForwardGetF, "Fwd-GetF to owner"}, {Action::AskForwarder, "Ask-F to owner"},
        {Action::ForwardGetM, "Fwd-GetM to owner"},
        {Action::InvalidateSharers, "Inv to sharers"}, {Action::ShareBack, "Share to owner"},
        {Action::RecallOwner, "Recall to owner"}, {Action::RecallSharers, "Inv to sharers, acks home"},
        {Action::SendPutAck, "Put-Ack to req"},
        {Action::AddSharer, "sharers += req"}, {Action::ShareOwner, "sharers += owner"},
        {Action::DropSharer, "sharers -= req"}, {Action::ClearSharers, "sharers = {}"},
        {Action::SetOwner, "owner = req"}, {Action::ClearOwner, "no owner"},
        {Action::WriteMemory, "keep data"}, {Action::PerformAtomic, "do the atomic"}, {Action::CountAck, "acks -= 1"}, {Action::Again, "again"},
    });
};
// clang-format on

inline constexpr const MessageInfo& info(MessageType m) { return messages[static_cast<std::size_t>(m)]; }
inline constexpr const Cache::StateInfo& info(Cache::State s) { return Cache::states[static_cast<std::size_t>(s)]; }
inline constexpr const Directory::StateInfo& info(Directory::State s) { return Directory::states[static_cast<std::size_t>(s)]; }

}  // namespace hitm::protocols
