// Breaks the tables one small way at a time; the checker must notice every one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <utility>

#include "protocols/print.hpp"

namespace hitm::protocols {
namespace {

const Protocol& mesi() { return *find("MESI"); }

/// From cheap to dear: most mutants fall at the first.
const std::vector<Setting> settings{
    {.caches = 2},
    {.levels = 2, .clusters = 1, .caches = 2},
    {.caches = 3},
    {.levels = 2, .clusters = 2, .caches = 1},
    {.levels = 2, .clusters = 1, .caches = 3},
};

bool noticed(const Protocol& mutant) {
    return std::ranges::any_of(settings, [&](const Setting& s) { return !check(mutant, s).holds; });
}

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
ActionList<typename Role::Action> without(const ActionList<typename Role::Action>& actions, std::size_t drop) {
    std::array<typename Role::Action, ActionList<typename Role::Action>::capacity> kept{};
    std::size_t n = 0;
    for (std::size_t i = 0; i < actions.size(); ++i)
        if (i != drop) kept[n++] = actions.begin()[i];
    switch (n) {
        case 0: return {};
        case 1: return {kept[0]};
        case 2: return {kept[0], kept[1]};
        case 3: return {kept[0], kept[1], kept[2]};
        case 4: return {kept[0], kept[1], kept[2], kept[3]};
        default: return {kept[0], kept[1], kept[2], kept[3], kept[4]};
    }
}

/// Calls `judge(name, rows)` for every mutant of a table.
template <class Role>
void each_mutant(std::span<const Row<Role>> good, const std::function<void(const std::string&, std::span<const Row<Role>>)>& judge) {
    for (std::size_t r = 0; r < good.size(); ++r) {
        std::vector<Row<Role>> rows(good.begin(), good.end());
        for (std::size_t drop = 0; drop < good[r].perform.size(); ++drop) {
            rows[r].perform = without<Role>(good[r].perform, drop);
            const auto action = static_cast<std::size_t>(good[r].perform.begin()[drop]);
            judge(title(good[r]) + " without " + std::string(Role::actions[action].brief), rows);
        }
        rows[r] = good[r];
        if (good[r].next) {
            rows[r].next = stay;
            judge(title(good[r]) + " stays", rows);
        }
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(r));
        judge(title(good[r]) + " removed", rows);
    }
}

using Reasons = std::map<std::string, std::string>;

template <class Role>
void expect_all_noticed(const Table<Role>& table, const std::function<Protocol(const Table<Role>&)>& with, const Reasons& equal) {
    int total = 0;
    std::vector<std::string> survivors;
    each_mutant<Role>(table.rows(), [&](const std::string& name, std::span<const Row<Role>> rows) {
        ++total;
        const Table<Role> broken(rows);
        if (!noticed(with(broken))) survivors.push_back(name);
    });
    std::cout << total - static_cast<int>(survivors.size()) << " of " << total << " mutants noticed\n";
    std::vector<std::string> expected;
    for (const auto& [name, reason] : equal) expected.push_back(name);
    EXPECT_THAT(survivors, testing::UnorderedElementsAreArray(expected));
}

TEST(Mutants, of_the_cache_are_noticed) {
    const std::string leaving = "a cache that gave the line away while leaving only awaits its Put-Ack, whatever the state is called";
    const Reasons equal{
        {"[MI_A EI_A] x [Fwd-GetM] stays", leaving},
        {"[MI_A] x [Recall] stays", leaving},
        {"[EI_A] x [Recall] stays", leaving},
        {"[SI_A] x [Inv] stays", leaving},
    };
    expect_all_noticed<Cache>(
        mesi().cache,
        [](const Table<Cache>& t) {
            return Protocol{"mutant", t, mesi().directory, ""};
        },
        equal);
}

TEST(Mutants, of_the_directory_are_noticed) {
    const std::string no_copies = "S without sharers is I that no longer grants E: slower, never wrong";
    const Reasons equal{
        {"[E M] x [GetM] stays", "E is M that does not yet know of the write: it has every row of M"},
        {"[S] x [Outside writes, no copies] stays", no_copies},
        {"[S] x [Last PutS] stays", no_copies},
    };
    expect_all_noticed<Directory>(
        mesi().directory,
        [](const Table<Directory>& t) {
            return Protocol{"mutant", mesi().cache, t, ""};
        },
        equal);
}

}  // namespace
}  // namespace hitm::protocols
