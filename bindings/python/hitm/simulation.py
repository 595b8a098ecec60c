"""Predictions, fits and single runs of scenarios on machines."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from hitm import _core, errors
from hitm.errors import BadArgument
from hitm.machines import Machine
from hitm.protocols import Protocol
from hitm.results import Prediction, Run
from hitm.scenarios import Observation, Scenario

if TYPE_CHECKING:
    import pandas as pd

Progress = Callable[[int, int, str], object]
Threads = int | Iterable[int] | None
Values = Mapping[str, str | float] | None


def predict(
    scenario: Scenario | str | os.PathLike[str],
    *,
    machine: Machine | str | None = None,
    protocol: Protocol | None = None,
    threads: Threads = None,
    cpus: str = "",
    set: Values = None,
    seed: int = 1,
    jobs: int = 0,
    replicates: int | None = None,
    parameters: bool = True,
    progress: Progress | bool | None = None,
    stop: _core.Stop | None = None,
) -> Prediction:
    """Before against after at every thread count, with the same random numbers; the free number is fitted first, if there is one.

    ``machine``, ``threads``, ``cpus``: the scenario's unless given. ``set``: parameters that are known from now on, {"work": "5us"}.
    ``replicates``: exactly so many runs of each point (default: until the sampling interval is narrow). ``parameters``: with the interval
    over the parameters' ranges. ``jobs``: host threads (0: all), changes no result. ``progress``: a bar (default: where somebody looks),
    or a function of done, asked and what. The same arguments give the same bytes as the shell's ``hitm predict --json``.

    The GIL is released; Ctrl-C stops within a second and raises KeyboardInterrupt. Raises BadScenario, BadMachine (too few hardware
    threads), BadArgument.

    >>> hitm.predict("struct_file", threads=16, replicates=2, parameters=False, set={"work": "8us"}).points[0].threads
    16
    """
    asked, own, on = _subjects(scenario, machine, protocol)
    question = _question(threads, cpus, set, seed, jobs, replicates, parameters)
    with _told(progress) as tell:
        answer = _core.predict(asked._core, on._core, None if own is None else own._core, question, stop, tell)
    return Prediction(*answer)


def fit(
    scenario: Scenario | str | os.PathLike[str],
    *,
    on: Iterable[Observation] = (),
    free: str = "",
    machine: Machine | str | None = None,
    protocol: Protocol | None = None,
    threads: Threads = None,
    cpus: str = "",
    set: Values = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress | bool | None = None,
) -> Prediction:
    """Finds the number ``free`` from what was observed (default: the scenario's), then predicts as `predict` does.

    >>> found = hitm.fit("struct_file", on=[hitm.Observation(threads=8, before_per_second=0.9e6)], threads=8)
    >>> found.data["fit"]["free"], found.data["fit"]["on"]
    ('work', [8])
    """
    asked, own, machine_on = _subjects(scenario, machine, protocol)
    observations = list(on)
    for observation in observations:
        if not isinstance(observation, Observation):
            raise BadArgument(f"on: {observation!r:.80} is no observation; right would be [hitm.Observation(threads=4, change_percent=2)]")
    question = _question(threads, cpus, set, seed, jobs, None, True)
    with _told(progress) as tell:
        texts = [observation.text() for observation in observations]
        answer = _core.fit(asked._core, machine_on._core, None if own is None else own._core, question, errors.text("free", free), texts, tell)
    return Prediction(*answer)


def fit_each(
    scenario: Scenario | str | os.PathLike[str],
    *,
    free: str = "",
    machine: Machine | str | None = None,
    seed: int = 1,
    jobs: int = 0,
    progress: Progress | bool | None = None,
) -> pd.DataFrame:
    """How much a prediction rests on which point was fitted: one row a fitted point and predicted point.

    Columns: fitted_at_threads, value, reached, threads, published_percent, change_percent, low_percent, high_percent (sampling),
    halved_percent and doubled_percent (with half and double the number).

    >>> text = hitm.Scenario.load("struct_file").text.split("published:")[0] + "published: [{threads: 8, change: 1%}]"
    >>> few = hitm.Scenario.parse(text, file=hitm.Scenario.load("struct_file").file)
    >>> hitm.fit_each(few)[["fitted_at_threads", "threads"]].values.tolist()
    [[8, 8]]
    """
    import pandas as pd

    asked, own, on = _subjects(scenario, machine, None)
    question = _question(None, "", None, seed, jobs, None, True)
    with _told(progress) as tell:
        found = json.loads(_core.fit_each(asked._core, on._core, None if own is None else own._core, question, errors.text("free", free), tell))
    published = [o for o in asked.published if o.change_percent is not None]
    rows = []
    for row in found["each"]:
        for at, change, halved, doubled in zip(published, row["change_percent"], row["halved"], row["doubled"], strict=True):
            rows.append((row["fitted_at"], row["value"], row["reached"], at.threads, at.change_percent, change["mean"], *change["sampling"], halved, doubled))
    names = ["fitted_at_threads", "value", "reached", "threads", "published_percent", "change_percent", "low_percent", "high_percent"]
    return pd.DataFrame(rows, columns=[*names, "halved_percent", "doubled_percent"])


def simulate(
    scenario: Scenario | str | os.PathLike[str],
    *,
    variant: Literal["before", "after"] = "before",
    machine: Machine | str | None = None,
    protocol: Protocol | None = None,
    threads: int | None = None,
    cpus: str = "",
    set: Values = None,
    seed: int = 1,
    operations: int | None = None,
) -> Run:
    """One simulation, seen from near: lines, fields, links, latencies, and how often each cell of the protocol's tables was entered.

    >>> hitm.simulate("struct_file", threads=16, operations=2000).fields.columns[0]
    'field'
    """
    asked, _, on = _subjects(scenario, machine, protocol)
    if variant not in ("before", "after"):
        raise BadArgument(f"variant: {variant!r} is unknown; right would be 'before' or 'after'")
    question = _question(threads, cpus, set, seed, 0, None, True)
    number = 0 if operations is None else errors.count("operations", operations)
    return Run(*_core.simulate(asked._core, on._core, variant, question, number))


def _subjects(scenario: object, machine: object, protocol: object) -> tuple[Scenario, Machine | None, Machine]:
    """The scenario, the machine it names, and the one to run on."""
    asked = scenario if isinstance(scenario, Scenario) else Scenario.load(scenario)  # type: ignore[arg-type]
    if protocol is not None and not isinstance(protocol, Protocol):
        raise BadArgument(f"protocol: {protocol!r:.80} is no protocol; right would be hitm.MOESI or hitm.Protocol.named('MESI+far')")
    own = asked.machine()
    if machine is None and own is None:
        raise BadArgument("machine: the scenario names none; right would be machine='xeon_gold_6248_2s', see hitm.Machine.library()")
    on = machine if isinstance(machine, Machine) else Machine.load(machine) if machine is not None else own  # type: ignore[arg-type]
    assert on is not None
    if protocol is not None:
        own, on = own and own.with_protocol(protocol), on.with_protocol(protocol)
    return asked, own, on


def _question(threads: object, cpus: object, set: object, seed: object, jobs: object, replicates: object, parameters: object) -> _core.Question:
    if set is not None and not isinstance(set, Mapping):
        raise BadArgument(f"set: {set!r:.80} is no mapping; right would be {{'work': '5us'}}")
    values = [f"{errors.text('set', name)}={value}" for name, value in (set or {}).items()]
    return _core.Question(
        threads=errors.counts("threads", threads),
        cpus=errors.text("cpus", cpus),
        set=[errors.text("set", value) for value in values],
        seed=errors.count("seed", seed, most=2**63),
        jobs=errors.count("jobs", jobs, least=0, most=4096),
        replicates=0 if replicates is None else errors.count("replicates", replicates, least=2, most=100_000),
        parameters=bool(parameters),
    )


class _told:
    """Progress as the caller wants it: a function, a bar, or none."""

    def __init__(self, wish: Progress | bool | None) -> None:
        if wish is not None and not isinstance(wish, bool) and not callable(wish):
            raise BadArgument(f"progress: {wish!r:.80} is no function; right would be True, False, or a function of done, asked, what")
        self._wish = wish
        self._bar: _Bar | None = None

    def __enter__(self) -> Progress | None:
        if callable(self._wish):
            return self._wish
        if self._wish or (self._wish is None and _somebody_looks()):
            self._bar = _Bar()
            return self._bar.show
        return None

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.close()


class _Bar:
    """tqdm's, in terminal and notebook."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self._tqdm = tqdm(total=None, leave=False, unit="run")

    def show(self, done: int, asked: int, what: str) -> None:
        self._tqdm.total = asked or None
        self._tqdm.set_description(what, refresh=False)
        self._tqdm.n = done
        self._tqdm.refresh()

    def close(self) -> None:
        self._tqdm.close()


def _somebody_looks() -> bool:
    import sys

    return "ipykernel" in sys.modules or sys.stderr.isatty()
