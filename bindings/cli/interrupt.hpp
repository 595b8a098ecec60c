// Ctrl-C as a flag that long work looks at.
#pragma once

#include <atomic>
#include <thread>

namespace hitm::cli {

/// While it lives, the first SIGINT or SIGTERM sets the flag and a second one ends the process at once. Signals are awaited by a thread
/// of its own, so no global variable is needed. Build it before any other thread.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    const std::atomic<bool>& flag() const { return flag_; }

private:
    std::atomic<bool> flag_ = false;
    std::jthread waiter_;
};

}  // namespace hitm::cli
