// What the parts of the extension share: who binds what, values across the border, long work that Ctrl-C can stop.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>

#include "sim/run/bench.hpp"
#include "workloads/layout/layout.hpp"

namespace hitm::python {

namespace py = pybind11;

void bind_errors(py::module_& m);
void bind_layout(py::module_& m);
void bind_machine(py::module_& m);
void bind_protocol(py::module_& m);
void bind_scenario(py::module_& m);
void bind_experiment(py::module_& m);

/// A layout as the dictionary that hitm.layouts.Layout keeps, and back. Throws layout::BadLayout where members do not fit into what
/// holds them, so that nothing behind it need expect such a thing.
py::dict from_layout(const layout::Layout& layout);
layout::Layout to_layout(const py::dict& dict);

/// A flag that one thread sets to stop what another one does.
struct Stop {
    std::atomic<bool> flag = false;
};

/// Told of progress: done, asked, what. Or None.
using Tell = std::optional<py::function>;

/// Calls `work(stop, progress)` on a thread of its own, with the GIL released. Ten times a second `tell` hears of progress and Python's
/// signals are looked at; where one of these throws, the work is stopped and the exception goes on.
using Work = std::function<void(const std::atomic<bool>& stop, const sim::Progress& progress)>;
void interruptible(const Tell& tell, Stop* stop, const Work& work);

}  // namespace hitm::python
