// Where a command's text and files go.
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
    void text(std::string_view text) const;  ///< as it is
    void table(const std::vector<std::vector<std::string>>& rows) const;

private:
    std::FILE* stream_;
};

/// Writes to stdout where path is "-", else to a file that appears whole or not at all. Throws std::system_error.
void write_whole(const std::string& path, std::string_view text);

}  // namespace hitm::cli
