// What an experiment has to say: points, what was fitted, cause, cost, verdict.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/search.hpp"
#include "sim/run/statistics.hpp"
#include "sim/stats/result.hpp"
#include "workloads/program/scenario.hpp"
#include "workloads/source.hpp"

namespace hitm::sim {

struct VariantOutcome {
    Interval ops_per_second;               ///< sampling interval
    RunResult total;                       ///< all replicates added up (see `add`)
    std::vector<workloads::Field> fields;  ///< by the FieldIds in `total`

    double per_operation(double amount) const { return total.operations == 0 ? 0 : amount / static_cast<double>(total.operations); }
    /// "file.f_ref"; "?" for no_field.
    std::string name_of(workloads::FieldId field) const;
};

struct Point {
    unsigned threads = 0;
    bool fitted = false;  ///< an observation at this point was fitted
    std::optional<double> published_percent;
    unsigned replicates = 0;
    bool narrow = false;                  ///< the sampling interval reached its goal
    std::uint64_t warmup_operations = 0;  ///< of each run
    std::uint64_t operations = 0;         ///< measured, of each run
    VariantOutcome before;
    VariantOutcome after;
    Interval change_percent;                          ///< paired; low and high are the sampling interval
    std::optional<std::array<double, 2>> parameters;  ///< parameters' interval; none where no parameter varies
};

/// Which end of which parameter moved the change how far: one at a time, the free number refitted where there is one.
struct ParameterEnd {
    std::string name;
    double value = 0;                    ///< base units, as program::Values
    std::optional<double> refitted;      ///< the free number that goes with it
    bool reached = true;                 ///< false: with it no value of the free number gives what was observed
    std::vector<double> change_percent;  ///< by point
};

struct Fitted {
    std::string free;
    double value = 0;  ///< base units
    std::vector<program::Observation> on;
    double residual_percent = 0;    ///< rms of predicted minus observed: points for a change, percent of a rate
    bool reached = true;            ///< false: no value of the range gives what was observed
    std::vector<double> also_near;  ///< other values that fit
    std::vector<Tried> tried;       ///< the curve
};

/// Root mean square distances, in percentage points, from the published points that were not fitted.
struct Validation {
    unsigned points = 0;
    double model = 0;
    double zero = 0;                  ///< of the prediction "no change"
    std::optional<double> power_law;  ///< of the power law through the fitted points
};

/// change = scale · threads^exponent through the fitted changes: two or more fix both by least squares of the logarithms; one alone
/// takes exponent 1, the simplest law that grows.
struct PowerLaw {
    double scale = 0;
    double exponent = 1;

    double at(unsigned threads) const;
};

enum class VerdictKind { FalseSharingRemoved, HelpsOtherwise, TrueSharingRemains, Moved, NoEffect, Harmful };

/// As INTERFACES names them; HelpsOtherwise ("helps otherwise") is for fixes that gain without removing false sharing.
std::string to_text(VerdictKind kind);

struct Verdict {
    VerdictKind kind = VerdictKind::NoEffect;
    std::optional<unsigned> from_threads;  ///< the first thread count from which on the change exceeds 1 %, at every larger one too
    std::string text;
};

struct Prediction {
    program::Values values;  ///< of every parameter, the fitted one included
    std::vector<Point> points;
    std::optional<Fitted> fit;
    std::optional<PowerLaw> power_law;
    std::optional<Validation> validation;  ///< none where nothing published was left to predict
    std::vector<ParameterEnd> ends;
    std::vector<program::Bytes> cost;
    Verdict verdict;
    std::vector<std::string> notes;
    bool stopped = false;  ///< the user stopped it: what had been done is here
};

}  // namespace hitm::sim
