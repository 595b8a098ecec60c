"""Would we notice? A tree that breaks one rule at a time is refused by that rule, on that line; a tidy one passes."""

import sys
import tempfile
import unittest
from pathlib import Path

import source
import tidy

TIDY_TREE = {f"{room}/README.md": "# A room\n\n## Warts\n\nNone yet.\n" for room in tidy.ROOMS} | {
    "protocols/table.hpp": "// The form of a table.\n#pragma once\n\n#include <array>\n",
    "sim/units.hpp": "// Time.\n#pragma once\nnamespace sim {\nstruct A {\n    static constexpr int a = 1;\n    static A read();\n};\n}\n",
    "sim/run/run.cpp": '// Runs. Not a "#define", and no TO-DO.\n#include <tbb/parallel_for.h>\n\n#include "protocols/table.hpp"\n#include "sim/units.hpp"\n',
    "dev": "#!/bin/sh\n# The one task script.\n",
}


def cpp(*lines: str) -> str:
    return "// What lives here.\n" + "".join(line + "\n" for line in lines)


# (rule, file, its text, line of the finding)
VIOLATIONS = [
    ("layers", "protocols/a.cpp", cpp('#include "sim/units.hpp"'), 2),
    ("layers", "workloads/a.cpp", cpp('#include "protocols/table.hpp"'), 2),
    ("layers", "sim/units.cpp", cpp("", '#include "protocols/table.hpp"'), 3),
    ("layers", "sim/topology/a.cpp", cpp('#include "protocols/table.hpp"'), 2),
    ("layers", "sim/run/a.cpp", cpp('#include "bindings/cli/commands.hpp"'), 2),
    ("layers", "elsewhere/a.cpp", cpp(), 1),
    ("from_the_root", "protocols/a.cpp", cpp('#include "table.hpp"'), 2),
    ("third_parties", "protocols/a.cpp", cpp("#include <fmt/format.h>"), 2),
    ("third_parties", "sim/machine/a.cpp", cpp("#include <boost/graph/adjacency_list.hpp>"), 2),
    ("third_parties", "sim/core/a.cpp", cpp("#include <tbb/parallel_for.h>"), 2),
    ("third_parties", "sim/run/a.cpp", cpp("#include <yaml-cpp/yaml.h>"), 2),
    ("third_parties", "workloads/program/a.cpp", cpp("#include <bpf/btf.h>"), 2),
    ("third_parties", "workloads/program/a.cpp", cpp("#include <elfutils/libdw.h>"), 2),
    ("third_parties", "sim/run/a.cpp", cpp("#include <nlohmann/json.hpp>"), 2),
    ("third_parties", "sim/run/a.cpp", cpp("#include <CLI/CLI.hpp>"), 2),
    ("third_parties", "sim/run/a.cpp", cpp("#include <absl/strings/str_cat.h>"), 2),
    ("no_third_party_in_a_header", "sim/topology/a.hpp", cpp("#pragma once", "#include <boost/graph/graph_traits.hpp>"), 3),
    ("pragma_once", "sim/a.hpp", cpp(), 1),
    ("short_files", "sim/a.cpp", cpp(*["int a();"] * 400), 401),
    ("short_functions", "sim/a.cpp", cpp("", "int f(int a) {", *["    ++a;"] * 69, "    return a;", "}"), 3),
    ("short_functions", "sim/a.cpp", cpp("A::A(int a) : a_{a}, b_(a) {", *["    ++a_;"] * 70, "}"), 2),
    ("short_functions", "sim/a.cpp", cpp("namespace sim {", "struct A {", "    int f() const {", *["        g();"] * 70, "    }", "};", "}"), 4),
    ("first_line_says_what", "sim/a.cpp", "int a();\n", 1),
    ("first_line_says_what", "dev", "#!/bin/sh\nset -e\n", 2),
    ("first_line_says_what", "sim/CMakeLists.txt", "add_library(sim)\n", 1),
    ("no_macros", "sim/a.cpp", cpp("#define TWICE(x) ((x) + (x))"), 2),
    ("no_shared_ptr", "sim/a.cpp", cpp("std::shared_ptr<int> a();"), 2),
    ("no_mutable_static", "sim/a.cpp", cpp("int f() {", "    static int calls = 0;", "    return ++calls;", "}"), 3),
    ("no_mutable_static", "sim/a.cpp", cpp("struct A {", "    static std::map<int, int> all;", "};"), 3),
    ("no_mutable_static", "sim/a.cpp", cpp("thread_local int depth{0};"), 2),
    ("no_leftovers", "sim/machine/a.yaml", "# TODO: the links\n", 1),
    ("no_leftovers", "sim/a.cpp", cpp("// FIXME"), 2),
    ("no_place_of_this_machine", "sim/a.cpp", cpp('constexpr auto a = "/home/anna/hitm";'), 2),
    ("spelling", "sim/a.cpp", cpp("// As Cmake does."), 2),
    ("spelling_in_prose", "bindings/more.md", "# More\n\nIn python.\n", 3),
    ("no_common_drawer", "sim/utils/a.cpp", cpp(), 1),
    ("readmes", "sim/README.md", "# sim\n", 1),
    ("readmes", "sim/README.md", None, 1),
]


class Tidy(unittest.TestCase):
    def refused(self, changed: dict[str, str | None]) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for path, text in (TIDY_TREE | changed).items():
                if text is not None:
                    (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                    (Path(folder) / path).write_text(text)
            return tidy.findings(Path(folder))

    def test_a_tidy_tree_passes(self):
        self.assertEqual(self.refused({}), [])

    def test_each_violation_is_refused_by_its_rule_on_its_line(self):
        for rule, path, text, line in VIOLATIONS:
            with self.subTest(rule=rule, path=path, text=text):
                found = self.refused({path: text})
                self.assertTrue(any(f.startswith(f"{path}:{line}: {rule}: ") for f in found), found)

    def test_every_rule_has_its_violation(self):
        rules = {rule.check.__name__ for rule in tidy.RULES} | {"readmes"}
        self.assertEqual(rules, {rule for rule, *_ in VIOLATIONS})

    def test_every_layer_and_every_third_party_names_a_real_room(self):
        rooms = ("protocols/", "workloads/", "sim/", "bindings/", "tests/")
        for seen in [seen for line in tidy.LAYERS.values() for seen in line] + [place for _, places in tidy.THIRD_PARTIES.values() for place in places]:
            self.assertTrue(seen.startswith(rooms), seen)

    def test_words_in_strings_and_comments_are_no_code(self):
        text = cpp("// static int a = 0; shared_ptr", 'auto s = "#define A shared_ptr";', 'auto r = R"(static int b = 0;)";', "auto n = 1'000'000;")
        self.assertEqual(self.refused({"sim/a.cpp": text}), [])

    def test_functions_are_found_whatever_stands_around_them(self):
        text = """
            namespace a { namespace { int f(int b = {}) { if (b) { return 1; } return 0; } } }
            constexpr int table[] = {f(1), f(2)};
            struct A : B { A() : b_{1}, c_(2) { g(); } ~A() = default; bool operator<(const A&) const { return true; } };
            template <class T> auto h(T t) -> decltype(t()) { auto l = [&](int x) { return x; }; return l(t()); }
        """
        self.assertEqual([f.name for f in source.functions(text)], ["f", "A", "operator<", "h"])


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=2))
