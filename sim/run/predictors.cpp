// The null predictors: no change, and a power law through what was fitted.
#include "sim/run/predictors.hpp"

#include <algorithm>
#include <cmath>

namespace hitm::sim {

double PowerLaw::at(unsigned threads) const { return scale * std::pow(static_cast<double>(threads), exponent); }

std::optional<PowerLaw> power_law(std::span<const program::Observation> on) {
    std::vector<std::pair<double, double>> logs;
    double sign = 0;
    for (const auto& o : on) {
        if (!o.change_percent || *o.change_percent == 0) continue;
        const double this_sign = *o.change_percent > 0 ? 1 : -1;
        if (sign != 0 && sign != this_sign) return {};
        sign = this_sign;
        logs.emplace_back(std::log(static_cast<double>(o.threads)), std::log(std::abs(*o.change_percent)));
    }
    if (logs.empty()) return {};
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto n = static_cast<double>(logs.size());
    for (const auto& [t, c] : logs) x += t / n, y += c / n;
    for (const auto& [t, c] : logs) xx += (t - x) * (t - x), xy += (t - x) * (c - y);
    const double exponent = xx > 0 ? xy / xx : 1.0;
    return PowerLaw{.scale = sign * std::exp(y - exponent * x), .exponent = exponent};
}

std::optional<Validation> validate_against_published(std::span<const Point> points, const std::optional<PowerLaw>& law) {
    Validation v;
    double model = 0, zero = 0, power = 0;
    for (const Point& p : points) {
        if (!p.published_percent || p.fitted) continue;
        const double published = *p.published_percent;
        ++v.points;
        model += std::pow(p.change_percent.mean - published, 2);
        zero += published * published;
        if (law) power += std::pow(law->at(p.threads) - published, 2);
    }
    if (v.points == 0) return {};
    const auto rms = [&](double sum) { return std::sqrt(sum / v.points); };
    v.model = rms(model), v.zero = rms(zero);
    if (law) v.power_law = rms(power);
    return v;
}

}  // namespace hitm::sim
