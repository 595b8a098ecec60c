// The operators that break a table, one small way at a time.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "protocols/table.hpp"
#include "protocols/vocabulary.hpp"

namespace hitm::protocols::mutants {

/// Takes a broken table and what was done to it.
template <class Role>
using Judge = std::function<void(const std::string& name, std::span<const Row<Role>> rows)>;

template <class Role>
std::string title(const Row<Role>& row) {
    std::ostringstream text;
    const char* between = "[";
    for (const auto& s : Role::states)
        if (row.in.contains(s.id)) text << std::exchange(between, " ") << s.name;
    between = "] x [";
    for (const auto& e : Role::events)
        if (row.on.contains(e.id)) text << std::exchange(between, "; ") << e.name;
    text << "]";
    return text.str();
}

template <class Role>
std::string brief(typename Role::Action a) {
    return std::string(Role::actions[static_cast<std::size_t>(a)].brief);
}

template <class A>
ActionList<A> list_of(std::span<const A> actions) {
    ActionList<A> list;
    for (auto a : actions) list.add(a);
    return list;
}

template <class Role>
void drop_an_action(std::span<const Row<Role>> good, std::size_t r, const Judge<Role>& judge) {
    std::vector<Row<Role>> rows(good.begin(), good.end());
    const auto& perform = good[r].perform;
    for (std::size_t drop = 0; drop < perform.size(); ++drop) {
        std::vector<typename Role::Action> kept(perform.begin(), perform.end());
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(drop));
        rows[r].perform = list_of<typename Role::Action>(kept);
        judge(title(good[r]) + " without " + brief<Role>(perform.begin()[drop]), rows);
    }
}

/// What an action reads and what it writes: two of which neither touches what the other writes can be swapped, and nothing is changed.
enum Part : unsigned { Owner = 1, Sharers = 2, Bytes = 4, Acks = 8 };
struct Touches {
    unsigned reads = 0;
    unsigned writes = 0;
};

/// (That an access is done is told when the row is over, whatever stands behind it.)
inline Touches touches(Cache::Action a) {
    using enum Cache::Action;
    switch (a) {
        case TakeAcks:
        case CountAck: return {0, Acks};
        case TakeData: return {0, Bytes};
        case SendPutM:
        case SendPutO:
        case SendDataToReq:
        case SendDataFToReq:
        case SendDataToDir: return {Bytes, 0};
        default: return {};
    }
}

inline Touches touches(Directory::Action a) {
    using enum Directory::Action;
    switch (a) {
        case SendData:
        case SendDataF:
        case SendExclusive: return {Bytes, 0};
        case WriteMemory:
        case PerformAtomic: return {0, Bytes};
        case SendDataAndAcks: return {Bytes | Sharers, 0};
        case SendAckCount:
        case SendOwnerAckCount:
        case InvalidateSharers: return {Sharers, 0};
        case AddSharer:
        case DropSharer:
        case ClearSharers: return {0, Sharers};
        case RecallSharers: return {Sharers, Acks};
        case ForwardGetM: return {Owner | Sharers, 0};
        case ShareOwner: return {Owner, Sharers};
        case ForwardGetS:
        case ForwardGetF:
        case AskForwarder:
        case ShareBack:
        case RecallOwner: return {Owner, 0};
        case SetOwner:
        case ClearOwner: return {0, Owner};
        case CountAck: return {0, Acks};
        default: return {};
    }
}

inline bool only_adds(Cache::Action) { return false; }
inline bool only_adds(Directory::Action a) { return a == Directory::Action::AddSharer || a == Directory::Action::ShareOwner; }

template <class Action>
bool commute(Action a, Action b) {
    const auto x = touches(a);
    const auto y = touches(b);
    if (only_adds(a) && only_adds(b)) return true;  // to one set
    return (x.writes & (y.reads | y.writes)) == 0 && (y.writes & x.reads) == 0;
}

/// Swaps neighbours; those that commute by the table above are left out: no interleaving could tell.
template <class Role>
void swap_two(std::span<const Row<Role>> good, std::size_t r, const Judge<Role>& judge) {
    std::vector<Row<Role>> rows(good.begin(), good.end());
    for (std::size_t i = 0; i + 1 < good[r].perform.size(); ++i) {
        std::vector<typename Role::Action> order(good[r].perform.begin(), good[r].perform.end());
        if (commute(order[i], order[i + 1])) continue;
        std::swap(order[i], order[i + 1]);
        rows[r].perform = list_of<typename Role::Action>(order);
        judge(title(good[r]) + " with " + brief<Role>(order[i]) + " before " + brief<Role>(order[i + 1]), rows);
    }
}

template <class Role>
bool is_used(std::span<const Row<Role>> rows, typename Role::State s) {
    for (const auto& row : rows)
        if (row.in.contains(s)) return true;
    return false;
}

/// Forgets the next state; and puts another in its place, the next one of its kind (of rest or not) that the table uses.
template <class Role>
void change_next(std::span<const Row<Role>> good, std::size_t r, const Judge<Role>& judge) {
    if (!good[r].next) return;
    std::vector<Row<Role>> rows(good.begin(), good.end());
    rows[r].next = stay;
    judge(title(good[r]) + " stays", rows);
    const auto count = Role::states.size();
    for (std::size_t step = 1; step < count; ++step) {
        const auto& other = Role::states[(static_cast<std::size_t>(*good[r].next) + step) % count];
        if (other.stable != info(*good[r].next).stable || !is_used(good, other.id)) continue;
        rows[r].next = other.id;
        return judge(title(good[r]) + " becomes " + std::string(other.name), rows);
    }
}

template <class Role>
void drop_the_row(std::span<const Row<Role>> good, std::size_t r, const Judge<Role>& judge) {
    std::vector<Row<Role>> rows(good.begin(), good.end());
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(r));
    judge(title(good[r]) + " removed", rows);
}

/// Whether two rows do the same in a state.
template <class Role>
bool same_in(typename Role::State s, const Row<Role>& a, const Row<Role>& b) {
    return std::ranges::equal(a.perform, b.perform) && a.next.value_or(s) == b.next.value_or(s);
}

/// Gives the row a cell of another row: the first state, counting on from its own, that answers one of its events otherwise. (A row
/// widened over blank cells is no mutant: the checker proves that they are never entered.)
template <class Role>
void widen(std::span<const Row<Role>> good, std::size_t r, const Judge<Role>& judge) {
    const Table<Role> table(good);
    for (const auto& e : Role::events) {
        if (!good[r].on.contains(e.id)) continue;
        std::size_t own = 0;
        while (!good[r].in.contains(Role::states[own].id)) ++own;
        for (std::size_t step = 1; step < Role::states.size(); ++step) {
            const auto& s = Role::states[(own + step) % Role::states.size()];
            const auto* loser = table.find(s.id, e.id);
            if (loser == nullptr || same_in(s.id, *loser, good[r])) continue;
            std::vector<Row<Role>> rows;
            for (const auto& row : good) {  // the losing row keeps its other cells
                if (&row != loser) {
                    rows.push_back(row);
                    continue;
                }
                rows.push_back({row.in.without(s.id), row.on, row.perform, row.next});
                rows.push_back({s.id, row.on.without(e.id), row.perform, row.next});
            }
            rows.push_back({s.id, e.id, good[r].perform, good[r].next});
            judge(title(good[r]) + " also in " + std::string(s.name) + " x " + std::string(e.name), rows);
            break;
        }
    }
}

/// Calls `judge` for every mutant of a table.
template <class Role>
void each(std::span<const Row<Role>> good, const Judge<Role>& judge) {
    for (std::size_t r = 0; r < good.size(); ++r) {
        drop_an_action(good, r, judge);
        swap_two(good, r, judge);
        change_next(good, r, judge);
        drop_the_row(good, r, judge);
        widen(good, r, judge);
    }
}

}  // namespace hitm::protocols::mutants
