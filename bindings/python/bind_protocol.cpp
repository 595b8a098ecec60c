// Protocols: found, read, proven, compared, shown row by row.
#include <fmt/format.h>

#include "bindings/python/bind.hpp"
#include "protocols/far.hpp"
#include "protocols/own.hpp"
#include "protocols/print.hpp"
#include "protocols/proof.hpp"
#include "protocols/starvation.hpp"
#include "protocols/text.hpp"
#include "protocols/trail.hpp"

namespace hitm::python {
namespace {

using protocols::OwnProtocol;
using protocols::Protocol;

/// One of the user's with the values that refer into it.
struct Kept {
    explicit Kept(OwnProtocol&& made) : own{std::move(made)}, protocol{own.protocol()} {}
    OwnProtocol own;
    Protocol protocol;
};

const Protocol& listed(const std::string& name) {
    const Protocol* found = protocols::find(name);
    if (found == nullptr) throw protocols::BadProtocol("protocol '" + name + "' is not known; right would be MSI, MESI, MESIF or MOESI");
    return *found;
}

/// Every cell of a role's table: state, event, actions, next.
template <class Role>
void append_cells(py::list& cells, const char* role, const protocols::Table<Role>& table) {
    for (const auto& state : Role::states)
        for (const auto& event : Role::events) {
            const auto* row = table.find(state.id, event.id);
            if (row == nullptr) continue;
            py::list actions;
            for (const auto action : row->perform) actions.append(std::string(Role::actions[static_cast<std::size_t>(action)].brief));
            py::object next = py::none();
            if (row->next) next = py::str(std::string(Role::states[static_cast<std::size_t>(*row->next)].name));
            cells.append(py::make_tuple(role, std::string(state.name), std::string(event.name), actions, next));
        }
}

py::list cells_of(const Protocol& p) {
    py::list cells;
    append_cells(cells, "cache", p.cache);
    append_cells(cells, "directory", p.directory);
    return cells;
}

py::dict from_verdict(const protocols::Setting& setting, const protocols::Verdict& v) {
    using namespace py::literals;
    const py::object key = v.moves.empty() ? py::none() : py::object(py::str(protocols::to_key({setting, v.moves})));
    return py::dict("setting"_a = protocols::describe(setting), "holds"_a = v.holds, "broken"_a = v.broken, "trail"_a = v.trail,
                    "key"_a = key, "states"_a = v.states, "transitions"_a = v.transitions, "depth"_a = v.depth, "seconds"_a = v.seconds);
}

protocols::Way way_of(const std::string& way) {
    if (way == "chain") return protocols::Way::Chain;
    if (way == "confirm") return protocols::Way::Confirm;
    throw protocols::BadProtocol("way: '" + way + "' is unknown; right would be chain or confirm");
}

py::dict checked(const Protocol& p, const protocols::Setting& setting, const Tell& tell) {
    try {
        protocols::expect_fits(setting);
    } catch (const std::invalid_argument& wrong) {
        throw protocols::BadProtocol(wrong.what());
    }
    protocols::Verdict verdict;
    interruptible(tell, nullptr, [&](const auto& stop, const auto& progress) {
        verdict = protocols::check(p, setting, [&](std::size_t states, std::size_t depth) {
            progress(states, 0, fmt::format("{} states, depth {}", states, depth));
            return !stop;
        });
    });
    return from_verdict(setting, verdict);
}

py::list differences(const Protocol& a, const Protocol& b) {
    py::list all;
    for (const auto& d : protocols::difference(a, b)) all.append(py::make_tuple(d.who, d.cell, d.before, d.after));
    return all;
}

}  // namespace

void bind_protocol(py::module_& m) {
    py::class_<Protocol>(m, "Protocol")
        .def_property_readonly("name", [](const Protocol& p) { return std::string(p.name); })
        .def_property_readonly("prose", [](const Protocol& p) { return std::string(p.prose); })
        .def("text", [](const Protocol& p) { return protocols::text(p); })
        .def("markdown", [](const Protocol& p) { return protocols::markdown(p); })
        .def("html", [](const Protocol& p) { return protocols::html(p); })
        .def("cells", &cells_of)
        .def(
            "check",
            [](const Protocol& p, int caches, int clusters, int levels, const std::string& inside, const std::string& outside,
               const Tell& tell) {
                return checked(
                    p, {.levels = levels, .clusters = clusters, .caches = caches, .inside = way_of(inside), .outside = way_of(outside)},
                    tell);
            },
            py::arg("caches"), py::arg("clusters"), py::arg("levels"), py::arg("inside"), py::arg("outside"), py::arg("tell"));
    py::class_<Kept>(m, "OwnProtocol")
        .def_property_readonly(
            "protocol", [](const Kept& k) -> const Protocol& { return k.protocol; }, py::return_value_policy::reference_internal);
    m.def("listed_protocol", &listed, py::arg("name"), py::return_value_policy::reference);
    m.def(
        "far_protocol", [](const std::string& name) { return std::make_unique<Kept>(protocols::far_atomics(listed(name))); },
        py::arg("name"));
    m.def(
        "parse_protocol",
        [](const std::string& text, const std::string& file) { return std::make_unique<Kept>(protocols::read_protocol(text, file)); },
        py::arg("text"), py::arg("file"));
    m.def(
        "prove",
        [](const Protocol& p) -> std::optional<std::string> {
            std::optional<std::string> report;
            interruptible({}, nullptr, [&](const auto&, const auto&) {
                if (const auto fault = protocols::first_fault(p))
                    report = protocols::report(fault->setting, fault->verdict, std::string(p.name));
            });
            return report;
        },
        py::arg("protocol"));
    m.def(
        "chart", [](const Protocol& p, const std::string& key) { return protocols::chart(p, protocols::parse_key(key)); },
        py::arg("protocol"), py::arg("key"));
    m.def("difference", &differences, py::arg("a"), py::arg("b"));
}

}  // namespace hitm::python
