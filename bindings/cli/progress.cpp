// Draws the bar.
#include "bindings/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace hitm::cli {

ProgressBar::ProgressBar(bool quiet) : visible_(!quiet && isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::clear() const {
    if (visible_) fmt::print(stderr, "\r\033[K");
}

bool ProgressBar::due() {
    const auto now = std::chrono::steady_clock::now();
    if (!visible_ || now - last_ < std::chrono::milliseconds(100)) return false;
    last_ = now;
    return true;
}

void ProgressBar::tell(const std::string& what) {
    if (!due()) return;
    fmt::print(stderr, "\r\033[K{}", what);
    std::fflush(stderr);
}

void ProgressBar::show(std::uint64_t done, std::uint64_t asked, const std::string& what) {
    if (asked == 0 || !due()) return;
    constexpr std::uint64_t cells = 30;
    const auto full = static_cast<std::size_t>(cells * done / asked);
    fmt::print(stderr, "\r\033[K[{}{}] {}/{} {}", std::string(full, '#'), std::string(cells - full, '.'), done, asked, what);
    std::fflush(stderr);
}

}  // namespace hitm::cli
