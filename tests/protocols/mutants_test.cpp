// Breaks the tables of every protocol one small way at a time; the checker must notice each, or the list says why it is equal.
#include "tests/protocols/mutants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>

#include "protocols/check.hpp"
#include "protocols/starvation.hpp"
#include "tests/protocols/equal_mutants.hpp"
#include "tests/protocols/every.hpp"

namespace hitm::protocols {
namespace {

/// From cheap to dear: most mutants fall at the first.
const std::vector<Setting> settings{
    {.caches = 2},
    {.levels = 2, .clusters = 1, .caches = 2},
    {.caches = 3},
    {.levels = 2, .clusters = 2, .caches = 1},
    {.levels = 2, .clusters = 1, .caches = 3},
};

bool noticed(const Protocol& mutant) {
    return std::ranges::any_of(settings, [&](const Setting& s) { return !check(mutant, s).holds; }) ||
           !check_starvation(mutant, {.levels = 2, .clusters = 2, .caches = 1}).holds;
}

using Named = std::vector<std::string>;

template <class Role>
using With = std::function<Protocol(const Table<Role>&)>;

/// The mutants that those settings do not notice.
template <class Role>
Named survivors_of(const Table<Role>& table, const With<Role>& with) {
    int total = 0;
    Named survivors;
    mutants::each<Role>(table.rows(), [&](const std::string& name, std::span<const Row<Role>> rows) {
        ++total;
        const Table<Role> broken(rows);
        if (!noticed(with(broken))) survivors.push_back(name);
    });
    std::cout << total - static_cast<int>(survivors.size()) << " of " << total << " mutants noticed\n";
    return survivors;
}

/// Survivors are argued equal, or noticed by a setting too large for all of them.
template <class Role>
void expect_all_noticed(const Table<Role>& table, const With<Role>& with, const mutants::Reasons& equal, const Named& by_two_by_two) {
    Named unexplained;
    Named unseen;
    for (const auto& [name, reason] : equal) unseen.push_back(name);
    for (const auto& name : survivors_of<Role>(table, with)) {
        if (std::erase(unseen, name) == 0 && std::ranges::find(by_two_by_two, name) == by_two_by_two.end()) unexplained.push_back(name);
    }
    EXPECT_THAT(unexplained, testing::IsEmpty());
    EXPECT_THAT(unseen, testing::IsEmpty()) << "argued equal, and yet noticed or no mutant at all";
}

/// What only two clusters of two caches notice.
template <class Role>
void expect_noticed_by_two_by_two(const Table<Role>& table, const With<Role>& with, const Named& names) {
    mutants::each<Role>(table.rows(), [&](const std::string& name, std::span<const Row<Role>> rows) {
        if (std::ranges::find(names, name) == names.end()) return;
        const Table<Role> broken(rows);
        const auto verdict = check(with(broken), {.levels = 2, .clusters = 2, .caches = 2});
        EXPECT_FALSE(verdict.holds) << name;
        std::cout << name << ": " << verdict.broken << " (" << verdict.states << " states)\n";
    });
}

class MutantsSlow : public testing::TestWithParam<std::string> {
protected:
    const Protocol& protocol() const { return *find(GetParam()); }
    With<Cache> with_cache() const {
        return [this](const Table<Cache>& t) { return Protocol{"mutant", t, protocol().directory, ""}; };
    }
    With<Directory> with_directory() const {
        return [this](const Table<Directory>& t) { return Protocol{"mutant", protocol().cache, t, ""}; };
    }
    Named by_two_by_two() const { return mutants::noticed_by_two_by_two(GetParam()); }
};
class TwoByTwoSlow : public MutantsSlow {};

TEST_P(MutantsSlow, of_the_cache_are_noticed) {
    expect_all_noticed<Cache>(protocol().cache, with_cache(), mutants::equal_at_the_cache(GetParam()), by_two_by_two());
}

TEST_P(MutantsSlow, of_the_directory_are_noticed) {
    expect_all_noticed<Directory>(protocol().directory, with_directory(), mutants::equal_at_home(GetParam()), by_two_by_two());
}

TEST_P(TwoByTwoSlow, that_only_two_clusters_of_two_tell_are_noticed) {
    expect_noticed_by_two_by_two<Cache>(protocol().cache, with_cache(), by_two_by_two());
    expect_noticed_by_two_by_two<Directory>(protocol().directory, with_directory(), by_two_by_two());
}

INSTANTIATE_TEST_SUITE_P(Of, MutantsSlow, testing::ValuesIn(every_name()), by_name);
INSTANTIATE_TEST_SUITE_P(Moesi, TwoByTwoSlow, testing::Values("MOESI"), by_name);

}  // namespace
}  // namespace hitm::protocols
