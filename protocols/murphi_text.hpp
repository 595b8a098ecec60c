// The parts of a Murphi model that are the same for every protocol: channels, columns, promises, properties, rules.
#pragma once

namespace hitm::protocols::murphi {

// Messages are numbers, so that a bag of them can be kept sorted: two orders of one bag are one state.
inline constexpr const char* channels = R"(
function Word(t: Kind; from: Node; dest: Node; req: Node; acks: Count; data: Data): Words;
begin
  return 1 + ((((NumberOf(t) * (N + 1) + from) * (N + 1) + dest) * (N + 1) + req) * (N + 1) + acks) * 3 + data;
end;
function DataOf(w: Words): Data; begin return (w - 1) % 3; end;
function AcksOf(w: Words): Count; begin return ((w - 1) / 3) % (N + 1); end;
function ReqOf(w: Words): Node; begin return ((w - 1) / (3 * (N + 1))) % (N + 1); end;
function DestOf(w: Words): Node; begin return ((w - 1) / (3 * (N + 1) * (N + 1))) % (N + 1); end;
function FromOf(w: Words): Node; begin return ((w - 1) / (3 * (N + 1) * (N + 1) * (N + 1))) % (N + 1); end;
function KindOf(w: Words): Kind; begin return KindNumbered((w - 1) / (3 * (N + 1) * (N + 1) * (N + 1) * (N + 1))); end;

procedure Add(w: Words);
var carried: Words; var next: Words;
begin
  carried := w;
  for k: Slot do
    if bag[k] < carried then next := bag[k]; bag[k] := carried; carried := next; end;
  end;
  if carried != 0 then error "messages pile up without end"; end;
end;
procedure Remove(w: Words);
var found: boolean;
begin
  found := false;
  for k: Slot do
    if !found & bag[k] = w then found := true; end;
    if found then if k = MaxBag then bag[k] := 0; else bag[k] := bag[k + 1]; end; end;
  end;
end;
procedure Send(t: Kind; from: Node; dest: Who; req: Node; acks: Count; data: Data);
var placed: boolean;
begin
  if dest = none then error "a message was sent to nobody"; end;
  if Channel(t) = 1 then
    if dest = N then error "a forward was sent to the home"; end;
    placed := false;
    for k: Place do
      if !placed & line[dest][k] = 0 then line[dest][k] := Word(t, from, dest, req, acks, data); placed := true; end;
    end;
    if !placed then error "messages pile up without end"; end;
  else
    Add(Word(t, from, dest, req, acks, data));
  end;
end;
function Others(from: Who): Count;
var count: Count;
begin
  count := 0;
  for n: Cache do if home.sharers[n] & n != from then count := count + 1; end; end;
  return count;
end;
function Quiet(): boolean;
begin
  if bag[0] != 0 then return false; end;
  for n: Cache do if line[n][0] != 0 then return false; end; end;
  return true;
end;
)";

inline constexpr const char* promises = R"(
-- A store makes the writer's copy fresh and every other stale; what is on its way to a reader was fresh a moment ago.
procedure MakeNewest();
var words: array[Slot] of Words; var kept: Data;
begin
  for n: Cache do cache[n].data := 0; end;
  home.memory := 0;
  for k: Slot do words[k] := bag[k]; bag[k] := 0; end;
  for k: Slot do
    if words[k] != 0 then
      kept := 0;
      if Channel(KindOf(words[k])) = 2 & DestOf(words[k]) != N & DataOf(words[k]) != 0 then kept := 2; end;
      Add(words[k] - DataOf(words[k]) + kept);
    end;
  end;
end;

-- No access is forgotten, swallowed or completed unasked; what completes finds the newest data.
procedure Serve(i: Cache; e: CacheEvent; done: Done);
var asked: boolean;
begin
  if cache[i].data = 2 then
    if done != Done_Load | May(cache[i].state) != 0 then error "an access found stale data"; end;
    cache[i].data := 0;
  elsif (done = Done_Load | done = Done_Store) & cache[i].data != 1 then error "an access found stale data"; end;
  if e = CE_Load | e = CE_Store | e = CE_RMW then
    if done != Done_Nothing & ((done = Done_Load) != (e = CE_Load)) then error "the wrong access was completed"; end;
    if done = Done_Nothing then
      if cache[i].owed != Owed_Nothing then error "an access was swallowed"; end;
      if e = CE_Load then cache[i].owed := Owed_Load; elsif e = CE_RMW then cache[i].owed := Owed_Rmw; else cache[i].owed := Owed_Store; end;
    end;
  elsif done != Done_Nothing then
    if done = Done_Load then asked := cache[i].owed = Owed_Load;
    else asked := cache[i].owed = Owed_Rmw | (done = Done_Store & cache[i].owed = Owed_Store); end;
    if !asked then error "an access was completed unasked"; end;
    cache[i].owed := Owed_Nothing;
  end;
  if cache[i].owed != Owed_Nothing & Stable(cache[i].state) then error "an access was forgotten"; end;
  if e = CE_Evict & Stable(cache[i].state) & May(cache[i].state) != 0 then error "an eviction was taken and the line stays"; end;
  if done = Done_Store then MakeNewest(); cache[i].data := 1; end;
end;

procedure CoreActs(i: Cache; e: CacheEvent);
var taken: boolean; var done: Done;
begin
  done := Done_Nothing;
  CacheRow(i, e, i, i, 0, 0, taken, done);
  if taken then Serve(i, e, done);
  elsif Quiet() then error "stuck: nothing is in flight, yet an access or an eviction stalls"; end;
end;

procedure CacheTakes(i: Cache; w: Words; var taken: boolean);
var done: Done; var e: CacheEvent;
begin
  done := Done_Nothing;
  e := CacheColumn(i, KindOf(w), AcksOf(w));
  CacheRow(i, e, FromOf(w), ReqOf(w), AcksOf(w), DataOf(w), taken, done);
  if taken then
    Serve(i, e, done);
    if Confirms & (done = Done_Load | done = Done_Store) then Send(T_Confirm, i, N, i, 0, 0); end;
  end;
end;

procedure HomeTakes(w: Words; var taken: boolean);
begin
  taken := false;
  if KindOf(w) = T_Confirm then
    if home.hold != FromOf(w) then error "a confirmation that nobody awaits"; end;
    home.hold := none;
    taken := true;
  elsif !(home.hold != none & IsRequest(KindOf(w))) then
    HomeRow(HomeColumn(KindOf(w), FromOf(w)), FromOf(w), ReqOf(w), AcksOf(w), DataOf(w), taken);
    if taken & Confirms & IsRequest(KindOf(w)) & KindOf(w) != T_Atomic then home.hold := FromOf(w); end;
    if taken & KindOf(w) = T_Atomic then
      if home.memory != 1 then error "an atomic found stale data"; end;
      MakeNewest();
      home.memory := 1;
    end;
  end;
end;
)";

inline constexpr const char* columns = R"(
function IsRequest(t: Kind): boolean; begin return t = T_GetS | t = T_GetM | t = T_Upgrade | t = T_Atomic; end;
function CacheColumn(i: Cache; t: Kind; acks: Count): CacheEvent;
begin
  switch t
    case T_FwdGetS: return CE_FwdGetS;
    case T_FwdGetF: return CE_FwdGetF;
    case T_AskF: return CE_AskF;
    case T_FwdGetM: return CE_FwdGetM;
    case T_Inv: return CE_Inv;
    case T_Share: return CE_Share;
    case T_Recall: return CE_Recall;
    case T_PutAck: return CE_PutAck;
    case T_Exclusive: return CE_Exclusivedata;
    case T_DataF: return CE_DataF;
    case T_DataOnce: return CE_DataOnce;
    case T_Data: if cache[i].acks + acks = 0 then return CE_Datanoacksleft; else return CE_Dataacksleft; end;
    case T_AckCount, T_OwnerAckCount: if cache[i].acks + acks = 0 then return CE_AckCountnoneleft; else return CE_AckCountacksleft; end;
    case T_InvAck: if cache[i].acks = 1 then return CE_LastInvAck; else return CE_InvAck; end;
    case T_Result: return CE_Result;
    else error "a cache was sent a message meant for a directory";
  endswitch;
end;
function HomeColumn(t: Kind; from: Node): HomeEvent;
var sharer: boolean;
begin
  sharer := false;
  if from != N then sharer := home.sharers[from]; end;
  switch t
    case T_GetS: if home.owner = from then return DE_GetSfromforwarder; else return DE_GetS; end;
    case T_GetSBack: return DE_GetSBack;
    case T_GetM: if home.owner = from then return DE_GetMfromowner; elsif sharer then return DE_GetMfromsharer; else return DE_GetM; end;
    case T_Upgrade: if home.owner = from | sharer then return DE_Upgrade; else return DE_GetM; end;
    case T_Atomic: if Others(none) = 0 then return DE_Atomicnosharers; else return DE_Atomic; end;
    case T_PutS: if sharer & Others(from) = 0 then return DE_LastPutS; else return DE_PutS; end;
    case T_PutM: if home.owner = from then return DE_PutMfromowner; else return DE_PutMstale; end;
    case T_PutE: if home.owner = from then return DE_PutEfromowner; else return DE_PutEstale; end;
    case T_PutO: if home.owner = from then return DE_PutOfromowner; else return DE_PutOstale; end;
    case T_Data: return DE_Data;
    case T_Clean: return DE_Clean;
    case T_InvAck: if home.acks = 1 then return DE_LastInvAck; else return DE_InvAck; end;
    else error "a directory was sent a message meant for a cache";
  endswitch;
end;
)";

inline constexpr const char* properties = R"(
invariant "one writer and then no reader"
  forall a: Cache do forall b: Cache do a = b | !(May(cache[a].state) = 2 & May(cache[b].state) != 0) end end;
invariant "the books name an owner exactly where the state has one"
  (home.owner != none) = HomeOwned(home.state);
invariant "the books name sharers only where the state has some"
  HomeShared(home.state) | Others(none) = 0;
invariant "no acks are awaited in a state of rest"
  (!HomeStable(home.state) | home.acks = 0) & forall a: Cache do !Stable(cache[a].state) | cache[a].acks = 0 end;
invariant "not stranded: nothing is in flight, so all is at rest and nothing is held"
  !Quiet() | (HomeStable(home.state) & home.hold = none & forall a: Cache do Stable(cache[a].state) end);
invariant "the books agree with every copy at rest"
  !Quiet() | forall a: Cache do
    (Owns(cache[a].state) = (home.owner = a & !HomeForwarder(home.state))) &
    (May(cache[a].state) = 0 | Owns(cache[a].state) | home.sharers[a] | (home.owner = a & HomeForwarder(home.state))) &
    (Silent | (May(cache[a].state) != 0 & !Owns(cache[a].state)) | !(home.sharers[a] | (home.owner = a & HomeForwarder(home.state))))
  end;
)";

inline constexpr const char* rules = R"(
startstate
begin
  for a: Cache do
    cache[a].state := C_I; cache[a].data := 0; cache[a].acks := 0; cache[a].owed := Owed_Nothing;
    home.sharers[a] := false;
    for k: Place do line[a][k] := 0; end;
  end;
  for k: Slot do bag[k] := 0; end;
  home.state := D_I; home.owner := none; home.memory := 1; home.acks := 0; home.hold := none;
end;
ruleset a: Cache do
  rule "load" begin CoreActs(a, CE_Load); end;
  rule "store" begin CoreActs(a, CE_Store); end;
  rule "read-modify-write" Far ==> begin CoreActs(a, CE_RMW); end;
  rule "evict" begin CoreActs(a, CE_Evict); end;
  rule "a forward arrives" line[a][0] != 0 ==>
  var taken: boolean;
  begin
    CacheTakes(a, line[a][0], taken);
    if taken then for k: Place do if k = MaxLine then line[a][k] := 0; else line[a][k] := line[a][k + 1]; end; end; end;
  end;
end;
ruleset s: Slot do
  rule "a request or a response arrives" bag[s] != 0 ==>
  var taken: boolean; var w: Words;
  begin
    w := bag[s];
    Remove(w);
    if DestOf(w) = N then HomeTakes(w, taken); else CacheTakes(DestOf(w), w, taken); end;
    if !taken then Add(w); end;
  end;
end;
)";

}  // namespace hitm::protocols::murphi
