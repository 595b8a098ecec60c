// Published beside predicted: a table that is printed and held to its tolerance.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace hitm::papers {

/// One table of one publication.
class Table {
public:
    explicit Table(const std::string& title) {
        std::printf("%s\n  %-46s %10s %10s %8s\n", title.c_str(), "", "published", "predicted", "error");
    }

    /// Prints the row and fails the test where the error is beyond the tolerance.
    void row(const std::string& what, double published, double predicted, double tolerance_percent) {
        const double error = 100.0 * (predicted / published - 1.0);
        std::printf("  %-46s %10.1f %10.1f %+7.1f%%\n", what.c_str(), published, predicted, error);
        EXPECT_LE(std::abs(error), tolerance_percent) << what << ": published " << published << ", predicted " << predicted;
        sum_ += std::abs(error);
        ++rows_;
    }

    double mean_error_percent() const { return rows_ > 0 ? sum_ / rows_ : 0.0; }

    ~Table() { std::printf("  mean error %.1f %%\n", mean_error_percent()); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

private:
    double sum_ = 0;
    int rows_ = 0;
};

}  // namespace hitm::papers
