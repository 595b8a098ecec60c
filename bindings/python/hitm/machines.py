"""Machines as values: the library's, or described by a file, a text, or changes to another."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hitm import _core, errors
from hitm.errors import BadArgument
from hitm.protocols import Protocol

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class Link(NamedTuple):
    """One direction of a link between two stations (by number); 0 bytes a nanosecond is no limit."""

    source: int
    target: int
    latency_ns: float
    bytes_per_ns: float
    name: str


@dataclass(frozen=True, repr=False)
class Machine:
    """A machine that can be simulated. Load one, or describe one; the fields say how it was made.

    >>> machine = Machine.load("xeon_8592p_1s")
    >>> machine.name, machine.sockets, machine.clusters, machine.cores, machine.hardware_threads, machine.protocol_name
    ('xeon_8592p_1s', 1, 1, 64, 128, 'MESI')
    >>> machine.about.split(" (")[0], machine.stations[0], machine.links[0].name
    ('1 x Xeon Platinum 8592+', 'mesh 0,0', 'mesh 0,0 south')
    >>> machine.sources().iloc[0].key, machine.resolved().splitlines()[0], machine.name in Machine.library()
    ('sockets', 'machine: xeon_8592p_1s', True)
    >>> Machine.parse(machine.text, file=machine.file) == machine
    True
    >>> machine.core_to_core(cores=[0, 1], operations=50).shape
    (2, 2)
    >>> machine.plot_topology().get_title(), machine.plot_core_to_core(cores=[0, 1], operations=20).get_xlabel()
    ('xeon_8592p_1s: 1 sockets, 64 cores', 'core')
    >>> Machine.load("xeon_silver_4208_2s").pair_classes()["pair_class"].tolist()
    ['same_core_smt', 'same_socket', 'cross_socket']
    >>> machine.with_values({"costs": {"dram": "70 ns"}}).with_protocol(hitm.MOESI)
    Machine.load('xeon_8592p_1s').with_values({'costs': {'dram': '70 ns'}}).with_protocol(hitm.MOESI)
    """

    text: str
    """The machine file (YAML)."""
    file: str
    """Its name, for errors, and beside which a family file is looked for."""
    changes: str = ""
    """What is laid over it (JSON)."""
    protocol: Protocol | None = None
    """None: the file's."""

    @classmethod
    def load(cls, name_or_file: str | os.PathLike[str]) -> Machine:
        """A machine of the library by its name, or a machine file. Raises BadMachine."""
        file = Path(_core.machine_file(errors.text("name_or_file", os.fspath(name_or_file)), ""))
        if not file.is_file():
            raise _core.BadMachine(f"{file}: no such machine file; right would be a name of Machine.library(), or the path of a .yaml file")
        return cls(file.read_text(), str(file))

    @classmethod
    def parse(cls, text: str, *, file: str = "machine.yaml") -> Machine:
        """A machine from the text of a machine file; ``file`` names it in errors and gives the machine its name."""
        return cls(errors.text("text", text), errors.text("file", file))

    @staticmethod
    def library() -> list[str]:
        """The names that ``load`` knows."""
        return _core.machine_library()

    def with_values(self, values: Mapping[str, Any]) -> Machine:
        """The machine with keys of its file changed, nested as in the file.

        >>> Machine.load("xeon_8176_8s").with_values({"sockets": 2, "socket_links": "fully_joined"}).cores
        56
        """
        if not isinstance(values, Mapping):
            raise BadArgument(f"values: {values!r} is no mapping; right would be {{'costs': {{'dram': '70 ns'}}}}")
        try:
            changes = json.dumps(_merged(json.loads(self.changes or "{}"), values), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadArgument(f"values: {error}; right would be numbers, texts, lists and mappings of these") from error
        return replace(self, changes=errors.text("values", changes))

    def with_protocol(self, protocol: Protocol) -> Machine:
        """The machine under another coherence protocol. One of your own is proven first; raises BadProtocol where it does not hold."""
        if not isinstance(protocol, Protocol):
            raise BadArgument(f"protocol: {protocol!r} is no protocol; right would be hitm.MOESI or Protocol.parse(…)")
        protocol.prove()
        return replace(self, protocol=protocol)

    # Looked at

    @property
    def name(self) -> str:
        """The library's name, or the file's stem."""
        return self._core.name

    @property
    def about(self) -> str:
        """One line of prose."""
        return self._core.about

    @property
    def protocol_name(self) -> str:
        """The coherence protocol it runs."""
        return self._core.protocol

    @property
    def sockets(self) -> int:
        """How many sockets."""
        return self._core.sockets

    @property
    def clusters(self) -> int:
        """Groups of cores that share a last-level cache, in the whole machine."""
        return self._core.clusters

    @property
    def cores(self) -> int:
        """In the whole machine."""
        return self._core.cores

    @property
    def hardware_threads(self) -> int:
        """In the whole machine."""
        return self._core.hardware_threads

    @property
    def stations(self) -> list[str]:
        """The names of the network's stations, by number."""
        return self._core.stations

    @property
    def links(self) -> list[Link]:
        """The network's links, each direction its own."""
        return [Link(*row) for row in self._core.links]

    def sources(self) -> pd.DataFrame:
        """One row a number of the machine and family files: key, value, source, place."""
        import pandas as pd

        return pd.DataFrame(self._core.stated, columns=["key", "value", "source", "place"])

    def resolved(self) -> str:
        """Every number that the simulator uses, one a line."""
        return self._core.resolved()

    # Measured

    def pair_classes(self, *, seed: int = 1) -> pd.DataFrame:
        """What a compare-and-swap ping-pong shows, by class of pairs: median_ns, p5_ns, p95_ns a one-way hand-over, pairs."""
        import pandas as pd

        rows = self._core.pair_classes(errors.count("seed", seed))
        return pd.DataFrame(rows, columns=["pair_class", "median_ns", "p5_ns", "p95_ns", "pairs"])

    def core_to_core(
        self,
        *,
        cores: Sequence[int] | None = None,
        access: str = "blind_cas",
        seed: int = 1,
        operations: int = 200,
        progress: Callable[[int, int, str], object] | None = None,
    ) -> pd.DataFrame:
        """The core-to-core matrix: nanoseconds a one-way hand-over of one line between two cores; the diagonal is 0.

        ``access``: blind_cas, load_cas, load_add or load_store. The line's slice follows from the seed, its home is the first core's node.
        """
        import pandas as pd

        chosen = list(range(self.cores)) if cores is None else [errors.count("cores", c, least=0) for c in cores]
        asked = (chosen, errors.text("access", access), errors.count("seed", seed), errors.count("operations", operations, least=10))
        return pd.DataFrame(self._core.matrix(*asked, progress), index=chosen, columns=chosen)

    def plot_core_to_core(self, *, cores: Sequence[int] | None = None, ax: Axes | None = None, **options: Any) -> Axes:
        """`core_to_core` as a heat map, with its options."""
        from hitm import plots

        return plots.matrix(self.core_to_core(cores=cores, **options), ax=ax, title=f"{self.name}: core to core")

    def plot_topology(self, *, use: pd.DataFrame | None = None, ax: Axes | None = None) -> Axes:
        """The network drawn: stations, and links coloured by their use, where a run's ``links`` are given."""
        from hitm import plots

        return plots.topology(self, use=use, ax=ax)

    @property
    def _core(self) -> _core.Machine:
        return _described(self)

    def __repr__(self) -> str:
        known = self.name in self.library() and Path(self.file).stem == self.name and self.text == Machine.load(self.name).text
        made = f"Machine.load({self.name!r})" if known else f"Machine.parse({self.text!r}, file={self.file!r})"
        changed = f".with_values({json.loads(self.changes)!r})" if self.changes else ""
        return made + changed + (f".with_protocol({self.protocol!r})" if self.protocol else "")

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from hitm import show

        return {"text/plain": repr(self), "text/html": show.machine(self)}


@cache
def _described(machine: Machine) -> _core.Machine:
    made = _core.describe_machine(machine.text, machine.file, machine.changes)
    if machine.protocol is not None:
        made.use_protocol(machine.protocol._core)
    return made


def _merged(old: dict[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(old)
    for key, value in new.items():
        inner = result.get(key)
        result[key] = _merged(inner if isinstance(inner, dict) else {}, value) if isinstance(value, Mapping) else value
    return result
