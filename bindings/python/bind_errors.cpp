// Errors by whose fault they are: the user's are ValueErrors, ours RuntimeErrors, the system's OSErrors.
#include <cstring>
#include <system_error>

#include "bindings/python/bind.hpp"
#include "protocols/text.hpp"
#include "sim/machine/machine.hpp"
#include "sim/run/simulate.hpp"
#include "workloads/program/bad_scenario.hpp"

namespace hitm::python {
namespace {

/// Texts quote what users wrote, and may cut it within a character: what is no UTF-8 is replaced.
void raise(PyObject* type, const std::exception& error) {
    const auto text = py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(error.what(), static_cast<py::ssize_t>(std::strlen(error.what())), "replace"));
    PyErr_SetObject(type, text.ptr());
}

void raise_ours(const char* type, const std::exception& error) {
    raise(py::object(py::module_::import("hitm._core").attr(type)).ptr(), error);
}

void translate(std::exception_ptr thrown) {
    try {
        if (thrown) std::rethrow_exception(thrown);
    } catch (const layout::BadLayout& error) {
        raise_ours("BadLayout", error);
    } catch (const program::BadScenario& error) {
        raise_ours("BadScenario", error);
    } catch (const sim::BadMachine& error) {
        raise_ours("BadMachine", error);
    } catch (const protocols::BadProtocol& error) {
        raise_ours("BadProtocol", error);
    } catch (const sim::Impossible& error) {
        raise_ours("Impossible", error);
    } catch (const sim::Stopped& error) {
        raise_ours("Stopped", error);
    } catch (const std::system_error& error) {
        raise(PyExc_OSError, error);
    } catch (const std::invalid_argument& error) {
        raise(PyExc_ValueError, error);
    }
}

}  // namespace

void bind_errors(py::module_& m) {
    const auto define = [&m](const char* name, PyObject* base, const char* doc) {
        const auto made =
            py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc((std::string("hitm._core.") + name).c_str(), doc, base, nullptr));
        m.add_object(name, made);
    };
    define("BadLayout", PyExc_ValueError,
           "A layout, an edit or a patch is wrong: ``file:line: member: what is wrong; what would be right``.");
    define("BadScenario", PyExc_ValueError, "A scenario is wrong: ``file:line: key: what is wrong; what would be right``.");
    define("BadMachine", PyExc_ValueError,
           "A machine is wrong, or too small for what is asked: ``file:line: key: what is wrong; what would be right``.");
    define("BadProtocol", PyExc_ValueError,
           "A protocol's text is wrong, or the protocol does not hold: ``file:line: what is wrong; what would be right``.");
    define("Impossible", PyExc_RuntimeError,
           "A claim of the simulator was false. That is a fault of hitm: please report it with the text.");
    define("Stopped", PyExc_RuntimeError, "The work was stopped before there was anything to return.");
    py::register_exception_translator(&translate);
}

}  // namespace hitm::python
