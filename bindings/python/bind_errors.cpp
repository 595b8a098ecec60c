// Errors by whose fault they are: the user's are ValueErrors, ours RuntimeErrors, the system's OSErrors.
#include <system_error>

#include "bindings/python/bind.hpp"
#include "protocols/text.hpp"
#include "sim/machine/machine.hpp"
#include "sim/run/simulate.hpp"
#include "workloads/program/bad_scenario.hpp"

namespace hitm::python {

void bind_errors(py::module_& m) {
    const py::handle value_error = PyExc_ValueError;
    py::register_exception<layout::BadLayout>(m, "BadLayout", value_error).attr("__doc__") =
        "A layout, an edit or a patch is wrong: ``file:line: member: what is wrong; what would be right``.";
    py::register_exception<program::BadScenario>(m, "BadScenario", value_error).attr("__doc__") =
        "A scenario is wrong: ``file:line: key: what is wrong; what would be right``.";
    py::register_exception<sim::BadMachine>(m, "BadMachine", value_error).attr("__doc__") =
        "A machine is wrong, or too small for what is asked: ``file:line: key: what is wrong; what would be right``.";
    py::register_exception<protocols::BadProtocol>(m, "BadProtocol", value_error).attr("__doc__") =
        "A protocol's text is wrong, or the protocol does not hold: ``file:line: what is wrong; what would be right``.";
    py::register_exception<sim::Impossible>(m, "Impossible", PyExc_RuntimeError).attr("__doc__") =
        "A claim of the simulator was false. That is a fault of hitm: please report it with the text.";
    py::register_exception<sim::Stopped>(m, "Stopped", PyExc_RuntimeError).attr("__doc__") =
        "The work was stopped before there was anything to return.";
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const std::system_error& system) {
            PyErr_SetString(PyExc_OSError, system.what());
        }
    });
}

}  // namespace hitm::python
