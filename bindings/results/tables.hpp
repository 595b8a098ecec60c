// Text of lines and tables, and numbers as people read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hitm::results {

/// Grows line by line.
class Text {
public:
    void line(std::string_view text = {});
    void table(const std::vector<std::vector<std::string>>& rows);

    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

/// Rows with their columns aligned, the first to the left and the others to the right, two blanks between; the first row is the heading.
/// Width is counted in characters of UTF-8.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

/// "1.93 M", "412 k", "17.2": three digits, for rates.
std::string with_prefix(double value);

/// "+7.2 %", "-0.15 %".
std::string percent(double value, int digits = 2);

/// "+6.9 … +7.5".
std::string span_of(double low, double high, int digits = 2);

}  // namespace hitm::results
