// MSI with a full-map directory, after the Primer (2nd ed.), tables 8.1 and 8.2, with the recall that a cluster agent
// needs (Share, Recall). As MESI without E: a line that only one core uses is fetched twice, to read it and to write it.
//
// Read a row as: in any of these states, on any of these events, do this, then be that.
// A cell that no row claims cannot happen; the checker proves it.
#pragma once

#include "protocols/table.hpp"
#include "protocols/vocabulary.hpp"

// clang-format off
namespace hitm::protocols::msi::at_the_cache {
using enum Cache::State;
using enum Cache::Event;
using enum Cache::Action;

inline constexpr auto rows = std::to_array<Row<Cache>>({
    // in                          on                                       perform                              then
    // -- nothing here
    {I,                            Load,                                    {SendGetS},                          IS_D },
    {I,                            {Store, Rmw},                            {SendGetM},                          IM_AD},
    {I,                            Evict,                                   {}                                        },
    // -- a readable copy is coming
    {IS_D,                         {Load, Store, Rmw, Evict},               {Stall}                                   },
    {IS_D,                         Inv,                                     {Stall}                                   },
    {IS_D,                         Data0,                                   {TakeData, LoadDone},                S    },
    // -- a writable copy is coming
    {{IM_AD, IM_A},                {Load, Store, Rmw, Evict},               {Stall}                                   },
    {{SM_AD, SM_A},                Load,                                    {LoadHit}                                 },
    {{SM_AD, SM_A},                {Store, Rmw, Evict},                     {Stall}                                   },
    {{IM_AD, IM_A, SM_AD, SM_A},   {FwdGetS, FwdGetM, Share, Recall},       {Stall}                                   },
    {SM_AD,                        Inv,                                     {SendAckToReq},                      IM_AD},
    {IM_AD,                        Data0,                                   {TakeData, TakeAcks, StoreDone},     M    },
    {IM_AD,                        DataN,                                   {TakeData, TakeAcks},                IM_A },
    {SM_AD,                        AckCount0,                               {TakeAcks, StoreDone},               M    },
    {SM_AD,                        AckCountN,                               {TakeAcks},                          SM_A },
    {{IM_AD, IM_A, SM_AD, SM_A},   InvAck,                                  {CountAck}                                },
    {{IM_A, SM_A},                 LastInvAck,                              {CountAck, StoreDone},               M    },
    // -- shared
    {S,                            Load,                                    {LoadHit}                                 },
    {S,                            {Store, Rmw},                            {SendGetM},                          SM_AD},
    {S,                            Evict,                                   {SendPutS},                          SI_A },
    {S,                            Inv,                                     {SendAckToReq},                      I    },
    // -- the only copy
    {M,                            Load,                                    {LoadHit}                                 },
    {M,                            {Store, Rmw},                            {StoreHit}                                },
    {M,                            FwdGetS,                                 {SendDataToReq, SendDataToDir},      S    },
    {M,                            FwdGetM,                                 {SendDataToReq},                     I    },
    {M,                            Share,                                   {SendDataToDir},                     S    },
    {M,                            Recall,                                  {SendDataToDir},                     I    },
    {M,                            Evict,                                   {SendPutM},                          MI_A },
    // -- leaving
    {{MI_A, SI_A, II_A},           {Load, Store, Rmw, Evict},               {Stall}                                   },
    {MI_A,                         FwdGetS,                                 {SendDataToReq, SendDataToDir},      SI_A },
    {MI_A,                         FwdGetM,                                 {SendDataToReq},                     II_A },
    {MI_A,                         Share,                                   {SendDataToDir},                     SI_A },
    {MI_A,                         Recall,                                  {SendDataToDir},                     II_A },
    {SI_A,                         Inv,                                     {SendAckToReq},                      II_A },
    {{MI_A, SI_A, II_A},           PutAck,                                  {},                                  I    },
});
}  // namespace hitm::protocols::msi::at_the_cache

namespace hitm::protocols::msi::at_home {
using enum Directory::State;
using enum Directory::Event;
using enum Directory::Action;

inline constexpr auto rows = std::to_array<Row<Directory>>({
    // in             on                             perform                                                         then
    // -- a cache below wants to read
    {{I, S},          {GetS, GetSReadWrite,
                       GetSReadOnly},                {SendData, AddSharer},                                          S  },
    {M,               {GetS, GetSReadWrite},         {ForwardGetS, AddSharer, ShareOwner, ClearOwner},               S_D},
    // -- a cache below wants to write
    {I,               GetM,                          {SendData, SetOwner},                                           M  },
    {S,               GetM,                          {SendDataAndAcks, InvalidateSharers, ClearSharers, SetOwner},   M  },
    {S,               SharerGetM,                    {SendAckCount, InvalidateSharers, ClearSharers, SetOwner},      M  },
    {M,               GetM,                          {ForwardGetM, SetOwner}                                            },
    // -- another cluster wants to read or to write (only at an agent)
    {M,               OutsideRead,                   {ShareBack, ShareOwner, ClearOwner},                            S_D},
    {M,               OutsideWrite,                  {RecallOwner, ClearOwner},                                      I_D},
    {S,               OutsideWrite,                  {RecallSharers, ClearSharers},                                  I_A},
    {S,               OutsideWriteNoSharers,         {},                                                             I  },
    // -- the owner is bringing its data, the sharers their acks
    {S_D,             {GetS, GetSReadWrite,
                       GetM, SharerGetM},            {Stall}                                                            },
    {I_D,             {GetSReadWrite, GetM},         {Stall}                                                            },
    {I_A,             {GetSReadWrite, GetSReadOnly,
                       GetM},                        {Stall}                                                            },
    {S_D,             Data,                          {WriteMemory},                                                  S  },
    {I_D,             Data,                          {WriteMemory},                                                  I  },
    {I_A,             InvAck,                        {CountAck}                                                         },
    {I_A,             LastInvAck,                    {CountAck},                                                     I  },
    // -- a cache gives the line up
    {{S, S_D},        {PutS, StalePutM},             {DropSharer, SendPutAck}                                           },
    {S,               LastPutS,                      {DropSharer, SendPutAck},                                       I  },
    {S_D,             LastPutS,                      {DropSharer, SendPutAck}                                           },
    {{I, M},          {PutS, StalePutM},             {SendPutAck}                                                       },
    {{I_D, I_A},      {PutS, StalePutM},             {SendPutAck}                                                       },
    {M,               OwnerPutM,                     {WriteMemory, ClearOwner, SendPutAck},                          I  },
});
}  // namespace hitm::protocols::msi::at_home
// clang-format on

namespace hitm::protocols::msi {
inline constexpr Table<Cache> cache{at_the_cache::rows};
inline constexpr Table<Directory> directory{at_home::rows};
}  // namespace hitm::protocols::msi
