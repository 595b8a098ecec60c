"""What a program is about, as values: objects, parameters, and the fix that is tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any, Literal

from hitm import errors
from hitm.errors import BadArgument
from hitm.layouts import Layout
from hitm.programs import Step, given, plain_steps


@dataclass(frozen=True)
class Objects:
    """Objects of a layout: how many, where they stand, whose memory it is, what is in them at first.

    ``place``: {"base": 56}, {"slab": {"align": 64}}, {"array": {}}, {"heap": {}}; ``home``: "first-touch", "interleave", "node 1"; ``per``:
    "thread" or "cpu", one for each.

    >>> Objects("file", count=4, place={"slab": {"align": 64}}).plain()
    {'layout': 'file', 'count': 4, 'place': {'slab': {'align': 64}}}
    """

    layout: str
    _: KW_ONLY
    count: int | str | None = None
    place: Mapping[str, Any] | None = None
    home: str | None = None
    per: Literal["thread", "cpu"] | None = None
    initial: Mapping[str, int] | None = None

    def plain(self) -> dict[str, Any]:
        """As a scenario file holds it."""
        return given(**{f.name: getattr(self, f.name) for f in fields(self)})


@dataclass(frozen=True)
class Parameter:
    """A number that is named because it is not known, or known only roughly: varied over its range, half to double where none is given.

    >>> Parameter("5us", range=("1us", "9us")).plain()
    {'value': '5us', 'range': ['1us', '9us']}
    """

    value: str | float
    _: KW_ONLY
    range: tuple[str | float, str | float] | Literal["none"] | None = None
    meaning: str | None = None
    source: str | None = None

    def plain(self) -> dict[str, Any]:
        """As a scenario file holds it."""
        span = list(self.range) if isinstance(self.range, tuple) else self.range
        return given(value=self.value, range=span, meaning=self.meaning, source=self.source)


@dataclass(frozen=True, kw_only=True)
class Fix:
    """What is different after: edits of the layouts, other places, other layouts, another program; any of them.

    ``edits``: of the only layout, or by layout. A layout in ``layouts`` that was made by edits of another counts as these edits, so that
    the program's field names follow.

    >>> Fix(edits=["move f_ref to end"]).plain(), Fix().given()
    ({'edits': ['move f_ref to end']}, {})
    """

    edits: Sequence[str] | Mapping[str, Sequence[str]] | None = None
    place: Mapping[str, Mapping[str, Any]] | None = None
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    program: Sequence[Step] | None = None

    def plain(self) -> dict[str, Any]:
        """As a scenario file holds it; layouts are named ``{given: NAME}`` where no edits tell them."""
        edits = self._edits()
        replaced = {name: {"given": f"{name} after"} for name, layout in self.layouts.items() if not layout.edits}
        program = None if self.program is None else plain_steps(self.program)
        return given(edits=edits or None, place=self.place, layouts=replaced or None, program=program)

    def given(self) -> dict[str, Layout]:
        """The layouts that `plain` names as given."""
        return {f"{name} after": layout for name, layout in self.layouts.items() if not layout.edits}

    def _edits(self) -> Any:
        told = {name: list(layout.edits) for name, layout in self.layouts.items() if layout.edits}
        if isinstance(self.edits, Mapping):
            return {name: edit_texts(edits) for name, edits in self.edits.items()} | told
        if self.edits is not None and told:
            raise BadArgument("edits: layouts of the fix were made by edits too; right would be edits by layout: {'file': ['move a to end']}")
        return told if self.edits is None else edit_texts(self.edits)


def edit_texts(edits: object) -> list[str]:
    """A list of edits, or BadArgument."""
    if not isinstance(edits, Sequence) or isinstance(edits, str):
        raise BadArgument(f"edits: {edits!r:.80} is no list; right would be ['move f_ref to end']")
    return [errors.text("edits", edit) for edit in edits]
