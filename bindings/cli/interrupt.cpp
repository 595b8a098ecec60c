// Signals blocked everywhere and awaited in one thread.
#include "bindings/cli/interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <ctime>

namespace hitm::cli {
namespace {

constexpr int ended_by_interrupt = 130;

sigset_t interrupts() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

Interrupt::Interrupt() {
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    waiter_ = std::jthread([this, set](const std::stop_token& token) {
        const timespec moment{0, 50'000'000};
        while (!token.stop_requested()) {
            if (sigtimedwait(&set, nullptr, &moment) < 0) continue;
            if (flag_.exchange(true)) _exit(ended_by_interrupt);
        }
    });
}

Interrupt::~Interrupt() {
    waiter_.request_stop();
    waiter_.join();
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace hitm::cli
