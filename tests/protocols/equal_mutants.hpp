// The mutants that no checker can notice, each with the reason why it is equal; and those that only two clusters of two caches notice.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace hitm::protocols::mutants {

/// By the mutant's name.
using Reasons = std::map<std::string, std::string>;

namespace why {
inline const std::string leaving = "a cache that gave the line away while leaving only awaits its Put-Ack, whatever the state is called";
inline const std::string unwritten = "E is M that does not yet know of the write: it has every row of M";
inline const std::string no_sharers = "S without sharers is I that no longer grants E: slower, never wrong";
inline const std::string none_to_drop = "there are no sharers to drop";
inline const std::string waits = "the load waits for the store on its way, though its copy could answer: slower, never wrong";
inline const std::string dirty_anyway = "M that was never written: its data go home once more than they need";
inline const std::string brings_anyway = "data are brought that home already has: slower, never wrong";
inline const std::string passes_back =
    "the request is passed back to memory, which is current, though the cache could answer: slower, never wrong";
inline const std::string two_forwarders = "two caches may believe that they are F: only the one in home's books is asked";
inline const std::string no_others = "O without sharers is M (or E): it has every row that these have";
inline const std::string same_rows = "SM_A and OM_A have the same rows";
}  // namespace why

// clang-format off
inline Reasons equal_at_the_cache(const std::string& protocol) {
    if (protocol == "MSI")
        return {
            {"[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[IS_D] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[MI_A] x [Fwd-GetM] stays", why::leaving},
            {"[MI_A] x [Recall] stays", why::leaving},
            {"[SI_A] x [Inv] stays", why::leaving},
        };
    if (protocol == "MESI")
        return {
            {"[EI_A] x [Recall] stays", why::leaving},
            {"[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[IS_D] x [Exclusive data] becomes M", why::dirty_anyway},
            {"[IS_D] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[MI_A EI_A] x [Fwd-GetM] stays", why::leaving},
            {"[MI_A] x [Fwd-GetS] also in EI_A x Fwd-GetS", why::brings_anyway},
            {"[MI_A] x [Recall] also in EI_A x Recall", why::brings_anyway},
            {"[MI_A] x [Recall] stays", why::leaving},
            {"[MI_A] x [Share] also in EI_A x Share", why::brings_anyway},
            {"[SI_A] x [Inv] stays", why::leaving},
        };
    if (protocol == "MESIF")
        return {
            {"[EI_A] x [Recall] stays", why::leaving},
            {"[I IS_D IS_D_I IM_AD IM_A] x [Ask-F] also in S x Ask-F", why::passes_back},
            {"[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[IS_D IS_D_I] x [Exclusive data] becomes M", why::dirty_anyway},
            {"[IS_D IS_D_I] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[MI_A EI_A] x [Fwd-GetM] stays", why::leaving},
            {"[MI_A SI_A] x [Ask-F] also in S x Ask-F", why::passes_back},
            {"[MI_A] x [Fwd-GetF] also in EI_A x Fwd-GetF", why::brings_anyway},
            {"[MI_A] x [Fwd-GetS] also in EI_A x Fwd-GetS", why::brings_anyway},
            {"[MI_A] x [Recall] also in EI_A x Recall", why::brings_anyway},
            {"[MI_A] x [Recall] stays", why::leaving},
            {"[MI_A] x [Share] also in EI_A x Share", why::brings_anyway},
            {"[M] x [Ask-F] also in SM_AD x Ask-F", why::passes_back},
            {"[S F] x [Ask-F] becomes F", why::two_forwarders},
            {"[S F] x [Ask-F] stays", why::two_forwarders},
            {"[SI_A] x [Inv] stays", why::leaving},
        };
    if (protocol == "MOESI")
        return {
            {"[EI_A] x [Recall] stays", why::leaving},
            {"[E] x [Evict] becomes OI_A", why::brings_anyway},
            {"[IM_AD IM_A] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[IS_D] x [Load; Store; RMW; Evict] also in SM_AD x Load", why::waits},
            {"[MI_A EI_A OI_A] x [Fwd-GetM] stays", why::leaving},
            {"[MI_A OI_A] x [Recall] also in EI_A x Recall", why::brings_anyway},
            {"[MI_A OI_A] x [Recall] stays", why::leaving},
            {"[MI_A OI_A] x [Share] also in EI_A x Share", why::brings_anyway},
            {"[OI_A SI_A] x [Inv] stays", why::leaving},
            {"[OM_AC] x [Ack-Count, acks left] also in SM_AD x Ack-Count, acks left", why::same_rows},
            {"[SM_AD] x [Ack-Count, acks left] also in OM_AC x Ack-Count, acks left", why::same_rows},
        };
    return {};
}

inline Reasons equal_at_home(const std::string& protocol) {
    if (protocol == "MSI")
        return {
            {"[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
            {"[I_D] x [Data] becomes S", why::no_sharers},
            {"[M] x [PutM from owner] becomes S", why::no_sharers},
            {"[S S_D] x [PutS; PutM, stale] also in M x PutM, stale", why::none_to_drop},
            {"[S S_D] x [PutS; PutM, stale] also in M x PutS", why::none_to_drop},
            {"[S] x [Last PutS] becomes S", why::no_sharers},
            {"[S] x [Last PutS] stays", why::no_sharers},
            {"[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
            {"[S] x [Outside writes, no sharers] stays", why::no_sharers},
            {"[S_D] x [Data] also in I_D x Data", why::no_sharers},
            {"[S_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
        };
    if (protocol == "MESI")
        return {
            {"[E M] x [GetM] stays", why::unwritten},
            {"[E M] x [PutM from owner] becomes S", why::no_sharers},
            {"[E] x [PutE from owner] becomes S", why::no_sharers},
            {"[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
            {"[I_D] x [Clean] becomes S", why::no_sharers},
            {"[I_D] x [Data] becomes S", why::no_sharers},
            {"[S S_D] x [PutS; PutM, stale; PutE, stale] also in E x PutE, stale", why::none_to_drop},
            {"[S S_D] x [PutS; PutM, stale; PutE, stale] also in E x PutM, stale", why::none_to_drop},
            {"[S S_D] x [PutS; PutM, stale; PutE, stale] also in E x PutS", why::none_to_drop},
            {"[S] x [Last PutS] becomes S", why::no_sharers},
            {"[S] x [Last PutS] stays", why::no_sharers},
            {"[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
            {"[S] x [Outside writes, no sharers] stays", why::no_sharers},
            {"[S_D] x [Clean] also in I_D x Clean", why::no_sharers},
            {"[S_D] x [Data] also in I_D x Data", why::no_sharers},
            {"[S_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
        };
    if (protocol == "MESIF")
        return {
            {"[E M] x [GetM] stays", why::unwritten},
            {"[F S_D F_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
            {"[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
            {"[I_D] x [Clean] becomes S", why::no_sharers},
            {"[I_D] x [Data] becomes S", why::no_sharers},
            {"[S F S_D F_D] x [PutS; PutM, stale; PutE, stale] also in E x PutE, stale", why::none_to_drop},
            {"[S F S_D F_D] x [PutS; PutM, stale; PutE, stale] also in E x PutM, stale", why::none_to_drop},
            {"[S F S_D F_D] x [PutS; PutM, stale; PutE, stale] also in E x PutS", why::none_to_drop},
            {"[S] x [Last PutS] becomes S", why::no_sharers},
            {"[S] x [Last PutS] stays", why::no_sharers},
            {"[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
            {"[S] x [Outside writes, no sharers] stays", why::no_sharers},
        };
    if (protocol == "MOESI")
        return {
            {"[E M] x [GetM] stays", why::unwritten},
            {"[E M] x [PutM from owner] becomes S", why::no_sharers},
            {"[E] x [PutE from owner] becomes S", why::no_sharers},
            {"[I] x [GetS; GetS, agent may write] becomes O", why::no_others},
            {"[I_A] x [Last Inv-Ack] becomes S", why::no_sharers},
            {"[I_D] x [Clean] becomes S", why::no_sharers},
            {"[I_D] x [Data] becomes S", why::no_sharers},
            {"[O S_D] x [Last PutS] also in S x Last PutS", why::no_sharers},
            {"[O] x [GetM from owner] stays", why::no_others},
            {"[O] x [GetM from sharer] stays", why::no_others},
            {"[O] x [GetM] also in M x GetM", why::no_others},
            {"[O] x [GetM] stays", why::no_others},
            {"[O] x [PutE from owner] also in E x PutE from owner", why::no_sharers},
            {"[O] x [PutM from owner; PutO from owner] also in M x PutM from owner", why::no_sharers},
            {"[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutE, stale", why::none_to_drop},
            {"[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutM, stale", why::none_to_drop},
            {"[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutO, stale", why::none_to_drop},
            {"[S O S_D] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in E x PutS", why::none_to_drop},
            {"[S] x [Last PutS] becomes S", why::no_sharers},
            {"[S] x [Last PutS] stays", why::no_sharers},
            {"[S] x [Outside writes, no sharers] becomes S", why::no_sharers},
            {"[S] x [Outside writes, no sharers] stays", why::no_sharers},
            {"[S_D] x [Clean] also in I_D x Clean", why::no_sharers},
            {"[S_D] x [Data] also in I_D x Data", why::no_sharers},
        };
    return {};
}

/// Beyond the settings that all mutants are put to: noticed by two clusters of two caches.
inline std::vector<std::string> noticed_by_two_by_two(const std::string& protocol) {
    if (protocol != "MOESI") return {};
    return {
        "[EI_A] x [Share] also in OI_A x Share",
        "[E] x [Share] also in O x Share",
        "[IM_AD IM_A SM_AD SM_A] x [Fwd-GetS; Fwd-GetM; Share; Recall] also in OM_AC x Share",
        "[IS_D] x [Fwd-GetS; Fwd-GetM; Inv; Share; Recall] also in OM_AC x Share",
        "[OM_AC] x [Share] also in OM_A x Share",
        "[OM_AC] x [Share] becomes SM_A",
        "[OM_AC] x [Share] removed",
        "[OM_AC] x [Share] stays",
        "[OM_AC] x [Share] without data to dir",
        "[O] x [Share] becomes E",
        "[O] x [Share] removed",
        "[O] x [Share] stays",
        "[O] x [Share] without data to dir",
        "[I E M] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in S x PutO, stale",
        "[I_D I_A I_DA] x [PutS; PutM, stale; PutE, stale; PutO, stale] also in S x PutO, stale",
    };
}
// clang-format on

}  // namespace hitm::protocols::mutants
