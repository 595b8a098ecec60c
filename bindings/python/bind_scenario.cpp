// Scenarios: read from texts, with layouts and patches handed over as values.
#include "bindings/python/bind.hpp"
#include "workloads/program/scenario.hpp"

namespace hitm::python {
namespace {

using program::Scenario;
using program::Variant;

program::Given given_of(const std::map<std::string, py::dict>& layouts) {
    program::Given given;
    for (const auto& [name, dict] : layouts) given.emplace(name, to_layout(dict));
    return given;
}

Scenario parse(const std::string& text, const std::string& file, const std::map<std::string, py::dict>& layouts,
               const std::optional<std::pair<std::string, std::string>>& patch, const std::optional<program::LayoutEdits>& edits,
               const std::vector<std::pair<std::string, std::uint64_t>>& places) {
    auto scenario = program::read_scenario(text, file, program::Files::Open, given_of(layouts));
    if (patch) program::replace_fix_by_patch(scenario, patch->first, patch->second);
    if (edits) program::replace_fix_by_edits(scenario, *edits);
    for (const auto& [key, bytes] : places) program::vary_place(scenario, key, bytes);
    return scenario;
}

Variant variant_of(const std::string& name) {
    if (name == "before") return Variant::Before;
    if (name == "after") return Variant::After;
    throw program::BadScenario("variant: '" + name + "' is unknown; right would be before or after");
}

py::dict layouts(const Scenario& s, const std::string& variant) {
    py::dict all;
    for (const auto& [name, l] : s.side(variant_of(variant)).layouts) all[py::str(name)] = from_layout(l);
    return all;
}

py::list observations(const Scenario& s) {
    using namespace py::literals;
    py::list all;
    for (const auto& o : s.published)
        all.append(py::dict("threads"_a = o.threads, "change_percent"_a = o.change_percent, "before_per_second"_a = o.before_per_second,
                            "after_per_second"_a = o.after_per_second, "machine"_a = o.machine));
    return all;
}

py::list parameters(const Scenario& s) {
    using namespace py::literals;
    py::list all;
    for (const auto& p : s.parameters) {
        py::object range = py::none();
        if (p.range) range = py::make_tuple(program::to_text(p.range->first), program::to_text(p.range->second));
        all.append(py::dict("name"_a = p.name, "value"_a = program::to_text(p.value), "range"_a = range, "meaning"_a = p.meaning,
                            "source"_a = p.source));
    }
    return all;
}

}  // namespace

void bind_scenario(py::module_& m) {
    py::class_<Scenario>(m, "Scenario")
        .def_readonly("name", &Scenario::name)
        .def_readonly("about", &Scenario::about)
        .def_readonly("source", &Scenario::source)
        .def_readonly("machine", &Scenario::machine)
        .def_readonly("threads", &Scenario::threads)
        .def_property_readonly("has_fix", &Scenario::has_fix)
        .def_property_readonly("cpus", [](const Scenario& s) { return program::to_text(s.cpus); })
        .def_property_readonly("published", &observations)
        .def_property_readonly("parameters", &parameters)
        .def_property_readonly("fit", [](const Scenario& s) { return s.fit ? std::optional(s.fit->free) : std::nullopt; })
        .def_property_readonly("notes", [](const Scenario& s) { return program::notes(s); })
        .def("layouts", &layouts, py::arg("variant"))
        .def("resolved", [](const Scenario& s) { return s.resolved(); });
    m.def("parse_scenario", &parse, py::arg("text"), py::arg("file"), py::arg("layouts"), py::arg("patch"), py::arg("edits"),
          py::arg("places"));
}

}  // namespace hitm::python
