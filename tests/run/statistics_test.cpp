// Statistics against published tables and closed forms.
#include "sim/run/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hitm::sim {
namespace {

TEST(Statistics, t_agrees_with_the_printed_table) {
    // Two-sided 95 %, as printed in every textbook (for example Abramowitz & Stegun, table 26.10).
    const std::pair<unsigned, double> table[]{{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {6, 2.447},  {9, 2.262},
                                              {10, 2.228}, {15, 2.131}, {20, 2.086}, {29, 2.045}, {30, 2.042}, {60, 2.000}, {120, 1.980}};
    for (const auto& [degrees, t] : table) EXPECT_NEAR(student_t(degrees), t, 0.0006) << degrees;
    EXPECT_NEAR(student_t(1000000), 1.960, 0.0005);
}

TEST(Statistics, interval_of_one_to_five_is_known) {
    const std::vector<double> samples{1, 2, 3, 4, 5};
    const Interval i = confidence(samples);
    const double half = 2.7764 * std::sqrt(2.5 / 5);
    EXPECT_DOUBLE_EQ(i.mean, 3);
    EXPECT_NEAR(i.low, 3 - half, 1e-4);
    EXPECT_NEAR(i.high, 3 + half, 1e-4);
}

TEST(Statistics, equal_samples_have_an_interval_of_no_width) {
    const std::vector<double> zeros{0, 0, 0, 0};
    EXPECT_EQ(confidence(zeros).low, 0);
    EXPECT_EQ(confidence(zeros).high, 0);
}

TEST(Statistics, one_sample_has_no_interval) {
    const std::vector<double> one{7};
    EXPECT_EQ(confidence(one).mean, 7);
    EXPECT_TRUE(std::isinf(confidence(one).half_width()));
}

TEST(Statistics, percentiles_lie_inside_their_bucket) {
    std::vector<std::uint64_t> histogram(200);
    histogram[80] = 50;  // [2^10, 2^10.125) ps
    histogram[88] = 50;  // [2^11, 2^11.125) ps
    EXPECT_NEAR(percentile_ps(histogram, 0.25), std::exp2(10 + 0.5 / 8), 1e-9);
    EXPECT_NEAR(percentile_ps(histogram, 0.75), std::exp2(11 + 0.5 / 8), 1e-9);
    EXPECT_EQ(percentile_ps({}, 0.5), 0);
}

TEST(Statistics, warmup_ends_where_the_values_become_steady) {
    std::vector<double> values;
    for (int i = 0; i < 60; ++i) values.push_back(i < 15 ? 100 - 5.0 * i : 20 + (i % 2 == 0 ? 1 : -1));
    const std::size_t length = warmup_length(values);
    EXPECT_GE(length, 15u);
    EXPECT_LE(length, 20u);
}

TEST(Statistics, steady_values_have_no_warmup_and_a_drift_at_most_half) {
    EXPECT_EQ(warmup_length(std::vector<double>(60, 3.0)), 0u);
    std::vector<double> rising;
    for (int i = 0; i < 60; ++i) rising.push_back(i);
    EXPECT_LE(warmup_length(rising), 30u);
    EXPECT_EQ(warmup_length({}), 0u);
}

}  // namespace
}  // namespace hitm::sim
