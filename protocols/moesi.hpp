// MOESI with a full-map directory (AMD's probe filter): an owner that is asked to share keeps answering for the line (O)
// instead of sending it home; memory is written only when an owner leaves. After the Primer (2nd ed.), section 8.5 and
// table 8.7 (the O of MOSI), with the recall that a cluster agent needs.
//
// Two choices of ours: E that is asked to share becomes O (home cannot know whether it was written and need not ask);
// a sharer's upgrade moves no data, since owner and sharers hold the same: the owner is invalidated like a sharer.
#pragma once

#include "protocols/table.hpp"
#include "protocols/vocabulary.hpp"

// clang-format off
namespace hitm::protocols::moesi::at_the_cache {
using enum Cache::State;
using enum Cache::Event;
using enum Cache::Action;

inline constexpr auto rows = std::to_array<Row<Cache>>({
    // in                             on                                       perform                              then
    // -- nothing here
    {I,                               Load,                                    {SendGetS},                          IS_D },
    {I,                               {Store, Rmw},                            {SendGetM},                          IM_AD},
    {I,                               Evict,                                   {}                                        },
    // -- a readable copy is coming
    {IS_D,                            {Load, Store, Rmw, Evict},               {Stall}                                   },
    {IS_D,                            {FwdGetS, FwdGetM, Inv, Share, Recall},  {Stall}                                   },
    {IS_D,                            Exclusive,                               {TakeData, LoadDone},                E    },
    {IS_D,                            Data0,                                   {TakeData, LoadDone},                S    },
    // -- a writable copy is coming
    {{IM_AD, IM_A},                   {Load, Store, Rmw, Evict},               {Stall}                                   },
    {{SM_AD, SM_A, OM_AC, OM_A},      Load,                                    {LoadHit}                                 },
    {{SM_AD, SM_A, OM_AC, OM_A},      {Store, Rmw, Evict},                     {Stall}                                   },
    {{IM_AD, IM_A, SM_AD, SM_A},      {FwdGetS, FwdGetM, Share, Recall},       {Stall}                                   },
    {SM_AD,                           Inv,                                     {SendAckToReq},                      IM_AD},
    {IM_AD,                           Data0,                                   {TakeData, TakeAcks, StoreDone},     M    },
    {IM_AD,                           DataN,                                   {TakeData, TakeAcks},                IM_A },
    {SM_AD,                           AckCount0,                               {TakeAcks, StoreDone},               M    },
    {SM_AD,                           AckCountN,                               {TakeAcks},                          SM_A },
    {{IM_AD, IM_A, SM_AD, SM_A},      InvAck,                                  {CountAck}                                },
    {{IM_A, SM_A},                    LastInvAck,                              {CountAck, StoreDone},               M    },
    // -- the owner wants to write; until its count comes, in order with forwards, it answers as owner
    {OM_AC,                           FwdGetS,                                 {SendDataToReq}                           },
    {OM_AC,                           FwdGetM,                                 {SendDataToReq},                     IM_AD},
    {OM_AC,                           Share,                                   {SendDataToDir},                     SM_AD},
    {OM_AC,                           Recall,                                  {SendDataToDir},                     IM_AD},
    {OM_AC,                           Inv,                                     {SendAckToReq},                      IM_AD},
    {OM_AC,                           AckCount0,                               {TakeAcks, StoreDone},               M    },
    {OM_AC,                           AckCountN,                               {TakeAcks},                          OM_A },
    {OM_A,                            {FwdGetS, FwdGetM, Share, Recall},       {Stall}                                   },
    {{OM_AC, OM_A},                   InvAck,                                  {CountAck}                                },
    {OM_A,                            LastInvAck,                              {CountAck, StoreDone},               M    },
    // -- shared
    {S,                               Load,                                    {LoadHit}                                 },
    {S,                               {Store, Rmw},                            {SendGetM},                          SM_AD},
    {S,                               Evict,                                   {SendPutS},                          SI_A },
    {S,                               Inv,                                     {SendAckToReq},                      I    },
    // -- shared, and answering for it
    {O,                               Load,                                    {LoadHit}                                 },
    {O,                               {Store, Rmw},                            {SendGetM},                          OM_AC},
    {O,                               Evict,                                   {SendPutO},                          OI_A },
    {O,                               FwdGetS,                                 {SendDataToReq}                           },
    {O,                               FwdGetM,                                 {SendDataToReq},                     I    },
    {O,                               Inv,                                     {SendAckToReq},                      I    },
    {O,                               Share,                                   {SendDataToDir},                     S    },
    {O,                               Recall,                                  {SendDataToDir},                     I    },
    // -- the only copy
    {{E, M},                          Load,                                    {LoadHit}                                 },
    {{E, M},                          {Store, Rmw},                            {StoreHit},                          M    },
    {{E, M},                          FwdGetS,                                 {SendDataToReq},                     O    },
    {{E, M},                          FwdGetM,                                 {SendDataToReq},                     I    },
    {E,                               Share,                                   {SendCleanToDir},                    S    },
    {M,                               Share,                                   {SendDataToDir},                     S    },
    {E,                               Recall,                                  {SendCleanToDir},                    I    },
    {M,                               Recall,                                  {SendDataToDir},                     I    },
    {E,                               Evict,                                   {SendPutE},                          EI_A },
    {M,                               Evict,                                   {SendPutM},                          MI_A },
    // -- leaving
    {{MI_A, OI_A, EI_A, SI_A, II_A},  {Load, Store, Rmw, Evict},               {Stall}                                   },
    {{MI_A, OI_A, EI_A},              FwdGetS,                                 {SendDataToReq},                     OI_A },
    {{MI_A, OI_A, EI_A},              FwdGetM,                                 {SendDataToReq},                     II_A },
    {{MI_A, OI_A},                    Share,                                   {SendDataToDir},                     SI_A },
    {EI_A,                            Share,                                   {SendCleanToDir},                    SI_A },
    {{MI_A, OI_A},                    Recall,                                  {SendDataToDir},                     II_A },
    {EI_A,                            Recall,                                  {SendCleanToDir},                    II_A },
    {{OI_A, SI_A},                    Inv,                                     {SendAckToReq},                      II_A },
    {{MI_A, OI_A, EI_A, SI_A, II_A},  PutAck,                                  {},                                  I    },
});
}  // namespace hitm::protocols::moesi::at_the_cache

namespace hitm::protocols::moesi::at_home {
using enum Directory::State;
using enum Directory::Event;
using enum Directory::Action;

inline constexpr auto rows = std::to_array<Row<Directory>>({
    // in             on                             perform                                                                     then
    // -- a cache below wants to read
    {I,               {GetS, GetSReadWrite},         {SendExclusive, SetOwner},                                                  E  },
    {I,               GetSReadOnly,                  {SendData, AddSharer},                                                      S  },
    {S,               {GetS, GetSReadWrite,
                       GetSReadOnly},                {SendData, AddSharer}                                                          },
    {{E, O, M},       {GetS, GetSReadWrite},         {ForwardGetS, AddSharer},                                                   O  },
    // -- a cache below wants to write
    {I,               GetM,                          {SendData, SetOwner},                                                       M  },
    {S,               GetM,                          {SendDataAndAcks, InvalidateSharers, ClearSharers, SetOwner},               M  },
    {S,               SharerGetM,                    {SendAckCount, InvalidateSharers, ClearSharers, SetOwner},                  M  },
    {{E, M},          GetM,                          {ForwardGetM, SetOwner},                                                    M  },
    {O,               GetM,                          {ForwardGetM, InvalidateSharers, ClearSharers, SetOwner},                   M  },
    {O,               SharerGetM,                    {ShareOwner, SendAckCount, InvalidateSharers, ClearSharers, SetOwner},      M  },
    {O,               OwnerGetM,                     {SendOwnerAckCount, InvalidateSharers, ClearSharers},                       M  },
    // -- another cluster wants to read or to write (only at an agent)
    {{E, O, M},       OutsideRead,                   {ShareBack, ShareOwner, ClearOwner},                                        S_D},
    {{E, M},          OutsideWrite,                  {RecallOwner, ClearOwner},                                                  I_D},
    {O,               OutsideWrite,                  {RecallOwner, ClearOwner, RecallSharers, ClearSharers},                     I_DA},
    {O,               OutsideWriteNoSharers,         {RecallOwner, ClearOwner},                                                  I_D},
    {S,               OutsideWrite,                  {RecallSharers, ClearSharers},                                              I_A},
    {S,               OutsideWriteNoSharers,         {},                                                                         I  },
    // -- the owner is bringing its data, the sharers their acks
    {S_D,             {GetSReadWrite,
                       GetM, SharerGetM},            {Stall}                                                                        },
    {{I_D, I_DA},     {GetSReadWrite, GetM},         {Stall}                                                                        },
    {I_A,             {GetSReadWrite, GetSReadOnly,
                       GetM},                        {Stall}                                                                        },
    {S_D,             Data,                          {WriteMemory},                                                              S  },
    {S_D,             Clean,                         {},                                                                         S  },
    {I_D,             Data,                          {WriteMemory},                                                              I  },
    {I_D,             Clean,                         {},                                                                         I  },
    {I_DA,            Data,                          {WriteMemory},                                                              I_A},
    {{I_A, I_DA},     InvAck,                        {CountAck}                                                                     },
    {I_A,             LastInvAck,                    {CountAck},                                                                 I  },
    {I_DA,            LastInvAck,                    {CountAck},                                                                 I_D},
    // -- a cache gives the line up
    {{S, S_D, O},     {PutS, StalePutM, StalePutE,
                       StalePutO},                   {DropSharer, SendPutAck}                                                       },
    {S,               LastPutS,                      {DropSharer, SendPutAck},                                                   I  },
    {{S_D, O},        LastPutS,                      {DropSharer, SendPutAck}                                                       },
    {{I, E, M},       {PutS, StalePutM, StalePutE,
                       StalePutO},                   {SendPutAck}                                                                   },
    {{I_D, I_A, I_DA}, {PutS, StalePutM, StalePutE,
                       StalePutO},                   {SendPutAck}                                                                   },
    {{E, M},          OwnerPutM,                     {WriteMemory, ClearOwner, SendPutAck},                                      I  },
    {E,               OwnerPutE,                     {ClearOwner, SendPutAck},                                                   I  },
    {O,               {OwnerPutM, OwnerPutO},        {WriteMemory, ClearOwner, SendPutAck},                                      S  },
    {O,               OwnerPutE,                     {ClearOwner, SendPutAck},                                                   S  },
});
}  // namespace hitm::protocols::moesi::at_home
// clang-format on

namespace hitm::protocols::moesi {
inline constexpr Table<Cache> cache{at_the_cache::rows};
inline constexpr Table<Directory> directory{at_home::rows};
}  // namespace hitm::protocols::moesi
