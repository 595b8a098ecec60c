// The null predictors in closed form.
#include "sim/run/predictors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hitm::sim {
namespace {

program::Observation change(unsigned threads, double percent) {
    program::Observation o;
    o.threads = threads, o.change_percent = percent;
    return o;
}

TEST(PowerLaw, through_one_point_grows_in_proportion) {
    const std::vector<program::Observation> on{change(64, 7.2)};
    const auto law = power_law(on);
    ASSERT_TRUE(law);
    EXPECT_EQ(law->exponent, 1);
    EXPECT_NEAR(law->at(64), 7.2, 1e-9);
    EXPECT_NEAR(law->at(128), 14.4, 1e-9);
}

TEST(PowerLaw, through_two_points_passes_both) {
    const std::vector<program::Observation> on{change(16, -1), change(64, -4)};
    const auto law = power_law(on);
    ASSERT_TRUE(law);
    EXPECT_NEAR(law->at(16), -1, 1e-9);
    EXPECT_NEAR(law->at(32), -2, 1e-9);
}

TEST(PowerLaw, is_none_where_no_change_was_fitted) {
    program::Observation rate;
    rate.threads = 4, rate.before_per_second = 1e6;
    EXPECT_FALSE(power_law(std::vector{rate}));
    EXPECT_FALSE(power_law(std::vector{change(16, -1), change(32, 1)}));
}

TEST(Validation, leaves_fitted_and_unpublished_points_out) {
    std::vector<Point> points(4);
    const double predicted[]{2, 3, 7.2, 9}, published[]{1, 2, 7.2, 0};
    for (std::size_t i = 0; i < 4; ++i) {
        points[i].threads = 16u << i;
        points[i].change_percent.mean = predicted[i];
        if (i < 3) points[i].published_percent = published[i];
    }
    points[2].fitted = true;
    const auto v = validate_against_published(points, PowerLaw{.scale = 7.2 / 64, .exponent = 1});
    ASSERT_TRUE(v);
    EXPECT_EQ(v->points, 2u);
    EXPECT_NEAR(v->model, 1, 1e-12);
    EXPECT_NEAR(v->zero, std::sqrt(2.5), 1e-12);
    EXPECT_NEAR(*v->power_law, std::sqrt((0.8 * 0.8 + 1.6 * 1.6) / 2), 1e-9);
    points[0].fitted = points[1].fitted = true;
    EXPECT_FALSE(validate_against_published(points, {}));
}

}  // namespace
}  // namespace hitm::sim
