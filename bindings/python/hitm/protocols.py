"""Coherence protocols as values: the four of the book, with far atomics, or of your own as text; proven, compared, shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from hitm import _core, errors
from hitm.errors import BadArgument

if TYPE_CHECKING:
    import pandas as pd

Way = Literal["chain", "confirm"]
Progress = Callable[[int, int, str], object]


class Proof(NamedTuple):
    """What a check found. ``holds`` with ``broken`` empty, or the property that failed, the shortest way there, and its key for `chart`."""

    setting: str
    holds: bool
    broken: str
    trail: list[str]
    key: str | None
    states: int
    transitions: int
    depth: int
    seconds: float


@dataclass(frozen=True, repr=False)
class Protocol:
    """A protocol's tables. Use `hitm.MSI`, `MESI`, `MESIF`, `MOESI`, or make one.

    >>> hitm.MOESI.check(caches=2).holds
    True
    >>> (hitm.MOESI - hitm.MESI).iloc[0].cell
    'E x Fwd-GetS'
    >>> hitm.MOESI.name, hitm.MOESI.text.splitlines()[0], len(hitm.MOESI.prose) > 0, hitm.MOESI.cells().iloc[0].state
    ('MOESI', 'protocol MOESI', True, 'I')
    >>> Protocol.named("mesi+far").name, Protocol.parse(hitm.MSI.text.replace("MSI", "Mine", 1)).name, hitm.MESI.prove()
    ('MESI+far', 'Mine', None)
    >>> proof = hitm.MESI.with_rows("cache\\nS x Inv -> - => S", name="Forgets").check(caches=2)
    >>> proof.holds, "Inv" in hitm.MESI.with_rows("cache\\nS x Inv -> - => S", name="Forgets").chart(proof.key)
    (False, True)
    >>> "<table>" in hitm.MESI.heat({("I", "Load"): 3})
    True
    """

    base: str
    """The name of one of the four; empty for a protocol of your own."""
    far: bool = False
    """Atomics are done by the directory that the cores ask."""
    source: str = ""
    """The text of a protocol of your own."""
    file: str = "protocol"
    """How errors name it."""

    @classmethod
    def named(cls, name: str) -> Protocol:
        """One of the four, also with ``+far``: "MESI", "moesi+far". Raises BadProtocol."""
        plain = errors.text("name", name).removesuffix("+far")
        made = cls(base=plain, far=name.endswith("+far"))
        return cls(base=_core.listed_protocol(plain).name, far=made.far)

    @classmethod
    def parse(cls, text: str, *, file: str = "protocol") -> Protocol:
        """A protocol of your own, as `text` prints it or as a few rows over another's (``extends MESI``). Raises BadProtocol.

        It is not proven here but before it is simulated; `check` shows what is wrong with it.
        """
        made = cls(base="", source=errors.text("text", text), file=errors.text("file", file))
        _ = made.name  # reads it
        return made

    @property
    def name(self) -> str:
        """As tables and reports print it."""
        return self._core.name

    @property
    def prose(self) -> str:
        """What a reader should know of it."""
        return self._core.prose

    @property
    def text(self) -> str:
        """One row a line; `parse` reads it back as the same protocol."""
        return self._core.text()

    def check(
        self,
        *,
        caches: int = 2,
        clusters: int = 1,
        inside: Way = "chain",
        outside: Way = "chain",
        progress: Progress | None = None,
    ) -> Proof:
        """Takes every interleaving of one line: ``clusters`` of ``caches`` each (1: one level). Ctrl-C ends it.

        ``inside`` and ``outside``: how an owner is asked, at the directory that the cores ask and at the home above agents.
        """
        number = errors.count("clusters", clusters)
        levels = 1 if number == 1 else 2
        asked = (errors.count("caches", caches), number, levels, errors.text("inside", inside), errors.text("outside", outside))
        return Proof(**self._core.check(*asked, progress))

    def prove(self) -> None:
        """Raises BadProtocol, with the shortest way to the fault, where the protocol does not hold. The four are known to."""
        if not self.source:
            return
        report = _proven(self)
        if report is not None:
            raise _core.BadProtocol(f"{self.file}: this protocol does not hold and is not simulated; right would be one that passes check\n{report}")

    def chart(self, key: str) -> str:
        """The message chart of a trail, by the key that a `Proof` gives."""
        try:
            return _core.chart(self._core, errors.text("key", key))
        except ValueError as error:
            raise BadArgument(f"key: {error}") from error

    def cells(self) -> pd.DataFrame:
        """One row a cell that can be entered: role (cache, directory), state, event, actions, next (None: stays)."""
        import pandas as pd

        rows = [(role, state, event, "; ".join(actions) or "-", next_state) for role, state, event, actions, next_state in self._core.cells()]
        return pd.DataFrame(rows, columns=["role", "state", "event", "actions", "next"])

    def with_rows(self, rows: str, *, name: str) -> Protocol:
        """This protocol with cells changed: sections ``cache`` and ``home`` of rows ``E x Fwd-GetS -> data to req => I``, or ``remove E x …``.

        >>> hitm.MESI.with_rows("cache\\nE x Fwd-GetS -> data to req; clean to dir => I", name="MESI-I").name
        'MESI-I'
        """
        if not self.base or self.far:
            raise BadArgument(f"with_rows: {self.name} is not one of the four; right would be one of these, or to write the rows into its text")
        head = f"protocol {errors.text('name', name)}\nextends {self.base}\nprose {self.base} with rows changed.\n\n"
        return Protocol.parse(head + errors.text("rows", rows) + "\n", file=name)

    def __sub__(self, other: Protocol) -> pd.DataFrame:
        """The cells in which two protocols differ: who, cell, before (the other's), after (this one's)."""
        import pandas as pd

        if not isinstance(other, Protocol):
            return NotImplemented
        return pd.DataFrame(_core.difference(other._core, self._core), columns=["who", "cell", "before", "after"])

    def heat(self, counts: Mapping[tuple[str, str], int], *, role: Literal["cache", "directory"] = "cache") -> str:
        """The role's table as HTML, each cell coloured by how often it was entered (see `Run.cells`)."""
        from hitm import show

        return show.protocol(self, counts, role=role)

    @property
    def _core(self) -> _core.Protocol:
        return _made(self)

    def __repr__(self) -> str:
        if self.source:
            return f"Protocol.parse({self.source!r}, file={self.file!r})"
        return f"Protocol.named({self.base + '+far'!r})" if self.far else f"hitm.{self.base}"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._core.html()}


@cache
def _own(protocol: Protocol) -> _core.OwnProtocol:
    if protocol.far:
        return _core.far_protocol(protocol.base)
    return _core.parse_protocol(protocol.source, protocol.file)


def _made(protocol: Protocol) -> _core.Protocol:
    plain = not protocol.far and not protocol.source
    return _core.listed_protocol(protocol.base) if plain else _own(protocol).protocol


@cache
def _proven(protocol: Protocol) -> str | None:
    return _core.prove(protocol._core)


MSI = Protocol("MSI")
MESI = Protocol("MESI")
MESIF = Protocol("MESIF")
MOESI = Protocol("MOESI")
