#!/usr/bin/env python3
"""Is it tidy? Checks the house rules on every file and prints file:line: rule: what is wrong; what would be right."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import source

Finding = tuple[int, str]  # line, text

# What a folder may include: `sim/` stands for all beneath, `sim/*.hpp` for the headers directly in it.
# The first line that begins a file's path counts, so a new folder of sim sees little until it has its line.
SIM = ["sim/*.hpp", "sim/stats/", "protocols/", "workloads/*.hpp"]
LAYERS = {
    "protocols/": ["protocols/"],
    "workloads/layout/": ["workloads/layout/", "workloads/*.hpp"],
    "workloads/program/": ["workloads/"],
    "workloads/library/": ["workloads/"],
    "workloads/": ["workloads/*.hpp"],
    "sim/machine/": ["sim/machine/", "sim/*.hpp", "protocols/"],
    "sim/stats/": SIM,
    "sim/topology/": ["sim/topology/", "sim/machine/", "sim/*.hpp"],
    "sim/kernel/": ["sim/kernel/", "sim/topology/", "sim/machine/", *SIM],
    "sim/network/": ["sim/network/", "sim/kernel/", "sim/topology/", "sim/machine/", *SIM],
    "sim/core/": ["sim/core/", "sim/cache/", "sim/network/", "sim/kernel/", "sim/topology/", "sim/machine/", *SIM],
    "sim/cache/": ["sim/cache/", "sim/network/", "sim/kernel/", "sim/topology/", "sim/machine/", *SIM],
    "sim/cluster/": ["sim/cluster/", "sim/cache/", "sim/network/", "sim/kernel/", "sim/topology/", "sim/machine/", *SIM],
    "sim/home/": ["sim/home/", "sim/cache/", "sim/network/", "sim/kernel/", "sim/topology/", "sim/machine/", *SIM],
    "sim/run/": ["sim/", "protocols/", "workloads/"],
    "sim/": ["sim/*.hpp"],
    "bindings/results/": ["bindings/results/", "sim/", "protocols/", "workloads/"],
    "bindings/cli/": ["bindings/cli/", "bindings/results/", "sim/", "protocols/", "workloads/"],
    "bindings/python/": ["bindings/", "sim/", "protocols/", "workloads/"],
    "tests/": ["tests/", "bindings/", "sim/", "protocols/", "workloads/"],
}

# Where a third party may appear, by the headers it is known by.
THIRD_PARTIES = {
    "Boost.Graph": (r"boost/", ["sim/topology/*.cpp", "protocols/starvation.cpp"]),
    "oneTBB": (r"(tbb|oneapi)/", ["sim/kernel/*.cpp", "sim/run/*.cpp", "protocols/check.cpp", "tests/protocols/*.cpp"]),
    "yaml-cpp": (r"yaml-cpp/", ["workloads/program/*.cpp", "sim/machine/*.cpp"]),
    "libbpf": (r"bpf/|linux/btf\.h", ["workloads/layout/*.cpp"]),
    "libdw": (r"elfutils/|dwarf\.h|g?elf\.h|libelf\.h", ["workloads/layout/*.cpp"]),
    "CLI11": (r"CLI/", ["bindings/cli/*"]),
    "JSON for Modern C++": (r"nlohmann/", ["bindings/*", "tests/*.cpp"]),
    "pybind11": (r"pybind11/", ["bindings/python/*"]),
    "fmt": (r"fmt/", ["workloads/*.cpp", "sim/*.cpp", "bindings/*.cpp", "tests/*.cpp"]),
    "GoogleTest": (r"g(test|mock)/", ["tests/*"]),
    "Google Benchmark": (r"benchmark/", ["tests/perf/*"]),
    "the system": (r"(sys|linux|asm)/\w+\.h|(unistd|fcntl|signal|sched|pthread)\.h", ["workloads/*.cpp", "sim/kernel/*.cpp", "sim/run/*.cpp", "bindings/*.cpp", "tests/*"]),
}

ROOMS = ["protocols", "workloads", "workloads/layout", "workloads/program", "sim", "sim/machine", "sim/topology", "sim/run", "bindings", "notebooks", "tests"]

CPP = ("*.cpp", "*.hpp")
COMMENTED = (*CPP, "*.py", "*.cmake", "*CMakeLists.txt", "dev", ".ci/run")
PROSE = ("*.md",)
EVERYTHING = ("*",)
MISSPELT = {"Cmake": "CMake", "Github": "GitHub", "Pytest": "pytest", "Boost graph": "Boost.Graph", "yaml-Cpp": "yaml-cpp"}
MISSPELT_IN_PROSE = {"python": "Python", "cmake": "CMake", "linux": "Linux", "json": "JSON", "yaml": "YAML"} | MISSPELT


@dataclass
class File:
    root: Path
    path: str  # from the root, with slashes
    text: str

    def matches(self, patterns: tuple[str, ...] | list[str]) -> bool:
        return any(fnmatch(self.path, pattern) for pattern in patterns)


def layers(file: File) -> Iterator[Finding]:
    home = next((prefix for prefix in LAYERS if file.path.startswith(prefix)), None)
    if home is None:
        yield 1, "C++ outside of the rooms; right would be a folder named in the table LAYERS"
        return
    for include in source.includes(file.text):
        if include.quoted and not any(may_see(include.path, seen) for seen in LAYERS[home]):
            yield include.line, f'"{include.path}" is not for {home}; right would be one of {", ".join(LAYERS[home])}'


def may_see(path: str, seen: str) -> bool:
    return path.startswith(seen) or ("*" in seen and fnmatch(path, seen) and path.count("/") == seen.count("/"))


def from_the_root(file: File) -> Iterator[Finding]:
    for include in source.includes(file.text):
        if include.quoted and not (file.root / include.path).is_file():
            yield include.line, f'no file "{include.path}"; right would be its path from the root of the repository'


def third_parties(file: File) -> Iterator[Finding]:
    for include in source.includes(file.text):
        for name, (headers, places) in THIRD_PARTIES.items():
            if re.match(headers, include.path) and not file.matches(places):
                yield include.line, f"{name} here; right would be {' or '.join(places)}"
        if not include.quoted and not known(include.path):
            yield include.line, f"<{include.path}> is of no known third party; right would be a line in the table THIRD_PARTIES"


def standard(path: str) -> bool:
    return re.fullmatch(r"[a-z_0-9]+", path) is not None


def known(path: str) -> bool:
    return standard(path) or any(re.match(headers, path) for headers, _ in THIRD_PARTIES.values())


def no_third_party_in_a_header(file: File) -> Iterator[Finding]:
    for include in source.includes(file.text):
        if not include.quoted and not standard(include.path):
            yield include.line, f"<{include.path}> in a header; right would be the .cpp"


def pragma_once(file: File) -> Iterator[Finding]:
    if not re.search(r"^#pragma once$", file.text, re.MULTILINE):
        yield 1, "a header without #pragma once"


def short_files(file: File) -> Iterator[Finding]:
    lines = file.text.count("\n")
    if lines > 400:
        yield lines, f"{lines} lines; right would be at most 400: find the second idea in it"


def short_functions(file: File) -> Iterator[Finding]:
    for function in source.functions(source.code_only(file.text)):
        if function.lines > 70:
            yield function.line, f"{function.name} has {function.lines} lines; right would be at most 70, better 15"


def first_line_says_what(file: File) -> Iterator[Finding]:
    lines = file.text.splitlines() + ["", ""]
    at = 1 if lines[0].startswith("#!") else 0
    if not re.match(r"// \w|# \w|# `|// `|\"\"\"\w", lines[at]):
        yield at + 1, "no comment; right would be one sentence on what lives here"


def no_macros(file: File) -> Iterator[Finding]:
    yield from lines_with(r"^[ \t]*#[ \t]*define\b", source.code_only(file.text), "a macro; right would be constexpr, a template or a lambda")


def no_shared_ptr(file: File) -> Iterator[Finding]:
    yield from lines_with(r"\b(shared_ptr|make_shared)\b", source.code_only(file.text), "shared_ptr; right would be one owner: unique_ptr or a value")


def no_mutable_static(file: File) -> Iterator[Finding]:
    code = source.code_only(file.text)
    bodies = [(f.begin, f.end) for f in source.functions(code)]
    for m in re.finditer(r"\b(static|thread_local)\b([^;{}=()]*)([;{}=(])", code):
        constant = re.search(r"\b(const|constexpr|consteval)\b", m[2])
        in_body = any(begin < m.start() < end for begin, end in bodies)
        if not constant and (m[3] != "(" or in_body):
            yield source.line_of(code, m.start()), "a mutable static; right would be a member, or const: many simulations run in one process"


def no_leftovers(file: File) -> Iterator[Finding]:
    yield from lines_with(r"\b(TODO|FIXME|XXX)\b", file.text, "a leftover; right would be to do it, or to say it in the README's Warts")


def no_place_of_this_machine(file: File) -> Iterator[Finding]:
    yield from lines_with(r"(?<![\w.}\])*])/(work|home|root|Users)/\w", file.text, "a path of one machine; right would be a path from the root of the repository")


def spelling(file: File) -> Iterator[Finding]:
    text = source.comments_only(file.text) if file.matches(CPP) else file.text
    yield from misspelt(text, MISSPELT)


def spelling_in_prose(file: File) -> Iterator[Finding]:
    text = re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>|^    .*$", lambda m: source.blank(m[0]), file.text, flags=re.DOTALL | re.MULTILINE)
    yield from misspelt(text, MISSPELT_IN_PROSE)


def misspelt(text: str, words: dict[str, str]) -> Iterator[Finding]:
    for wrong, right in words.items():
        yield from lines_with(rf"(?<![\w./-]){re.escape(wrong)}(?![\w/-]|\.\w)", text, f"{wrong}; right would be {right}")


def no_common_drawer(file: File) -> Iterator[Finding]:
    if re.search(r"(^|/)(utils?|common|helpers?|misc)[/.]", file.path):
        yield 1, "a drawer for anything; right would be beside its first user"


def lines_with(pattern: str, text: str, what: str) -> Iterator[Finding]:
    for m in re.finditer(pattern, text, re.MULTILINE):
        yield source.line_of(text, m.start()), what


@dataclass
class Rule:
    """Which files it reads (and which it leaves alone, with the reason), and the check."""

    check: Callable[[File], Iterator[Finding]]
    files: tuple[str, ...]
    spared: tuple[str, ...] = ()


OURSELVES = ("tests/tidy/*",)  # these files spell out what they forbid

RULES = [
    Rule(layers, CPP),
    Rule(from_the_root, CPP),
    Rule(third_parties, CPP),
    Rule(no_third_party_in_a_header, ("*.hpp",), ("bindings/*", "tests/*")),  # the faces are CLI11's, JSON's and pybind11's own place
    Rule(pragma_once, ("*.hpp",)),
    Rule(short_files, (*CPP, "*.py"), ("protocols/*esi.hpp",)),  # tables are as long as the protocol
    Rule(short_functions, CPP),
    Rule(first_line_says_what, COMMENTED),
    Rule(no_macros, CPP),
    Rule(no_shared_ptr, CPP),
    Rule(no_mutable_static, CPP),
    Rule(no_leftovers, EVERYTHING, (*OURSELVES, "*.ipynb")),  # pictures hold any letters
    Rule(no_place_of_this_machine, EVERYTHING, OURSELVES),
    Rule(spelling, EVERYTHING, (*OURSELVES, *PROSE)),
    Rule(spelling_in_prose, PROSE),
    Rule(no_common_drawer, EVERYTHING),
]


def readmes(root: Path) -> Iterator[str]:
    """Every room has a README with an honest section Warts."""
    for room in ROOMS:
        path = root / room / "README.md"
        if not path.is_file():
            yield f"{room}/README.md:1: readmes: missing; right would be what the room is, how to add to it, and its Warts"
        elif not re.search(r"^#+ .*\bWarts\b", path.read_text(), re.MULTILINE):
            yield f"{room}/README.md:1: readmes: no section Warts; right would be an honest one"


def tree(root: Path) -> Iterator[File]:
    """Every text file of the repository; what git ignores begins with `build`, `.venv` or a name of Python's own."""
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if re.match(r"build|\.git/|\.venv/|.*__pycache__/", name) or not path.is_file():
            continue
        try:
            yield File(root, name, path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue  # a picture or an archive


def findings(root: Path) -> list[str]:
    found = [
        f"{file.path}:{line}: {rule.check.__name__}: {text}"
        for file in tree(root)
        for rule in RULES
        if file.matches(rule.files) and not file.matches(rule.spared)
        for line, text in rule.check(file)
    ]
    return found + list(readmes(root))


def main() -> int:
    found = findings(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
    print("\n".join(found) if found else "tidy")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
