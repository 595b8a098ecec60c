// What each verb means in Murphi, beside what it means in C++ (rules.hpp); a test holds the two equal on random lines.
//
// In a body: `i` is the cache at work, `from`, `req`, `acks`, `data` are the message's, `N` is the home, `none` is nobody;
// `done` takes what was completed. Send(type, from, to, requestor, acks, data) puts a message on its channel.
#pragma once

#include <string_view>

#include "protocols/vocabulary.hpp"

namespace hitm::protocols::murphi {

// clang-format off
constexpr std::string_view body(Cache::Action action) {
    using enum Cache::Action;
    switch (action) {
        case Stall:          return "";
        case LoadHit:
        case LoadDone:       return "done := Done_Load;";
        case StoreHit:
        case StoreDone:      return "done := Done_Store;";
        case AtomicDone:     return "done := Done_Atomic;";
        case SendGetS:       return "Send(T_GetS, i, N, i, 0, 0);";
        case SendGetM:       return "Send(T_GetM, i, N, i, 0, 0);";
        case SendUpgrade:    return "Send(T_Upgrade, i, N, i, 0, 0);";
        case SendAtomic:     return "Send(T_Atomic, i, N, i, 0, 0);";
        case SendPutS:       return "Send(T_PutS, i, N, i, 0, 0);";
        case SendPutM:       return "Send(T_PutM, i, N, i, 0, cache[i].data);";
        case SendPutE:       return "Send(T_PutE, i, N, i, 0, 0);";
        case SendPutO:       return "Send(T_PutO, i, N, i, 0, cache[i].data);";
        case SendDataToReq:  return "Send(T_Data, i, req, req, acks, cache[i].data);";
        case SendDataFToReq: return "Send(T_DataF, i, req, req, 0, cache[i].data);";
        case SendDataToDir:  return "Send(T_Data, i, N, i, 0, cache[i].data);";
        case SendCleanToDir: return "Send(T_Clean, i, N, i, 0, 0);";
        case SendAckToReq:   return "Send(T_InvAck, i, req, req, 0, 0);";
        case PassBack:       return "Send(T_GetSBack, req, N, req, 0, 0);";
        case TakeData:       return "cache[i].data := data;";
        case TakeAcks:       return "cache[i].acks := cache[i].acks + acks;";
        case CountAck:       return "cache[i].acks := cache[i].acks - 1;";
    }
    return "";
}

constexpr std::string_view body(Directory::Action action) {
    using enum Directory::Action;
    switch (action) {
        case Stall:             return "";
        case SendData:          return "Send(T_Data, N, from, from, 0, home.memory);";
        case SendDataF:         return "Send(T_DataF, N, from, from, 0, home.memory);";
        case SendDataAndAcks:   return "Send(T_Data, N, from, from, Others(from), home.memory);";
        case SendExclusive:     return "Send(T_Exclusive, N, from, from, 0, home.memory);";
        case SendAckCount:      return "Send(T_AckCount, N, from, from, Others(from), 0);";
        case SendOwnerAckCount: return "Send(T_OwnerAckCount, N, from, from, Others(from), 0);";
        case SendResult:        return "Send(T_Result, N, from, from, 0, 0);";
        case ForwardGetS:       return "Send(T_FwdGetS, N, home.owner, from, 0, 0);";
        case ForwardGetF:       return "Send(T_FwdGetF, N, home.owner, from, 0, 0);";
        case AskForwarder:      return "Send(T_AskF, N, home.owner, from, 0, 0);";
        case ForwardGetM:       return "Send(T_FwdGetM, N, home.owner, from, Others(from), 0);";
        case InvalidateSharers: return "for n: Cache do if home.sharers[n] & n != from then Send(T_Inv, N, n, from, 0, 0); end; end;";
        case ShareBack:         return "Send(T_Share, N, home.owner, N, 0, 0);";
        case RecallOwner:       return "Send(T_Recall, N, home.owner, N, 0, 0);";
        case RecallSharers:     return "home.acks := Others(none); for n: Cache do if home.sharers[n] then Send(T_Inv, N, n, N, 0, 0); end; end;";
        case SendPutAck:        return "Send(T_PutAck, N, from, from, 0, 0);";
        case AddSharer:         return "home.sharers[from] := true;";
        case ShareOwner:        return "home.sharers[home.owner] := true;";
        case DropSharer:        return "home.sharers[from] := false;";
        case ClearSharers:      return "for n: Cache do home.sharers[n] := false; end;";
        case SetOwner:          return "home.owner := from;";
        case ClearOwner:        return "home.owner := none;";
        case WriteMemory:       return "home.memory := data;";
        case PerformAtomic:     return "";
        case CountAck:          return "home.acks := home.acks - 1;";
        case Again:             return "";
    }
    return "";
}
// clang-format on

}  // namespace hitm::protocols::murphi
