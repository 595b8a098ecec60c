// The search for one number, on functions whose answer is known.
#include "sim/run/search.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hitm::sim {
namespace {

auto one_observation(const std::function<double(double)>& model, double observed) {
    return [=](std::span<const double> values) {
        std::vector<Distances> results;
        for (const double v : values) results.push_back({model(v) - observed});
        return results;
    };
}

TEST(Search, finds_the_root_of_a_falling_curve) {
    const auto found = search({.low = 1, .high = 100, .refinements = 12, .good_enough = 1e-6, .near = 10},
                              one_observation([](double x) { return 40 / x; }, 7.2));
    EXPECT_TRUE(found.reached);
    EXPECT_EQ(found.value, 5.5556) << "40 / 7.2 to five digits";
    EXPECT_TRUE(found.also_near.empty());
}

TEST(Search, stays_within_its_budget_of_evaluations) {
    std::size_t asked = 0;
    const auto model = one_observation([](double x) { return std::sin(x) + x; }, 5);
    const auto counting = [&](std::span<const double> v) {
        asked += v.size();
        return model(v);
    };
    search({.low = 0.1, .high = 50, .coarse = 7, .refinements = 5, .good_enough = 0, .near = 1}, counting);
    EXPECT_LE(asked, 12u);
}

TEST(Search, of_two_crossings_takes_the_one_near_the_stated_value_and_names_the_other) {
    // A hump over log x: crosses 0.5 at x = 10^(±sqrt(0.5)).
    const auto hump = [](double x) { return 1 - std::log10(x) * std::log10(x); };
    const double crossing = std::pow(10, std::sqrt(0.5));
    const SearchRange range{.low = 0.01, .high = 100, .coarse = 9, .refinements = 12, .good_enough = 1e-6, .near = 4};
    const auto found = search(range, one_observation(hump, 0.5));
    EXPECT_NEAR(found.value, crossing, 1e-4);
    ASSERT_EQ(found.also_near.size(), 1u);
    EXPECT_NEAR(found.also_near[0], 1 / crossing, 0.1);
}

TEST(Search, takes_the_nearest_and_says_so_where_nothing_fits) {
    const auto hump = [](double x) { return 1 - std::log10(x / 3) * std::log10(x / 3); };
    const auto found = search({.low = 0.01, .high = 100, .refinements = 14, .good_enough = 1e-3, .near = 1}, one_observation(hump, 2));
    EXPECT_FALSE(found.reached);
    EXPECT_NEAR(found.value, 3, 0.15);
    EXPECT_NEAR(found.root_mean_square(), 1, 1e-3);
}

TEST(Search, least_squares_of_several_observations) {
    // y = x at two places that disagree: 4 and 6; the best x is 5.
    const auto both = [](std::span<const double> values) {
        std::vector<Distances> results;
        for (const double v : values) results.push_back({v - 4, v - 6});
        return results;
    };
    const auto found = search({.low = 1, .high = 20, .refinements = 16, .good_enough = 1e-6, .near = 2}, both);
    EXPECT_NEAR(found.value, 5, 0.02);
    EXPECT_NEAR(found.root_mean_square(), 1, 1e-3);
}

TEST(Search, works_on_a_range_that_begins_at_zero) {
    const auto found = search({.low = 0, .high = 56, .refinements = 8, .good_enough = 1e-9, .near = 0},
                              one_observation([](double x) { return 2 * x; }, 33));
    EXPECT_NEAR(found.value, 16.5, 1e-6);
}

TEST(Search, ends_quietly_when_the_work_is_stopped) {
    const auto found = search({.low = 1, .high = 2}, [](std::span<const double>) { return std::vector<Distances>{}; });
    EXPECT_FALSE(found.reached);
    EXPECT_TRUE(found.tried.empty());
}

}  // namespace
}  // namespace hitm::sim
