// Finding the one number that makes a model agree with what was observed.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace hitm::sim {

/// Distances of a prediction from each observation (predicted minus observed), in the observations' own unit.
using Distances = std::vector<double>;

struct Tried {
    double value = 0;
    Distances distances;

    /// The signed distance of a single observation; the root mean square of several.
    double distance() const;
};

struct SearchRange {
    double low = 0;
    double high = 0;
    unsigned coarse = 7;       ///< values of the first grid, evaluated together
    unsigned refinements = 8;  ///< at most so many more, one after the other
    double good_enough = 0;    ///< stop at such a distance
    double near = 0;           ///< where several values fit, the one nearest to this is taken
};

struct Found {
    double value = 0;
    Distances distances;
    std::vector<Tried> tried;       ///< the curve, by rising value
    std::vector<double> also_near;  ///< other places where the curve crosses the observation (to the grid's accuracy)
    bool reached = false;           ///< false: no value of the range gives what was observed; the nearest was taken

    double root_mean_square() const;
};

/// Evaluates the grid in one call, then brackets. One observation: where the distance changes sign, regula falsi (Illinois);
/// without a change of sign, and with several observations, a golden-section search of the smallest root mean square around the best
/// grid point. The grid is even in the logarithm where low > 0. The curve need not be monotone. Values have five
/// significant digits, so that the text of a found value reproduces it.
/// `evaluate` may return fewer results than asked for when the work was stopped: the search ends there.
Found search(const SearchRange& range, const std::function<std::vector<Distances>(std::span<const double>)>& evaluate);

}  // namespace hitm::sim
