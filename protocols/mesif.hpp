// MESIF with a full-map directory: of several clean copies one, the forwarder, answers for the line, so that a reader need
// not wait for memory.
//
// Decided after Goodman and Hum, "MESIF: A Two-Hop Cache Coherency Protocol for Point-to-Point Interconnects" (2009), and
// Hum and Goodman, US patent 6,922,756: the latest reader becomes the forwarder; F may leave in silence; a dirty owner that
// is asked to share writes the line back and hands out a clean F. The directory's part is ours (MESIF was made for snooping):
// - home keeps the forwarder as its owner and asks it (Ask-F, which never waits); one that has left passes the request back
//   (GetS-Back), and memory, which is current, answers. Two caches may then both believe that they are F: harmless, since
//   only the one in home's books is asked.
// - books may name copies that are gone: who writes a copy it has says so (Upgrade), and an Inv that finds nothing is acked.
// - an Inv that finds its cache waiting for data (IS_D) may be meant for a copy that left or for the one that is coming: it is
//   acked at once and the data serve one load (IS_D_I). An agent hands such data to the core it asked for (Data-Once): if it let
//   the core ask again, a writer elsewhere could keep it waiting for ever.
// - a cluster's agent answers its own readers from its shared cache: F is handed out by homes only.
//
// Read a row as: in any of these states, on any of these events, do this, then be that.
// A cell that no row claims cannot happen; the checker proves it.
#pragma once

#include "protocols/table.hpp"
#include "protocols/vocabulary.hpp"

// clang-format off
namespace hitm::protocols::mesif::at_the_cache {
using enum Cache::State;
using enum Cache::Event;
using enum Cache::Action;

inline constexpr auto rows = std::to_array<Row<Cache>>({
    // in                             on                                       perform                               then
    // -- nothing here; there may have been an F
    {I,                               Load,                                    {SendGetS},                           IS_D },
    {I,                               {Store, Rmw},                            {SendGetM},                           IM_AD},
    {I,                               Evict,                                   {}                                         },
    {{I, IS_D, IS_DI, IM_AD, IM_A},   AskF,                                    {PassBack}                                 },
    {{I, IS_DI, IM_AD},               Inv,                                     {SendAckToReq}                             },
    // -- a readable copy is coming
    {{IS_D, IS_DI},                   {Load, Store, Rmw, Evict},               {Stall}                                    },
    {{IS_D, IS_DI},                   {FwdGetF, FwdGetM},                      {Stall}                                    },
    {IS_D,                            {FwdGetS, Share, Recall},                {Stall}                                    },
    {IS_D,                            Inv,                                     {SendAckToReq},                       IS_DI},
    {{IS_D, IS_DI},                   Exclusive,                               {TakeData, LoadDone},                 E    },
    {IS_D,                            Data0,                                   {TakeData, LoadDone},                 S    },
    {IS_D,                            DataF,                                   {TakeData, LoadDone},                 F    },
    {IS_DI,                           {Data0, DataF},                          {TakeData, LoadDone},                 I    },
    {IS_D,                            DataOnce,                                {TakeData, LoadDone},                 I    },
    // -- a writable copy is coming
    {{IM_AD, IM_A},                   {Load, Store, Rmw, Evict},               {Stall}                                    },
    {{SM_AD, SM_A},                   Load,                                    {LoadHit}                                  },
    {{SM_AD, SM_A},                   {Store, Rmw, Evict},                     {Stall}                                    },
    {{IM_AD, IM_A, SM_AD, SM_A},      {FwdGetS, FwdGetF, FwdGetM},             {Stall}                                    },
    {{IM_AD, IM_A, SM_AD, SM_A},      {Share, Recall},                         {Stall}                                    },
    {{SM_AD, SM_A},                   AskF,                                    {SendDataFToReq}                           },
    {SM_AD,                           Inv,                                     {SendAckToReq},                       IM_AD},
    {IM_AD,                           Data0,                                   {TakeData, TakeAcks, StoreDone},      M    },
    {IM_AD,                           DataN,                                   {TakeData, TakeAcks},                 IM_A },
    {SM_AD,                           AckCount0,                               {TakeAcks, StoreDone},                M    },
    {SM_AD,                           AckCountN,                               {TakeAcks},                           SM_A },
    {{IM_AD, IM_A, SM_AD, SM_A},      InvAck,                                  {CountAck}                                 },
    {{IM_A, SM_A},                    LastInvAck,                              {CountAck, StoreDone},                M    },
    // -- shared
    {{S, F},                          Load,                                    {LoadHit}                                  },
    {{S, F},                          {Store, Rmw},                            {SendUpgrade},                        SM_AD},
    {S,                               Evict,                                   {SendPutS},                           SI_A },
    {F,                               Evict,                                   {},                                   I    },
    {{S, F},                          Inv,                                     {SendAckToReq},                       I    },
    {{S, F},                          AskF,                                    {SendDataFToReq},                     S    },
    // -- the only copy
    {{E, M},                          Load,                                    {LoadHit}                                  },
    {{E, M},                          {Store, Rmw},                            {StoreHit},                           M    },
    {M,                               AskF,                                    {PassBack}                                 },
    {E,                               FwdGetS,                                 {SendDataToReq, SendCleanToDir},      S    },
    {M,                               FwdGetS,                                 {SendDataToReq, SendDataToDir},       S    },
    {E,                               FwdGetF,                                 {SendDataFToReq, SendCleanToDir},     S    },
    {M,                               FwdGetF,                                 {SendDataFToReq, SendDataToDir},      S    },
    {{E, M},                          FwdGetM,                                 {SendDataToReq},                      I    },
    {E,                               Share,                                   {SendCleanToDir},                     S    },
    {M,                               Share,                                   {SendDataToDir},                      S    },
    {E,                               Recall,                                  {SendCleanToDir},                     I    },
    {M,                               Recall,                                  {SendDataToDir},                      I    },
    {E,                               Evict,                                   {SendPutE},                           EI_A },
    {M,                               Evict,                                   {SendPutM},                           MI_A },
    // -- leaving
    {{MI_A, EI_A, SI_A, II_A},        {Load, Store, Rmw, Evict},               {Stall}                                    },
    {{MI_A, SI_A},                    AskF,                                    {PassBack}                                 },
    {MI_A,                            FwdGetS,                                 {SendDataToReq, SendDataToDir},       SI_A },
    {EI_A,                            FwdGetS,                                 {SendDataToReq, SendCleanToDir},      SI_A },
    {MI_A,                            FwdGetF,                                 {SendDataFToReq, SendDataToDir},      SI_A },
    {EI_A,                            FwdGetF,                                 {SendDataFToReq, SendCleanToDir},     SI_A },
    {{MI_A, EI_A},                    FwdGetM,                                 {SendDataToReq},                      II_A },
    {MI_A,                            Share,                                   {SendDataToDir},                      SI_A },
    {EI_A,                            Share,                                   {SendCleanToDir},                     SI_A },
    {MI_A,                            Recall,                                  {SendDataToDir},                      II_A },
    {EI_A,                            Recall,                                  {SendCleanToDir},                     II_A },
    {SI_A,                            Inv,                                     {SendAckToReq},                       II_A },
    {{MI_A, EI_A, SI_A, II_A},        PutAck,                                  {},                                   I    },
});
}  // namespace hitm::protocols::mesif::at_the_cache

namespace hitm::protocols::mesif::at_home {
using enum Directory::State;
using enum Directory::Event;
using enum Directory::Action;

inline constexpr auto rows = std::to_array<Row<Directory>>({
    // in             on                             perform                                                                                then
    // -- a cache below wants to read
    {I,               {GetS, GetSReadWrite, GetSBack}, {SendExclusive, SetOwner},                                                           E  },
    {I,               GetSReadOnly,                  {SendData, AddSharer},                                                                 S  },
    {S,               {GetSReadWrite, GetSReadOnly}, {SendData, AddSharer}                                                                     },
    {F,               GetS,                          {AskForwarder, ShareOwner, SetOwner}                                                      },
    {F,               ForwarderGetS,                 {SendDataF}                                                                               },
    {{E, M},          {GetS, GetSBack},              {ForwardGetF, ShareOwner, SetOwner},                                                   F_D},
    {{E, M},          GetSReadWrite,                 {ForwardGetS, AddSharer, ShareOwner, ClearOwner},                                      S_D},
    // -- a forwarder had left: memory answers the reader, who has been in the books since it asked
    {F,               GetSBack,                      {SendDataF}                                                                               },
    // -- a cache below wants to write
    {I,               GetM,                          {SendData, SetOwner},                                                                  M  },
    {S,               GetM,                          {SendDataAndAcks, InvalidateSharers, ClearSharers, SetOwner},                          M  },
    {F,               {GetM, SharerGetM, OwnerGetM}, {ShareOwner, SendDataAndAcks, InvalidateSharers, ClearSharers, SetOwner},              M  },
    {S,               Upgrade,                       {SendAckCount, InvalidateSharers, ClearSharers, SetOwner},                             M  },
    {F,               Upgrade,                       {ShareOwner, SendAckCount, InvalidateSharers, ClearSharers, SetOwner},                 M  },
    {{E, M},          GetM,                          {ForwardGetM, SetOwner},                                                               M  },
    // -- another cluster wants to read or to write (only at an agent)
    {{E, M},          OutsideRead,                   {ShareBack, ShareOwner, ClearOwner},                                                   S_D},
    {{E, M},          OutsideWrite,                  {RecallOwner, ClearOwner},                                                             I_D},
    {S,               OutsideWrite,                  {RecallSharers, ClearSharers},                                                         I_A},
    {S,               OutsideWriteNoSharers,         {},                                                                                    I  },
    // -- the owner is bringing its data, the sharers their acks
    {S_D,             {GetSReadWrite, GetM,
                       Upgrade},                     {Stall}                                                                                   },
    {F_D,             {GetS, ForwarderGetS, GetSBack,
                       GetM, OwnerGetM, Upgrade},    {Stall}                                                                                   },
    {I_D,             {GetSReadWrite, GetM},         {Stall}                                                                                   },
    {I_A,             {GetSReadWrite, GetSReadOnly,
                       GetM},                        {Stall}                                                                                   },
    {S_D,             Data,                          {WriteMemory},                                                                         S  },
    {S_D,             Clean,                         {},                                                                                    S  },
    {F_D,             Data,                          {WriteMemory},                                                                         F  },
    {F_D,             Clean,                         {},                                                                                    F  },
    {I_D,             Data,                          {WriteMemory},                                                                         I  },
    {I_D,             Clean,                         {},                                                                                    I  },
    {I_A,             InvAck,                        {CountAck}                                                                                },
    {I_A,             LastInvAck,                    {CountAck},                                                                            I  },
    // -- a cache gives the line up
    {{S, S_D, F, F_D}, {PutS, StalePutM, StalePutE}, {DropSharer, SendPutAck}                                                                  },
    {S,               LastPutS,                      {DropSharer, SendPutAck},                                                              I  },
    {{S_D, F, F_D},   LastPutS,                      {DropSharer, SendPutAck}                                                                  },
    {{I, E, M},       {PutS, StalePutM, StalePutE},  {SendPutAck}                                                                              },
    {{I_D, I_A},      {PutS, StalePutM, StalePutE},  {SendPutAck}                                                                              },
    {{E, M},          OwnerPutM,                     {WriteMemory, ClearOwner, SendPutAck},                                                 I  },
    {E,               OwnerPutE,                     {ClearOwner, SendPutAck},                                                              I  },
});
}  // namespace hitm::protocols::mesif::at_home
// clang-format on

namespace hitm::protocols::mesif {
inline constexpr Table<Cache> cache{at_the_cache::rows};
inline constexpr Table<Directory> directory{at_home::rows};
}  // namespace hitm::protocols::mesif
