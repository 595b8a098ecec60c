// Where a command's text and files go, and text tables.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace hitm::cli {

/// Text for people: stdout, or stderr where stdout carries JSON (`--json -`).
class Output {
public:
    explicit Output(const std::string& json_path) : stream_(json_path == "-" ? stderr : stdout) {}

    void line(std::string_view text = {}) const;
    void table(const std::vector<std::vector<std::string>>& rows) const;

private:
    std::FILE* stream_;
};

/// Rows with their columns aligned, the first to the left and the others to the right, two blanks between; the first row is the heading.
/// Width is counted in characters of UTF-8.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

/// Writes to stdout where path is "-", else to a file that appears whole or not at all. Throws std::system_error.
void write_whole(const std::string& path, std::string_view text);

/// "1.93 M", "412 k", "17.2": three digits, for rates.
std::string with_prefix(double value);

/// "+7.2 %", "-0.15 %".
std::string percent(double value, int digits = 2);

/// "+6.9 … +7.5".
std::string span_of(double low, double high, int digits = 2);

}  // namespace hitm::cli
