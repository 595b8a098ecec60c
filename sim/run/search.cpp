// A grid, then Illinois' regula falsi or a golden section; common random numbers make the curve smooth enough for both.
#include "sim/run/search.hpp"

#include <algorithm>
#include <cmath>

namespace hitm::sim {
namespace {

double rms(const Distances& distances) {
    double sum = 0;
    for (const double d : distances) sum += d * d;
    return distances.empty() ? 0 : std::sqrt(sum / static_cast<double>(distances.size()));
}

/// To five significant digits: what is printed is what was simulated.
double rounded(double value) {
    if (value == 0) return 0;
    const double scale = std::pow(10.0, 4 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

using Evaluate = std::function<std::vector<Distances>(std::span<const double>)>;

/// The search as it goes: works on `scale(value)`, which is the logarithm where the range allows it.
class Search {
public:
    Search(const SearchRange& range, const Evaluate& evaluate)
        : range_(range), evaluate_(evaluate), logarithmic_(range.low > 0), from_(range.low), to_(range.high) {}

    Found run() {
        grid();
        if (tried_.empty()) return {};
        const bool single = tried_.front().distances.size() == 1;
        const auto crossings = single ? brackets() : std::vector<std::size_t>{};
        if (crossings.empty()) {
            golden_section();
        } else {
            const std::size_t chosen = nearest(crossings);
            for (const std::size_t c : crossings) {
                if (c != chosen) also_near_.push_back(rounded(crossing(tried_[c], tried_[c + 1])));
            }
            from_ = tried_[chosen].value, to_ = tried_[chosen + 1].value;
            regula_falsi(tried_[chosen], tried_[chosen + 1]);
        }
        return finish(!crossings.empty());
    }

private:
    double scale(double value) const { return logarithmic_ ? std::log(value) : value; }
    double value_at(double scaled) const { return logarithmic_ ? std::exp(scaled) : scaled; }

    bool good(const Tried& t) const { return std::abs(t.distance()) <= range_.good_enough; }

    void grid() {
        std::vector<double> values;
        const double low = scale(range_.low), high = scale(range_.high);
        const unsigned n = std::max(2u, range_.coarse);
        for (unsigned i = 0; i < n; ++i) values.push_back(rounded(value_at(low + (high - low) * i / (n - 1))));
        values.front() = range_.low, values.back() = range_.high;
        const auto results = evaluate_(values);
        for (std::size_t i = 0; i < results.size(); ++i) tried_.push_back({values[i], results[i]});
    }

    bool try_one(double exact, Tried& into) {
        const double value = rounded(exact);
        const auto results = evaluate_(std::span<const double>(&value, 1));
        if (results.empty()) return false;
        into = {value, results.front()};
        tried_.push_back(into);
        return true;
    }

    std::vector<std::size_t> brackets() const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i + 1 < tried_.size(); ++i) {
            if ((tried_[i].distance() < 0) != (tried_[i + 1].distance() < 0)) found.push_back(i);
        }
        return found;
    }

    double crossing(const Tried& a, const Tried& b) const {
        const double x = scale(a.value), y = scale(b.value), f = a.distance(), g = b.distance();
        return value_at(f == g ? (x + y) / 2 : x - f * (y - x) / (g - f));
    }

    std::size_t nearest(const std::vector<std::size_t>& crossings) const {
        const auto away = [&](std::size_t i) { return std::abs(scale(crossing(tried_[i], tried_[i + 1])) - scale(range_.near)); };
        return *std::ranges::min_element(crossings, {}, away);
    }

    void regula_falsi(Tried a, Tried b) {
        double f = a.distance(), g = b.distance();
        int side = 0;
        for (unsigned i = 0; i < range_.refinements && !good(a) && !good(b); ++i) {
            const double x = scale(a.value), y = scale(b.value);
            Tried middle;
            if (!try_one(value_at(f == g ? (x + y) / 2 : x - f * (y - x) / (g - f)), middle)) return;
            if (good(middle)) return;
            const double h = middle.distance();
            if ((h < 0) == (b.distance() < 0)) {
                b = middle, g = h;
                if (side == -1) f /= 2;
                side = -1;
            } else {
                a = middle, f = h;
                if (side == 1) g /= 2;
                side = 1;
            }
        }
    }

    void golden_section() {
        const auto loss = [](const Tried& t) { return rms(t.distances); };
        const auto best = static_cast<std::size_t>(std::ranges::min_element(tried_, {}, loss) - tried_.begin());
        double low = scale(tried_[best == 0 ? 0 : best - 1].value), high = scale(tried_[std::min(best + 1, tried_.size() - 1)].value);
        constexpr double ratio = 0.6180339887498949;
        Tried left, right;
        if (range_.refinements < 2 || !try_one(value_at(high - ratio * (high - low)), left)) return;
        if (!try_one(value_at(low + ratio * (high - low)), right)) return;
        for (unsigned i = 2; i < range_.refinements && !good(left) && !good(right); ++i) {
            const bool go_left = loss(left) <= loss(right);
            (go_left ? high : low) = scale((go_left ? right : left).value);
            (go_left ? right : left) = go_left ? left : right;
            const double next = go_left ? high - ratio * (high - low) : low + ratio * (high - low);
            if (!try_one(value_at(next), go_left ? left : right)) return;
        }
    }

    Found finish(bool reached) {
        // Only inside the bracket: a grid point elsewhere may be near another crossing by luck.
        const auto loss = [&](const Tried& t) { return t.value >= from_ && t.value <= to_ ? rms(t.distances) : HUGE_VAL; };
        const auto& best = *std::ranges::min_element(tried_, {}, loss);
        Found found{.value = best.value, .distances = best.distances, .tried = tried_, .also_near = also_near_};
        found.reached = reached || rms(best.distances) <= range_.good_enough;
        std::ranges::sort(found.tried, {}, &Tried::value);
        return found;
    }

    const SearchRange& range_;
    const Evaluate& evaluate_;
    const bool logarithmic_;
    double from_;
    double to_;
    std::vector<Tried> tried_;
    std::vector<double> also_near_;
};

}  // namespace

double Tried::distance() const { return distances.size() == 1 ? distances.front() : rms(distances); }
double Found::root_mean_square() const { return rms(distances); }

Found search(const SearchRange& range, const std::function<std::vector<Distances>(std::span<const double>)>& evaluate) {
    return Search(range, evaluate).run();
}

}  // namespace hitm::sim
