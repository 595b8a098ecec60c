"""Scenarios as values: a file of the library or your own, a text, or built from Python objects."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from hitm import _core, errors
from hitm.errors import BadArgument
from hitm.layouts import Layout
from hitm.machines import Machine
from hitm.programs import Step, plain_steps
from hitm.subjects import Fix, Objects, Parameter, edit_texts


@dataclass(frozen=True, kw_only=True)
class Observation:
    """What somebody measured at so many threads; at least one number."""

    threads: int
    change_percent: float | None = None
    before_per_second: float | None = None
    after_per_second: float | None = None
    machine: str | None = None

    def text(self) -> str:
        """As the shell's --observe takes it.

        >>> Observation(threads=4, before_per_second=1.9e6).text()
        'threads=4 before=1900000.0/s'
        """
        parts = [f"threads={errors.count('threads', self.threads)}"]
        for key, value, unit in (("change", self.change_percent, "%"), ("before", self.before_per_second, "/s"), ("after", self.after_per_second, "/s")):
            if value is not None:
                parts.append(f"{key}={value!r}{unit}")
        if self.machine is not None:
            parts.append(f"machine={self.machine}")
        if len(parts) == 1:
            raise BadArgument("Observation: no number; right would be change_percent=7.2, before_per_second=1.9e6 or after_per_second=2e6")
        return " ".join(parts)


@dataclass(frozen=True, repr=False)
class Scenario:
    """Everything one prediction is about. Load, parse or build one.

    >>> file = Scenario.load("struct_file")
    >>> file.name, file.threads, file.machine().name, file.folder.name
    ('struct_file', [16, 32, 64, 128], 'xeon_8592p_1s', 'struct_file')
    >>> file.about
    'one pread on a file that all threads share; f_ref moved from the first line to the third'
    >>> file.published[3].change_percent, file.parameters["work"].value, len(file.notes)
    (20.9, '8us', 2)
    >>> [file.layouts_of(variant)["file"].size for variant in ("before", "after")]
    [184, 192]
    >>> file.with_place(slab_align=8).notes[0]
    'file before: slab, aligned to 8, 184 bytes apart, 22 objects per slab of 4096 bytes'
    >>> file.resolved() == Scenario.parse(file.text, file=file.file).resolved(), "struct_file" in Scenario.library()
    (True, True)
    >>> file.with_patch("no diff")
    Traceback (most recent call last):
    hitm._core.BadLayout: patch: no hunk found; ...
    """

    text: str
    file: str
    layouts: tuple[tuple[str, Layout], ...] = ()
    """Those that the text names ``{given: NAME}``."""
    patch: str | None = None
    """A diff that takes the place of the text's fix."""
    edits: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    """Edits by layout that take the place of the text's fix."""
    places: tuple[tuple[str, int], ...] = ()
    on: Machine | None = None
    """The machine it is about, where it was given as a value; else the text names it."""

    @classmethod
    def load(cls, name_or_file: str | os.PathLike[str]) -> Scenario:
        """A scenario of the library by its folder's name, or a scenario's YAML file or folder. Raises BadScenario."""
        given = errors.text("name_or_file", os.fspath(name_or_file))
        for path in (Path(given), Path(_core.data_root(), "workloads", "library", given)):
            file = path / "scenario.yaml" if path.is_dir() else path
            if file.is_file():
                return cls(file.read_text(), str(file))._checked()
        raise _core.BadScenario(f"{given}: no such scenario; right would be a YAML file, or one of {', '.join(cls.library())}")

    @staticmethod
    def library() -> list[str]:
        """The names that ``load`` knows."""
        return sorted(p.parent.name for p in Path(_core.data_root(), "workloads", "library").glob("*/scenario.yaml"))

    @classmethod
    def parse(cls, text: str, *, file: str = "scenario.yaml", layouts: Mapping[str, Layout] | None = None) -> Scenario:
        """A scenario from the text of a scenario file; files that it names are relative to the folder of ``file``. Raises BadScenario.

        ``layouts`` are those that it names ``{given: NAME}``.
        """
        return cls(errors.text("text", text), errors.text("file", file), tuple((layouts or {}).items()))._checked()

    @classmethod
    def build(
        cls,
        *,
        machine: Machine | str,
        threads: Sequence[int] | int,
        layouts: Mapping[str, Layout],
        objects: Mapping[str, Objects],
        program: Sequence[Step],
        fix: Fix | None = None,
        parameters: Mapping[str, Parameter | str | float] | None = None,
        published: Sequence[Observation] = (),
        cpus: str = "cores-first",
        name: str = "scenario",
        about: str = "",
    ) -> Scenario:
        """A scenario from values. Raises BadScenario, or BadArgument where one is not what it should be.

        >>> pad = hitm.Layout.of_fields("pad", {"a": "u64", "b": "u64"})
        >>> mine = Scenario.build(
        ...     machine="xeon_8592p_1s", threads=4, layouts={"pad": pad}, objects={"pad": hitm.Objects("pad")},
        ...     program=[hitm.Work("1us"), hitm.Pick("pad"), hitm.Add("pad.a"), hitm.Count()], fix=hitm.Fix(edits=["align b 64"]))
        >>> mine.layouts_of("after")["pad"].size
        128
        """
        for key, value, kind in [("layouts", v, Layout) for v in layouts.values()] + [("objects", v, Objects) for v in objects.values()]:
            if not isinstance(value, kind):
                raise BadArgument(f"{key}: {value!r:.80} is no {kind.__name__}; right would be {{'file': hitm.{kind.__name__}…}}")
        document: dict[str, Any] = {
            "hitm": 1,
            "about": errors.text("about", about) or errors.text("name", name),
            "machine": machine.name if isinstance(machine, Machine) else errors.text("machine", machine),
            "threads": errors.counts("threads", threads),
            "cpus": errors.text("cpus", cpus),
            "parameters": {key: p.plain() if isinstance(p, Parameter) else p for key, p in (parameters or {}).items()},
            "layouts": {key: {"given": key} for key in layouts},
            "objects": {key: value.plain() for key, value in objects.items()},
            "fix": fix.plain() if fix else None,
            "program": plain_steps(program),
            "published": [_plain(o) for o in published],
        }
        kept = {key: value for key, value in document.items() if value or key == "hitm"}
        given = {**layouts, **(fix.given() if fix else {})}
        try:
            text = json.dumps(kept, indent=1, allow_nan=False, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadArgument(f"Scenario.build: {error}; right would be texts, numbers, lists and mappings of these") from error
        return cls(errors.text("program", text), f"{name}.yaml", tuple(given.items()), on=machine if isinstance(machine, Machine) else None)._checked()

    # Changed

    def with_patch(self, text: str) -> Scenario:
        """The scenario with a diff, or a mail with one, as its fix. Raises BadLayout, or BadScenario where it concerns nothing of it."""
        return replace(self, patch=errors.text("text", text), edits=None)._checked()

    def with_edits(self, edits: Mapping[str, Sequence[str]]) -> Scenario:
        """The scenario with edits, by layout, as its fix; an empty mapping leaves it without a fix.

        What was published, and fitted to it, was of another fix and is left out. Raises BadLayout, BadScenario.

        >>> Scenario.load("struct_file").with_edits({"file": ["move f_ref to end"]}).layouts_of("after")["file"].find("f_ref")
        Place(offset=176, size=8)
        """
        if not isinstance(edits, Mapping):
            raise BadArgument(f"edits: {edits!r:.80} is no mapping; right would be {{'file': ['move f_ref to end']}}")
        told = tuple((errors.text("edits", name), tuple(edit_texts(texts))) for name, texts in edits.items() if texts)
        return replace(self, patch=None, edits=told)._checked()

    def with_place(self, **places: int) -> Scenario:
        """The scenario with its objects elsewhere, before and after: ``base=16``, ``slab_align=64``, ``slab_bytes=4096``, ``heap_align=64``."""
        known = {"base": "base", "slab_align": "slab.align", "slab_bytes": "slab.bytes", "heap_align": "heap.align"}
        for key, value in places.items():
            if key not in known:
                raise BadArgument(f"{key}: no such place; right would be one of {', '.join(known)}")
            errors.count(key, value, least=0)
        return replace(self, places=self.places + tuple((known[key], value) for key, value in places.items()))._checked()

    # Looked at

    @property
    def name(self) -> str:
        """The file's stem, or its folder's name."""
        return self._core.name

    @property
    def about(self) -> str:
        """One line of prose."""
        return self._core.about

    @property
    def threads(self) -> list[int]:
        """The thread counts that are predicted unless others are asked for."""
        return self._core.threads

    @property
    def published(self) -> list[Observation]:
        """What was measured by those who made the fix."""
        return [Observation(**row) for row in self._core.published]

    @property
    def parameters(self) -> dict[str, Parameter]:
        """What is not known, or known only roughly."""
        return {row.pop("name"): Parameter(**row) for row in self._core.parameters}

    @property
    def notes(self) -> list[str]:
        """What a reader of the prediction must know."""
        return self._core.notes

    @property
    def folder(self) -> Path:
        """Where the files that it names are looked for."""
        return Path(self.file).parent

    def machine(self) -> Machine | None:
        """The machine that the scenario is about."""
        if self.on is not None:
            return self.on
        name = self._core.machine
        return Machine.load(_core.machine_file(name, str(Path(self.file).parent))) if name else None

    def layouts_of(self, variant: Literal["before", "after"]) -> dict[str, Layout]:
        """The layouts before or after the fix, by name."""
        return {name: Layout._of(data) for name, data in self._core.layouts(errors.text("variant", variant)).items()}

    def resolved(self) -> str:
        """Canonical text of everything that determines the result."""
        return self._core.resolved()

    def _checked(self) -> Scenario:
        _parsed(self)
        return self

    @property
    def _core(self) -> _core.Scenario:
        return _parsed(self)

    def __repr__(self) -> str:
        folder = Path(_core.data_root(), "workloads", "library")
        in_library = Path(self.file).is_relative_to(folder) and Path(self.file).is_file() and Path(self.file).read_text() == self.text
        given = f", layouts={dict(self.layouts)!r}" if self.layouts else ""
        made = f"Scenario.load({Path(self.file).parent.name!r})" if in_library else f"Scenario.parse({self.text!r}, file={self.file!r}{given})"
        edited = "" if self.edits is None else f".with_edits({ {name: list(texts) for name, texts in self.edits}!r})"
        placed = "".join(f".with_place({key.replace('.', '_')}={value})" for key, value in self.places)
        if self.on is not None:
            made = f"Scenario({self.text!r}, {self.file!r}, {self.layouts!r}, on={self.on!r})"
        return made + (f".with_patch({self.patch!r})" if self.patch is not None else "") + edited + placed

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from hitm import show

        return {"text/plain": f"{self.name}: {self.about}", "text/html": show.scenario(self)}


def _plain(observation: Observation) -> dict[str, Any]:
    row: dict[str, Any] = {"threads": errors.count("threads", observation.threads)}
    if observation.change_percent is not None:
        row["change"] = f"{observation.change_percent}%"
    if observation.before_per_second is not None:
        row["before"] = f"{observation.before_per_second}/s"
    if observation.after_per_second is not None:
        row["after"] = f"{observation.after_per_second}/s"
    return row


@cache
def _parsed(scenario: Scenario) -> _core.Scenario:
    layouts = {name: layout._data() for name, layout in scenario.layouts}
    patch = None if scenario.patch is None else (scenario.patch, "patch")
    edits = None if scenario.edits is None else {name: list(texts) for name, texts in scenario.edits}
    return _core.parse_scenario(scenario.text, scenario.file, layouts, patch, edits, list(scenario.places))
