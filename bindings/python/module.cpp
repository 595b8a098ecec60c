// The extension hitm._core: the rooms' values and functions as the package hitm needs them. Users see the package, not this.
#include "bindings/python/bind.hpp"

PYBIND11_MODULE(_core, m) {
    m.doc() = "The compiled part of hitm. Use the package; what is here may change.";
    m.def("version", [] { return HITM_VERSION; });
    using namespace hitm::python;
    for (const auto bind : {bind_errors, bind_layout, bind_protocol, bind_machine, bind_scenario, bind_experiment}) bind(m);
}
