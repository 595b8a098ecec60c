// Long work beside a thread that listens to Python.
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "bindings/python/bind.hpp"

namespace hitm::python {
namespace {

using namespace std::chrono_literals;

/// What the worker says and the listener hears.
class Line {
public:
    void tell(std::uint64_t done, std::uint64_t asked, const std::string& what) {
        const std::lock_guard lock(mutex_);
        news_ = {done, asked, what};
        told_ = false;
    }
    void end(std::exception_ptr thrown) {
        const std::lock_guard lock(mutex_);
        thrown_ = std::move(thrown);
        ended_ = true;
        changed_.notify_one();
    }
    /// True when the work has ended.
    bool wait() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 100ms, [&] { return ended_; });
    }
    void hear(const Tell& tell) {
        std::tuple<std::uint64_t, std::uint64_t, std::string> news;
        {
            const std::lock_guard lock(mutex_);
            if (told_) return;
            told_ = true;
            news = news_;
        }
        if (tell) (*tell)(std::get<0>(news), std::get<1>(news), std::get<2>(news));
    }
    const std::exception_ptr& thrown() const { return thrown_; }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::tuple<std::uint64_t, std::uint64_t, std::string> news_;
    std::exception_ptr thrown_;
    bool told_ = true;
    bool ended_ = false;
};

void listen(Line& line, const Tell& tell) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    line.hear(tell);
}

}  // namespace

void interruptible(const Tell& tell, Stop* stop, const Work& work) {
    Stop own;
    std::atomic<bool>& flag = stop != nullptr ? stop->flag : own.flag;
    Line line;
    std::exception_ptr from_python;
    std::thread worker([&] {
        try {
            work(flag, [&](auto done, auto asked, const auto& what) { line.tell(done, asked, what); });
            line.end({});
        } catch (...) {
            line.end(std::current_exception());
        }
    });
    for (bool ended = false; !ended;) {
        {
            const py::gil_scoped_release others_may_run;
            ended = line.wait();
        }
        try {
            if (!from_python) listen(line, tell);
        } catch (...) {
            from_python = std::current_exception();
            flag = true;
        }
    }
    {
        const py::gil_scoped_release others_may_run;
        worker.join();
    }
    if (from_python) std::rethrow_exception(from_python);
    if (line.thrown()) std::rethrow_exception(line.thrown());
}

}  // namespace hitm::python
