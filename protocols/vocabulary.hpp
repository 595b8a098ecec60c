// The words every protocol is written in: states, events, actions and messages, each with
// the name the textbook gives it and a line of prose for the reader.
//
// Names follow Nagarajan, Sorin, Hill and Wood, "A Primer on Memory Consistency and Cache
// Coherence", 2nd ed., chapter 8. What the Primer lacks is marked (ours): the recall of a line
// from the cores of a cluster, which a cluster agent needs before it can answer from outside.
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
    GetS, GetM, PutS, PutM, PutE,
    FwdGetS, FwdGetM, Inv, Share, Recall, PutAck,
    Data, Exclusive, AckCount, Clean, InvAck, Confirm,
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
    {MessageType::PutS,      "PutS",      Channel::Request,  false, "give up a shared copy"},
    {MessageType::PutM,      "PutM",      Channel::Request,  true,  "give up a modified copy"},
    {MessageType::PutE,      "PutE",      Channel::Request,  false, "give up a clean exclusive copy"},
    {MessageType::FwdGetS,   "Fwd-GetS",  Channel::Forward,  false, "the owner is to share with the requestor"},
    {MessageType::FwdGetM,   "Fwd-GetM",  Channel::Forward,  false, "the owner is to hand over to the requestor"},
    {MessageType::Inv,       "Inv",       Channel::Forward,  false, "a sharer is to drop its copy and tell the requestor"},
    {MessageType::Share,     "Share",     Channel::Forward,  false, "the owner is to keep a shared copy and bring its data home (ours)"},
    {MessageType::Recall,    "Recall",    Channel::Forward,  false, "the owner is to drop its copy and bring its data home (ours)"},
    {MessageType::PutAck,    "Put-Ack",   Channel::Forward,  false, "the eviction is known at home"},
    {MessageType::Data,      "Data",      Channel::Response, true,  "the line, and how many acks to await"},
    {MessageType::Exclusive, "Exclusive", Channel::Response, true,  "the line, with no other copy anywhere"},
    {MessageType::AckCount,  "Ack-Count", Channel::Response, false, "your copy is current; await so many acks"},
    {MessageType::Clean,     "Clean",     Channel::Response, false, "the owner's copy was unchanged; yours is current (ours)"},
    {MessageType::InvAck,    "Inv-Ack",   Channel::Response, false, "a sharer has dropped its copy"},
    {MessageType::Confirm,   "Confirm",   Channel::Response, false, "the requestor has what it asked for (only where the way is confirm)"},
});

/// The private cache's side; also a cluster agent's side towards the home.
struct Cache {
    enum class State : std::uint8_t {
        I, S, E, M,
        IS_D, IM_AD, IM_A, SM_AD, SM_A,
        MI_A, EI_A, SI_A, II_A,
    };
    enum class Event : std::uint8_t {
        Load, Store, Evict,
        FwdGetS, FwdGetM, Inv, Share, Recall, PutAck,
        Exclusive, Data0, DataN, AckCount0, AckCountN, InvAck, LastInvAck,
    };
    enum class Action : std::uint8_t {
        Stall,
        LoadHit, StoreHit, LoadDone, StoreDone,
        SendGetS, SendGetM, SendPutS, SendPutM, SendPutE,
        SendDataToReq, SendDataToDir, SendCleanToDir, SendAckToReq,
        TakeData, TakeAcks, CountAck,
    };

    struct StateInfo  { State id;  std::string_view name; bool stable; Permission may; std::string_view prose; };
    struct EventInfo  { Event id;  std::string_view name; };
    struct ActionInfo { Action id; std::string_view brief; };

    static constexpr auto states = std::to_array<StateInfo>({
        {State::I,     "I",     true,  Permission::None,      "not here"},
        {State::S,     "S",     true,  Permission::Read,      "a copy; another may answer for it"},
        {State::E,     "E",     true,  Permission::ReadWrite, "the only copy, clean"},
        {State::M,     "M",     true,  Permission::ReadWrite, "the only copy, dirty"},
        {State::IS_D,  "IS_D",  false, Permission::None,      "was I, wants S, awaits data"},
        {State::IM_AD, "IM_AD", false, Permission::None,      "was I, wants M, awaits acks and data"},
        {State::IM_A,  "IM_A",  false, Permission::None,      "was I, wants M, awaits acks"},
        {State::SM_AD, "SM_AD", false, Permission::Read,      "was S, wants M, awaits acks and data"},
        {State::SM_A,  "SM_A",  false, Permission::Read,      "was S, wants M, awaits acks"},
        {State::MI_A,  "MI_A",  false, Permission::None,      "was M, leaves, awaits the put's ack"},
        {State::EI_A,  "EI_A",  false, Permission::None,      "was E, leaves, awaits the put's ack"},
        {State::SI_A,  "SI_A",  false, Permission::None,      "was S, leaves, awaits the put's ack"},
        {State::II_A,  "II_A",  false, Permission::None,      "gave the line away while leaving"},
    });
    static constexpr auto events = std::to_array<EventInfo>({
        {Event::Load, "Load"}, {Event::Store, "Store"}, {Event::Evict, "Evict"},
        {Event::FwdGetS, "Fwd-GetS"}, {Event::FwdGetM, "Fwd-GetM"}, {Event::Inv, "Inv"},
        {Event::Share, "Share"}, {Event::Recall, "Recall"}, {Event::PutAck, "Put-Ack"},
        {Event::Exclusive, "Exclusive data"}, {Event::Data0, "Data, no acks left"}, {Event::DataN, "Data, acks left"},
        {Event::AckCount0, "Ack-Count, none left"}, {Event::AckCountN, "Ack-Count, acks left"},
        {Event::InvAck, "Inv-Ack"}, {Event::LastInvAck, "Last Inv-Ack"},
    });
    static constexpr auto actions = std::to_array<ActionInfo>({
        {Action::Stall, "stall"},
        {Action::LoadHit, "hit"}, {Action::StoreHit, "hit"}, {Action::LoadDone, "load"}, {Action::StoreDone, "store"},
        {Action::SendGetS, "GetS to dir"}, {Action::SendGetM, "GetM to dir"},
        {Action::SendPutS, "PutS to dir"}, {Action::SendPutM, "PutM+data to dir"}, {Action::SendPutE, "PutE to dir"},
        {Action::SendDataToReq, "data to req"}, {Action::SendDataToDir, "data to dir"},
        {Action::SendCleanToDir, "clean to dir"}, {Action::SendAckToReq, "Inv-Ack to req"},
        {Action::TakeData, "take data"}, {Action::TakeAcks, "acks += n"}, {Action::CountAck, "acks -= 1"},
    });
};

/// The home's side; also a cluster agent's side towards its cores. `Outside…` events exist only at
/// an agent: they ask its cores, on behalf of another cluster, to share or to give up the line.
struct Directory {
    enum class State : std::uint8_t { I, S, E, M, S_D, I_D, I_A };
    enum class Event : std::uint8_t {
        GetS, GetSReadOnly, GetM, SharerGetM,
        PutS, LastPutS, OwnerPutM, StalePutM, OwnerPutE, StalePutE,
        OutsideRead, OutsideWrite, OutsideWriteNoCopies,
        Data, Clean, InvAck, LastInvAck,
    };
    enum class Action : std::uint8_t {
        Stall,
        SendData, SendDataAndAcks, SendExclusive, SendAckCount,
        ForwardGetS, ForwardGetM, InvalidateSharers, ShareBack, RecallOwner, RecallSharers, SendPutAck,
        AddSharer, ShareOwner, DropSharer, ClearSharers, SetOwner, ClearOwner,
        WriteMemory, CountAck,
    };

    struct StateInfo  { State id;  std::string_view name; bool stable; bool owned; bool shared; std::string_view prose; };
    struct EventInfo  { Event id;  std::string_view name; };
    struct ActionInfo { Action id; std::string_view brief; };

    static constexpr auto states = std::to_array<StateInfo>({
        {State::I,   "I",   true,  false, false, "no cache below holds it"},
        {State::S,   "S",   true,  false, true,  "clean copies may exist below"},
        {State::E,   "E",   true,  true,  false, "one cache holds it and may have changed it"},
        {State::M,   "M",   true,  true,  false, "one cache holds it, changed"},
        {State::S_D, "S_D", false, false, true,  "becoming S, awaits the owner's data"},
        {State::I_D, "I_D", false, false, false, "recalling the line from its owner, awaits the data"},
        {State::I_A, "I_A", false, false, false, "recalling the line from its sharers, awaits their acks"},
    });
    static constexpr auto events = std::to_array<EventInfo>({
        {Event::GetS, "GetS"}, {Event::GetSReadOnly, "GetS, may only read"}, {Event::GetM, "GetM"}, {Event::SharerGetM, "GetM from sharer"},
        {Event::PutS, "PutS"}, {Event::LastPutS, "Last PutS"},
        {Event::OwnerPutM, "PutM from owner"}, {Event::StalePutM, "PutM, stale"},
        {Event::OwnerPutE, "PutE from owner"}, {Event::StalePutE, "PutE, stale"},
        {Event::OutsideRead, "Outside reads"}, {Event::OutsideWrite, "Outside writes"},
        {Event::OutsideWriteNoCopies, "Outside writes, no copies"},
        {Event::Data, "Data"}, {Event::Clean, "Clean"}, {Event::InvAck, "Inv-Ack"}, {Event::LastInvAck, "Last Inv-Ack"},
    });
    static constexpr auto actions = std::to_array<ActionInfo>({
        {Action::Stall, "stall"},
        {Action::SendData, "data to req"}, {Action::SendDataAndAcks, "data and acks to req"},
        {Action::SendExclusive, "exclusive data to req"}, {Action::SendAckCount, "Ack-Count to req"},
        {Action::ForwardGetS, "Fwd-GetS to owner"}, {Action::ForwardGetM, "Fwd-GetM to owner"},
        {Action::InvalidateSharers, "Inv to sharers"}, {Action::ShareBack, "Share to owner"},
        {Action::RecallOwner, "Recall to owner"}, {Action::RecallSharers, "Inv to sharers, acks home"},
        {Action::SendPutAck, "Put-Ack to req"},
        {Action::AddSharer, "sharers += req"}, {Action::ShareOwner, "sharers += owner"},
        {Action::DropSharer, "sharers -= req"}, {Action::ClearSharers, "sharers = {}"},
        {Action::SetOwner, "owner = req"}, {Action::ClearOwner, "no owner"},
        {Action::WriteMemory, "keep data"}, {Action::CountAck, "acks -= 1"},
    });
};
// clang-format on

inline constexpr const MessageInfo& info(MessageType m) { return messages[static_cast<std::size_t>(m)]; }
inline constexpr const Cache::StateInfo& info(Cache::State s) { return Cache::states[static_cast<std::size_t>(s)]; }
inline constexpr const Directory::StateInfo& info(Directory::State s) { return Directory::states[static_cast<std::size_t>(s)]; }

}  // namespace hitm::protocols
