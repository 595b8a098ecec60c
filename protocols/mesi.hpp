// MESI with a full-map directory, after the Primer (2nd ed.), tables 8.3 and 8.4, with the recall
// that a cluster agent needs (Share, Recall) and clean owners that answer without data (Clean).
//
// Read a row as: in any of these states, on any of these events, do this, then be that.
// A cell that no row claims cannot happen; the checker proves it.
#pragma once

#include "protocols/table.hpp"
#include "protocols/vocabulary.hpp"

// clang-format off
namespace hitm::protocols::mesi::at_the_cache {
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
    {IS_D,                         {FwdGetS, FwdGetM, Inv, Share, Recall},  {Stall}                                   },
    {IS_D,                         Exclusive,                               {TakeData, LoadDone},                E    },
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
    {{E, M},                       Load,                                    {LoadHit}                                 },
    {{E, M},                       {Store, Rmw},                            {StoreHit},                          M    },
    {E,                            FwdGetS,                                 {SendDataToReq, SendCleanToDir},     S    },
    {M,                            FwdGetS,                                 {SendDataToReq, SendDataToDir},      S    },
    {{E, M},                       FwdGetM,                                 {SendDataToReq},                     I    },
    {E,                            Share,                                   {SendCleanToDir},                    S    },
    {M,                            Share,                                   {SendDataToDir},                     S    },
    {E,                            Recall,                                  {SendCleanToDir},                    I    },
    {M,                            Recall,                                  {SendDataToDir},                     I    },
    {E,                            Evict,                                   {SendPutE},                          EI_A },
    {M,                            Evict,                                   {SendPutM},                          MI_A },
    // -- leaving
    {{MI_A, EI_A, SI_A, II_A},     {Load, Store, Rmw, Evict},               {Stall}                                   },
    {MI_A,                         FwdGetS,                                 {SendDataToReq, SendDataToDir},      SI_A },
    {EI_A,                         FwdGetS,                                 {SendDataToReq, SendCleanToDir},     SI_A },
    {{MI_A, EI_A},                 FwdGetM,                                 {SendDataToReq},                     II_A },
    {MI_A,                         Share,                                   {SendDataToDir},                     SI_A },
    {EI_A,                         Share,                                   {SendCleanToDir},                    SI_A },
    {MI_A,                         Recall,                                  {SendDataToDir},                     II_A },
    {EI_A,                         Recall,                                  {SendCleanToDir},                    II_A },
    {SI_A,                         Inv,                                     {SendAckToReq},                      II_A },
    {{MI_A, EI_A, SI_A, II_A},     PutAck,                                  {},                                  I    },
});
}  // namespace hitm::protocols::mesi::at_the_cache

namespace hitm::protocols::mesi::at_home {
using enum Directory::State;
using enum Directory::Event;
using enum Directory::Action;

inline constexpr auto rows = std::to_array<Row<Directory>>({
    // in             on                             perform                                                         then
    // -- a cache below wants to read
    {I,               {GetS, GetSReadWrite},         {SendExclusive, SetOwner},                                      E  },
    {I,               GetSReadOnly,                  {SendData, AddSharer},                                          S  },
    {S,               {GetS, GetSReadWrite,
                       GetSReadOnly},                {SendData, AddSharer}                                              },
    {{E, M},          {GetS, GetSReadWrite},         {ForwardGetS, AddSharer, ShareOwner, ClearOwner},               S_D},
    // -- a cache below wants to write
    {I,               GetM,                          {SendData, SetOwner},                                           M  },
    {S,               GetM,                          {SendDataAndAcks, InvalidateSharers, ClearSharers, SetOwner},   M  },
    {S,               SharerGetM,                    {SendAckCount, InvalidateSharers, ClearSharers, SetOwner},      M  },
    {{E, M},          GetM,                          {ForwardGetM, SetOwner},                                        M  },
    // -- another cluster wants to read or to write (only at an agent)
    {{E, M},          OutsideRead,                   {ShareBack, ShareOwner, ClearOwner},                            S_D},
    {{E, M},          OutsideWrite,                  {RecallOwner, ClearOwner},                                      I_D},
    {S,               OutsideWrite,                  {RecallSharers, ClearSharers},                                  I_A},
    {S,               OutsideWriteNoSharers,         {},                                                             I  },
    // -- the owner is bringing its data, the sharers their acks
    {S_D,             {GetS, GetSReadWrite,
                       GetM, SharerGetM},            {Stall}                                                            },
    {I_D,             {GetSReadWrite, GetM},         {Stall}                                                            },
    {I_A,             {GetSReadWrite, GetSReadOnly,
                       GetM},                        {Stall}                                                            },
    {S_D,             Data,                          {WriteMemory},                                                  S  },
    {S_D,             Clean,                         {},                                                             S  },
    {I_D,             Data,                          {WriteMemory},                                                  I  },
    {I_D,             Clean,                         {},                                                             I  },
    {I_A,             InvAck,                        {CountAck}                                                         },
    {I_A,             LastInvAck,                    {CountAck},                                                     I  },
    // -- a cache gives the line up
    {{S, S_D},        {PutS, StalePutM, StalePutE},  {DropSharer, SendPutAck}                                           },
    {S,               LastPutS,                      {DropSharer, SendPutAck},                                       I  },
    {S_D,             LastPutS,                      {DropSharer, SendPutAck}                                           },
    {{I, E, M},       {PutS, StalePutM, StalePutE},  {SendPutAck}                                                       },
    {{I_D, I_A},      {PutS, StalePutM, StalePutE},  {SendPutAck}                                                       },
    {{E, M},          OwnerPutM,                     {WriteMemory, ClearOwner, SendPutAck},                          I  },
    {E,               OwnerPutE,                     {ClearOwner, SendPutAck},                                       I  },
});
}  // namespace hitm::protocols::mesi::at_home
// clang-format on

namespace hitm::protocols::mesi {
inline constexpr Table<Cache> cache{at_the_cache::rows};
inline constexpr Table<Directory> directory{at_home::rows};
}  // namespace hitm::protocols::mesi
