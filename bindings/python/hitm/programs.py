"""What a thread does, as values: the steps of the scenario language.

Each has `plain`, the mappings, lists and texts that a scenario file would hold. Times and amounts are texts with units ("5.4us",
"exponential($work)"), as in a file; bare numbers where the language takes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from hitm.errors import BadArgument

Operand = int | str
"""A number, "$parameter", a register, "value" (read last), "thread" or "threads", each also with "+ N" or "- N"."""


class Step:
    """One step of a program."""

    def plain(self) -> Any:
        """The step as a scenario file holds it."""
        raise NotImplementedError


def plain_steps(steps: object, name: str = "program") -> list[Any]:
    """Steps as a scenario file holds them; raises BadArgument where one is none."""
    if not isinstance(steps, Sequence) or isinstance(steps, str):
        raise BadArgument(f"{name}: {steps!r:.80} is no list of steps; right would be [hitm.Load('file.f_op'), hitm.Count()]")
    for step in steps:
        if not isinstance(step, Step):
            raise BadArgument(f"{name}: {step!r:.80} is no step; right would be hitm.Load('file.f_op'), hitm.Work('5us') …")
    return [step.plain() for step in steps]


def given(**keys: Any) -> dict[str, Any]:
    return {key.rstrip("_"): value for key, value in keys.items() if value is not None}


@dataclass(frozen=True)
class Work(Step):
    """Time between operations: "200ns", "exponential($work)", "uniform(1us, 2us)", "normal(5us, 1us)", "choice(1us 90%, 10us 10%)".

    >>> Work("exponential($work)").plain()
    {'work': 'exponential($work)'}
    """

    time: str

    def plain(self) -> Any:
        return {"work": self.time}


@dataclass(frozen=True)
class Compute(Step):
    """Time within an operation, as for `Work`.

    >>> Compute("20ns").plain()
    {'compute': '20ns'}
    """

    time: str

    def plain(self) -> Any:
        return {"compute": self.time}


@dataclass(frozen=True)
class Pause(Step):
    """The processor's pause: 140 cycles unless said otherwise.

    >>> Pause().plain(), Pause("40 cycles").plain()
    ('pause', {'pause': '40 cycles'})
    """

    time: str | None = None

    def plain(self) -> Any:
        return "pause" if self.time is None else {"pause": self.time}


@dataclass(frozen=True)
class Pick(Step):
    """Which object a name stands for from now on: ``by`` "uniform", "own" or "zipf(0.9)", or the one numbered ``at``.

    >>> Pick("file", by="zipf(0.9)", as_="other").plain()
    {'pick': 'file', 'by': 'zipf(0.9)', 'as': 'other'}
    """

    object: str
    by: str | None = None
    as_: str | None = None
    at: Operand | None = None

    def plain(self) -> Any:
        return given(pick=self.object, by=self.by, as_=self.as_, at=self.at)


@dataclass(frozen=True)
class Touch:
    """A part of a field, for `Load`: ``bytes`` of it, ``at`` bytes behind its start; or with ``then`` after the loads before it.

    >>> Touch("file.f_mode", bytes=1).plain(), Touch("file.f_inode", then=True).plain()
    ({'field': 'file.f_mode', 'bytes': 1}, {'then': 'file.f_inode'})
    """

    field: str
    bytes: int | None = None
    at: int | None = None
    then: bool = False

    def plain(self) -> Any:
        """As a scenario file holds it."""
        if self.then:
            return {"then": self.field}
        return self.field if self.bytes is None and self.at is None else given(field=self.field, bytes=self.bytes, at=self.at)


@dataclass(frozen=True, init=False)
class Load(Step):
    """Reads fields; those of one step may miss together.

    >>> Load("file.f_mode", Touch("file.f_path", at=8, bytes=8)).plain()
    {'load': ['file.f_mode', {'field': 'file.f_path', 'bytes': 8, 'at': 8}]}
    """

    fields: tuple[str | Touch, ...]

    def __init__(self, *fields: str | Touch) -> None:
        if not fields or not all(isinstance(f, (str, Touch)) for f in fields):
            raise BadArgument(f"Load: {fields!r:.80}; right would be at least one field, like 'file.f_op', or Touch('file.f_mode', bytes=1)")
        object.__setattr__(self, "fields", fields)

    def plain(self) -> Any:
        return {"load": [f.plain() if isinstance(f, Touch) else f for f in self.fields]}

    def __repr__(self) -> str:
        return f"Load({', '.join(map(repr, self.fields))})"


@dataclass(frozen=True)
class Store(Step):
    """Writes a field.

    >>> Store("box.a", "mine + 1").plain()
    {'store': 'box.a', 'value': 'mine + 1'}
    """

    field: str
    value: Operand | None = None
    bytes: int | None = None
    at: int | None = None

    def plain(self) -> Any:
        return given(store=self.field, value=self.value, bytes=self.bytes, at=self.at)


@dataclass(frozen=True)
class Add(Step):
    """A locked add of ``value`` (1); what was there before goes into the register ``into``.

    >>> Add("file.f_ref", -1, into="was").plain()
    {'add': 'file.f_ref', 'value': -1, 'into': 'was'}
    """

    field: str
    value: Operand | None = None
    into: str | None = None

    def plain(self) -> Any:
        return given(add=self.field, value=self.value, into=self.into)


@dataclass(frozen=True)
class Exchange(Step):
    """A locked exchange; what was there before goes into the register ``into``.

    >>> Exchange("lock.word", 1).plain()
    {'xchg': 'lock.word', 'value': 1}
    """

    field: str
    value: Operand | None = None
    into: str | None = None

    def plain(self) -> Any:
        return given(xchg=self.field, value=self.value, into=self.into)


@dataclass(frozen=True)
class CompareAndSwap(Step):
    """A locked compare-and-swap; ``into`` gets 1 for success, else 0, ``old`` what was there.

    >>> CompareAndSwap("lock.word", 0, 1, into="ok").plain()
    {'cas': 'lock.word', 'expect': 0, 'value': 1, 'into': 'ok'}
    """

    field: str
    expect: Operand
    value: Operand
    into: str | None = None
    old: str | None = None

    def plain(self) -> Any:
        return given(cas=self.field, expect=self.expect, value=self.value, into=self.into, old=self.old)


@dataclass(frozen=True)
class Fence(Step):
    """Waits until every store before it is done.

    >>> Fence().plain()
    'fence'
    """

    def plain(self) -> Any:
        return "fence"


@dataclass(frozen=True)
class Count(Step):
    """One more of what throughput counts.

    >>> Count().plain()
    {'count': 'operation'}
    """

    what: str = "operation"

    def plain(self) -> Any:
        return {"count": self.what}


@dataclass(frozen=True, init=False)
class Set(Step):
    """Registers by name: 64 bits of the thread, kept between operations.

    >>> Set(tries="tries + 1").plain()
    {'set': {'tries': 'tries + 1'}}
    """

    registers: tuple[tuple[str, Operand], ...]

    def __init__(self, **registers: Operand) -> None:
        object.__setattr__(self, "registers", tuple(registers.items()))

    def plain(self) -> Any:
        return {"set": dict(self.registers)}

    def __repr__(self) -> str:
        return f"Set({', '.join(f'{name}={value!r}' for name, value in self.registers)})"


@dataclass(frozen=True, kw_only=True)
class _Test(Step):
    """A comparison with the value read last, or with a register."""

    register: str | None = None
    is_: Operand | None = None
    is_not: Operand | None = None
    less: Operand | None = None
    at_most: Operand | None = None
    more: Operand | None = None
    at_least: Operand | None = None
    has: Operand | None = None
    lacks: Operand | None = None

    def _test(self) -> dict[str, Any]:
        return given(**{f.name: getattr(self, f.name) for f in fields(_Test)})


@dataclass(frozen=True, kw_only=True)
class If(_Test):
    """Steps where the test holds, others where it does not.

    >>> If(register="ok", is_=1, then=[Count()]).plain()
    {'if': {'register': 'ok', 'is': 1, 'then': [{'count': 'operation'}]}}
    """

    then: Sequence[Step] = ()
    otherwise: Sequence[Step] = ()

    def plain(self) -> Any:
        branches = {"then": plain_steps(self.then, "then")} | ({"else": plain_steps(self.otherwise, "otherwise")} if self.otherwise else {})
        return {"if": self._test() | branches}


@dataclass(frozen=True, kw_only=True)
class While(_Test):
    """Steps again and again while the test, made before them, holds.

    >>> While(is_=1, do=[Load("lock.word"), Pause()]).plain()
    {'while': {'is': 1, 'do': [{'load': ['lock.word']}, 'pause']}}
    """

    do: Sequence[Step] = ()

    def plain(self) -> Any:
        return {"while": self._test() | {"do": plain_steps(self.do, "do")}}


@dataclass(frozen=True, kw_only=True)
class Until(_Test):
    """Steps again and again until the test, made after them, holds.

    >>> Until(is_=0, do=[Load("lock.word")]).plain()
    {'until': {'is': 0, 'do': [{'load': ['lock.word']}]}}
    """

    do: Sequence[Step] = ()

    def plain(self) -> Any:
        return {"until": self._test() | {"do": plain_steps(self.do, "do")}}


@dataclass(frozen=True)
class Repeat(Step):
    """Steps so often: a number, "$parameter", or a distribution like "uniform(1, 5)".

    >>> Repeat("uniform(1, 5)", [Count()]).plain()
    {'repeat': {'times': 'uniform(1, 5)', 'do': [{'count': 'operation'}]}}
    """

    times: int | str
    do: Sequence[Step]

    def plain(self) -> Any:
        return {"repeat": {"times": self.times, "do": plain_steps(self.do, "do")}}
