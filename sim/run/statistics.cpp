// Closed forms of the statistics; no tables.
#include "sim/run/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

namespace hitm::sim {
namespace {

/// Where nothing changes, the smallest error lies anywhere by luck: the first cut that is nearly as good is taken.
constexpr double near_least = 1.1;

/// P(|T| < t): the finite series of Abramowitz & Stegun 26.7.3 and 26.7.4.
double within(double t, unsigned degrees) {
    const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
    const double cosine = std::cos(angle), sine = std::sin(angle);
    const bool odd = degrees % 2 == 1;
    double term = odd ? cosine : 1.0, sum = 0;
    for (unsigned k = odd ? 1 : 0; k + 2 <= degrees; k += 2) {
        sum += term;
        term *= cosine * cosine * (k + 1.0) / (k + 2.0);
    }
    return odd ? (angle + sine * sum) * 2 / std::numbers::pi : sine * sum;
}

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squares_around(std::span<const double> values, double mean) {
    return std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, double v) { return sum + (v - mean) * (v - mean); });
}

}  // namespace

double student_t(unsigned degrees_of_freedom) {
    // The series grows with the degrees; beyond these the quantile differs from the last by less than 2e-5.
    const unsigned degrees = std::min(degrees_of_freedom, 20000u);
    double low = 0, high = 16;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (within(middle, degrees) < 0.95 ? low : high) = middle;
    }
    return (low + high) / 2;
}

Interval confidence(std::span<const double> samples) {
    if (samples.empty()) return {};
    const double mean = mean_of(samples);
    const auto n = samples.size();
    if (n == 1) return {mean, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const double variance = squares_around(samples, mean) / static_cast<double>(n - 1);
    const double half = student_t(static_cast<unsigned>(n - 1)) * std::sqrt(variance / static_cast<double>(n));
    return {mean, mean - half, mean + half};
}

double percentile_ps(std::span<const std::uint64_t> histogram, double share) {
    const auto total = std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0});
    if (total == 0) return 0;
    const double wanted = share * static_cast<double>(total);
    double below = 0;
    for (std::size_t bucket = 0; bucket < histogram.size(); ++bucket) {
        const auto here = static_cast<double>(histogram[bucket]);
        if (here > 0 && below + here >= wanted) return std::exp2((static_cast<double>(bucket) + (wanted - below) / here) / 8);
        below += here;
    }
    return std::exp2(static_cast<double>(histogram.size()) / 8);
}

std::size_t warmup_length(std::span<const double> values, std::size_t batch) {
    std::vector<double> means;
    for (std::size_t i = 0; i + batch <= values.size(); i += batch) means.push_back(mean_of(values.subspan(i, batch)));
    std::vector<double> errors;
    for (std::size_t cut = 0; cut <= means.size() / 2 && cut < means.size(); ++cut) {
        const auto rest = std::span<const double>(means).subspan(cut);
        const auto n = static_cast<double>(rest.size());
        errors.push_back(squares_around(rest, mean_of(rest)) / (n * n));
    }
    if (errors.empty()) return 0;
    const double good = near_least * *std::ranges::min_element(errors);
    const auto best = static_cast<std::size_t>(std::ranges::find_if(errors, [&](double e) { return e <= good; }) - errors.begin());
    return best * batch;
}

}  // namespace hitm::sim
