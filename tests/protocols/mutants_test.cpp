// Breaks the tables of every protocol one small way at a time; the checker must notice each, or the list says why it is equal.
#include "tests/protocols/mutants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "protocols/check.hpp"
#include "tests/protocols/equal_mutants.hpp"

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
    return std::ranges::any_of(settings, [&](const Setting& s) { return !check(mutant, s).holds; });
}

template <class Role>
void expect_all_noticed(const Table<Role>& table, const std::function<Protocol(const Table<Role>&)>& with, const mutants::Reasons& equal) {
    int total = 0;
    std::vector<std::string> survivors;
    mutants::each<Role>(table.rows(), [&](const std::string& name, std::span<const Row<Role>> rows) {
        ++total;
        const Table<Role> broken(rows);
        if (!noticed(with(broken))) survivors.push_back(name);
    });
    std::cout << total - static_cast<int>(survivors.size()) << " of " << total << " mutants noticed, " << equal.size() << " argued equal\n";
    std::vector<std::string> expected;
    for (const auto& [name, reason] : equal) expected.push_back(name);
    EXPECT_THAT(survivors, testing::UnorderedElementsAreArray(expected));
}

class Mutants : public testing::TestWithParam<std::string> {
protected:
    const Protocol& protocol() const { return *find(GetParam()); }
};

TEST_P(Mutants, of_the_cache_are_noticed) {
    expect_all_noticed<Cache>(
        protocol().cache,
        [&](const Table<Cache>& t) {
            return Protocol{"mutant", t, protocol().directory, ""};
        },
        mutants::equal_at_the_cache(GetParam()));
}

TEST_P(Mutants, of_the_directory_are_noticed) {
    expect_all_noticed<Directory>(
        protocol().directory,
        [&](const Table<Directory>& t) {
            return Protocol{"mutant", protocol().cache, t, ""};
        },
        mutants::equal_at_home(GetParam()));
}

std::vector<std::string> names() {
    std::vector<std::string> all_names;
    for (const auto& p : all()) all_names.emplace_back(p.name);
    return all_names;
}

INSTANTIATE_TEST_SUITE_P(Of, Mutants, testing::ValuesIn(names()), [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace hitm::protocols
