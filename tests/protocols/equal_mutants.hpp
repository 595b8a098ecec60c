// The mutants that no checker can notice, each with the reason why it is equal; and those that only two clusters of two caches notice.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hitm::protocols::mutants {

namespace why {
inline constexpr std::string_view leaving =
    "a cache that gave the line away while leaving only awaits its Put-Ack, whatever the state is called";
inline constexpr std::string_view unwritten = "E is M that does not yet know of the write: it has every row of M";
inline constexpr std::string_view no_sharers = "S without sharers is I that no longer grants E: slower, never wrong";
inline constexpr std::string_view none_to_drop = "there are no sharers to drop";
inline constexpr std::string_view waits = "the load waits for the store on its way, though its copy could answer: slower, never wrong";
inline constexpr std::string_view dirty_anyway = "M that was never written: its data go home once more than they need";
inline constexpr std::string_view brings_anyway = "data are brought that home already has: slower, never wrong";
inline constexpr std::string_view passes_back =
    "the request is passed back to memory, which is current, though the cache could answer: slower, never wrong";
inline constexpr std::string_view two_forwarders = "two caches may believe that they are F: only the one in home's books is asked";
inline constexpr std::string_view leaves_at_once = "F is dropped as soon as it came, in silence as it may: slower, never wrong";
inline constexpr std::string_view no_others = "O without sharers is M (or E): it has every row that these have";
inline constexpr std::string_view same_rows = "SM_A and OM_A have the same rows";
}  // namespace why

struct Equal {
    std::string_view protocol;
    std::string_view name;
    std::string_view why;
};

// clang-format off
inline constexpr auto at_the_cache = std::to_array<Equal>({
    {"MSI", "[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MSI", "[IS_D] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MSI", "[MI_A] x [Fwd-GetM] stays", why::leaving},
    {"MSI", "[MI_A] x [Recall] stays", why::leaving},
    {"MSI", "[SI_A] x [Inv] stays", why::leaving},
    {"MESI", "[EI_A] x [Recall] stays", why::leaving},
    {"MESI", "[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MESI", "[IS_D] x [Exclusive data] becomes M", why::dirty_anyway},
    {"MESI", "[IS_D] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MESI", "[MI_A EI_A] x [Fwd-GetM] stays", why::leaving},
    {"MESI", "[MI_A] x [Fwd-GetS] also in EI_A x Fwd-GetS", why::brings_anyway},
    {"MESI", "[MI_A] x [Recall] also in EI_A x Recall", why::brings_anyway},
    {"MESI", "[MI_A] x [Recall] stays", why::leaving},
    {"MESI", "[MI_A] x [Share] also in EI_A x Share", why::brings_anyway},
    {"MESI", "[SI_A] x [Inv] stays", why::leaving},
    {"MESIF", "[EI_A] x [Recall] stays", why::leaving},
    {"MESIF", "[I IS_D IS_D_I IM_AD IM_A] x [Ask-F] also in S x Ask-F", why::passes_back},
    {"MESIF", "[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MESIF", "[IS_D IS_D_I] x [Exclusive data] becomes M", why::dirty_anyway},
    {"MESIF", "[IS_D_I] x [Data-F; Data, no acks left] also in IS_D x Data-F", why::leaves_at_once},
    {"MESIF", "[IS_D IS_D_I] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MESIF", "[MI_A EI_A] x [Fwd-GetM] stays", why::leaving},
    {"MESIF", "[MI_A SI_A] x [Ask-F] also in S x Ask-F", why::passes_back},
    {"MESIF", "[MI_A] x [Fwd-GetF] also in EI_A x Fwd-GetF", why::brings_anyway},
    {"MESIF", "[MI_A] x [Fwd-GetS] also in EI_A x Fwd-GetS", why::brings_anyway},
    {"MESIF", "[MI_A] x [Recall] also in EI_A x Recall", why::brings_anyway},
    {"MESIF", "[MI_A] x [Recall] stays", why::leaving},
    {"MESIF", "[MI_A] x [Share] also in EI_A x Share", why::brings_anyway},
    {"MESIF", "[M] x [Ask-F] also in SM_AD x Ask-F", why::passes_back},
    {"MESIF", "[S F] x [Ask-F] becomes F", why::two_forwarders},
    {"MESIF", "[S F] x [Ask-F] stays", why::two_forwarders},
    {"MESIF", "[SI_A] x [Inv] stays", why::leaving},
    {"MOESI", "[EI_A] x [Recall] stays", why::leaving},
    {"MOESI", "[E] x [Evict] becomes OI_A", why::brings_anyway},
    {"MOESI", "[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MOESI", "[IS_D] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
    {"MOESI", "[MI_A EI_A OI_A] x [Fwd-GetM] stays", why::leaving},
    {"MOESI", "[MI_A OI_A] x [Recall] also in EI_A x Recall", why::brings_anyway},
    {"MOESI", "[MI_A OI_A] x [Recall] stays", why::leaving},
    {"MOESI", "[MI_A OI_A] x [Share] also in EI_A x Share", why::brings_anyway},
    {"MOESI", "[OI_A SI_A] x [Inv] stays", why::leaving},
    {"MOESI", "[OM_AC] x [Ack-Count, acks left] also in SM_AD x Ack-Count, acks left", why::same_rows},
    {"MOESI", "[SM_AD] x [Ack-Count, acks left] also in OM_AC x Ack-Count, acks left", why::same_rows},
});

inline constexpr auto at_home = std::to_array<Equal>({
    {"MSI", "[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
    {"MSI", "[I_D] x [Data] becomes S", why::no_sharers},
    {"MSI", "[M] x [PutM from owner] becomes S", why::no_sharers},
    {"MSI", "[S S_D] x [PutS; PutM, stale] also in M x PutM, stale", why::none_to_drop},
    {"MSI", "[S S_D] x [PutS; PutM, stale] also in M x PutS", why::none_to_drop},
    {"MSI", "[S] x [Last PutS] becomes S", why::no_sharers},
    {"MSI", "[S] x [Last PutS] stays", why::no_sharers},
    {"MSI", "[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
    {"MSI", "[S] x [Outside writes, no sharers] stays", why::no_sharers},
    {"MSI", "[S_D] x [Data] also in I_D x Data", why::no_sharers},
    {"MSI", "[S_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
    {"MESI", "[E M] x [GetM] stays", why::unwritten},
    {"MESI", "[E M] x [PutM from owner] becomes S", why::no_sharers},
    {"MESI", "[E] x [PutE from owner] becomes S", why::no_sharers},
    {"MESI", "[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
    {"MESI", "[I_D] x [Clean] becomes S", why::no_sharers},
    {"MESI", "[I_D] x [Data] becomes S", why::no_sharers},
    {"MESI", "[S S_D] x [PutS; PutM, stale; PutE, stale] also in E x PutE, stale", why::none_to_drop},
    {"MESI", "[S S_D] x [PutS; PutM, stale; PutE, stale] also in E x PutM, stale", why::none_to_drop},
    {"MESI", "[S S_D] x [PutS; PutM, stale; PutE, stale] also in E x PutS", why::none_to_drop},
    {"MESI", "[S] x [Last PutS] becomes S", why::no_sharers},
    {"MESI", "[S] x [Last PutS] stays", why::no_sharers},
    {"MESI", "[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
    {"MESI", "[S] x [Outside writes, no sharers] stays", why::no_sharers},
    {"MESI", "[S_D] x [Clean] also in I_D x Clean", why::no_sharers},
    {"MESI", "[S_D] x [Data] also in I_D x Data", why::no_sharers},
    {"MESI", "[S_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
    {"MESIF", "[E M] x [GetM] stays", why::unwritten},
    {"MESIF", "[F S_D F_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
    {"MESIF", "[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
    {"MESIF", "[I_D] x [Clean] becomes S", why::no_sharers},
    {"MESIF", "[I_D] x [Data] becomes S", why::no_sharers},
    {"MESIF", "[S F S_D F_D] x [PutS; PutM, stale; PutE, stale] also in E x PutE, stale", why::none_to_drop},
    {"MESIF", "[S F S_D F_D] x [PutS; PutM, stale; PutE, stale] also in E x PutM, stale", why::none_to_drop},
    {"MESIF", "[S F S_D F_D] x [PutS; PutM, stale; PutE, stale] also in E x PutS", why::none_to_drop},
    {"MESIF", "[S] x [Last PutS] becomes S", why::no_sharers},
    {"MESIF", "[S] x [Last PutS] stays", why::no_sharers},
    {"MESIF", "[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
    {"MESIF", "[S] x [Outside writes, no sharers] stays", why::no_sharers},
    {"MOESI", "[E M] x [GetM] stays", why::unwritten},
    {"MOESI", "[E M] x [PutM from owner] becomes S", why::no_sharers},
    {"MOESI", "[E] x [PutE from owner] becomes S", why::no_sharers},
    {"MOESI", "[I] x [GetS; GetS, agent may write] becomes O", why::no_others},
    {"MOESI", "[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
    {"MOESI", "[I_D] x [Clean] becomes S", why::no_sharers},
    {"MOESI", "[I_D] x [Data] becomes S", why::no_sharers},
    {"MOESI", "[O S_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
    {"MOESI", "[O] x [GetM from owner] stays", why::no_others},
    {"MOESI", "[O] x [GetM from sharer] stays", why::no_others},
    {"MOESI", "[O] x [GetM] also in M x GetM", why::no_others},
    {"MOESI", "[O] x [GetM] stays", why::no_others},
    {"MOESI", "[O] x [PutE from owner] also in E x PutE from owner", why::no_sharers},
    {"MOESI", "[O] x [PutM from owner; PutO from owner] also in M x PutM from owner", why::no_sharers},
    {"MOESI", "[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutE, stale", why::none_to_drop},
    {"MOESI", "[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutM, stale", why::none_to_drop},
    {"MOESI", "[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutO, stale", why::none_to_drop},
    {"MOESI", "[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutS", why::none_to_drop},
    {"MOESI", "[S] x [Last PutS] becomes S", why::no_sharers},
    {"MOESI", "[S] x [Last PutS] stays", why::no_sharers},
    {"MOESI", "[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
    {"MOESI", "[S] x [Outside writes, no sharers] stays", why::no_sharers},
    {"MOESI", "[S_D] x [Clean] also in I_D x Clean", why::no_sharers},
    {"MOESI", "[S_D] x [Data] also in I_D x Data", why::no_sharers},
});

/// Beyond the settings that all mutants are put to: noticed by two clusters of two caches.
inline constexpr auto by_two_by_two = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"MOESI", "[EI_A] x [Share] also in OI_A x Share"},
    {"MOESI", "[E] x [Share] also in O x Share"},
    {"MOESI", "[IM_AD IM_A SM_AD SM_A] x [Fwd-GetS; Fwd-GetM; Share; Recall] also in OM_AC x Share"},
    {"MOESI", "[IS_D] x [Fwd-GetS; Fwd-GetM; Inv; Share; Recall] also in OM_AC x Share"},
    {"MOESI", "[OM_AC] x [Share] also in OM_A x Share"},
    {"MOESI", "[OM_AC] x [Share] becomes SM_A"},
    {"MOESI", "[OM_AC] x [Share] removed"},
    {"MOESI", "[OM_AC] x [Share] stays"},
    {"MOESI", "[OM_AC] x [Share] without data to dir"},
    {"MOESI", "[O] x [Share] becomes E"},
    {"MOESI", "[O] x [Share] removed"},
    {"MOESI", "[O] x [Share] stays"},
    {"MOESI", "[O] x [Share] without data to dir"},
    {"MOESI", "[I E M] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in S x PutO, stale"},
    {"MOESI", "[I_D I_A I_DA] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in S x PutO, stale"},
});
// clang-format on

/// By the mutant's name: why it is equal.
using Reasons = std::map<std::string, std::string>;

template <class Table>
Reasons reasons_of(const Table& table, const std::string& protocol) {
    Reasons reasons;
    for (const auto& equal : table)
        if (equal.protocol == protocol) reasons.emplace(equal.name, equal.why);
    return reasons;
}

inline Reasons equal_at_the_cache(const std::string& protocol) { return reasons_of(at_the_cache, protocol); }
inline Reasons equal_at_home(const std::string& protocol) { return reasons_of(at_home, protocol); }

inline std::vector<std::string> noticed_by_two_by_two(const std::string& protocol) {
    std::vector<std::string> names;
    for (const auto& [of, name] : by_two_by_two)
        if (of == protocol) names.emplace_back(name);
    return names;
}

}  // namespace hitm::protocols::mutants
