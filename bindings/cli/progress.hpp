// A progress bar on stderr, where that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hitm::cli {

/// Draws at most ten times a second, on one line that disappears at the end.
class ProgressBar {
public:
    explicit ProgressBar(bool quiet);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(std::uint64_t done, std::uint64_t asked, const std::string& what);
    /// Says where it is where nobody knows how far it is to the end.
    void tell(const std::string& what);
    void clear() const;

private:
    bool due();

    bool visible_;
    std::chrono::steady_clock::time_point last_{};
};

}  // namespace hitm::cli
