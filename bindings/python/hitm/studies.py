"""Studies: many predictions over a grid, on any executor, kept in a Parquet store; and which number matters how much."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hitm import _core, errors
from hitm.errors import BadArgument
from hitm.machines import Machine
from hitm.protocols import Protocol
from hitm.scenarios import Scenario
from hitm.simulation import Progress, _told, predict

if TYPE_CHECKING:
    import pandas as pd

FORMAT = 1  # of a store's rows; another number makes other keys, so that old rows are not taken for new ones


@dataclass(frozen=True)
class Point:
    """One prediction of a study. ``labels`` become columns of the frame, in front.

    >>> point = hitm.grid("struct_file", threads=16, replicates=2)[0]
    >>> len(point.key()), point.row()["verdict"][0]
    (64, 'false sharing removed')
    """

    scenario: Scenario
    machine: Machine
    threads: int
    cpus: str = ""
    set: tuple[tuple[str, str], ...] = ()
    seed: int = 1
    replicates: int = 6
    labels: tuple[tuple[str, str | float | int], ...] = ()

    def key(self) -> str:
        """SHA-256 of everything that determines the result: what a store finds it by."""
        asked = (self.threads, self.cpus, self.set, self.seed, self.replicates, _core.version(), FORMAT)
        text = f"{self.scenario.resolved()}\n{self.machine.resolved()}\n{asked!r}\n{self.labels!r}"
        return hashlib.sha256(text.encode()).hexdigest()

    def row(self, *, jobs: int = 1, stop: _core.Stop | None = None) -> pd.DataFrame:
        """The prediction as one row, with the labels in front and the key behind."""
        found = predict(
            self.scenario, machine=self.machine, threads=self.threads, cpus=self.cpus, set=dict(self.set), seed=self.seed,
            replicates=self.replicates, parameters=False, jobs=jobs, progress=False, stop=stop,
        )  # fmt: skip
        if found.data["stopped"]:
            raise _core.Stopped("stopped before the point was done")
        frame = found.frame.drop(columns=["parameters_low_percent", "parameters_high_percent"])
        frame["published_percent"] = frame["published_percent"].astype(float)
        frame["verdict"] = found.verdict.kind
        frame["seed"] = self.seed
        frame["key"] = self.key()
        for place, (name, value) in enumerate(self.labels):
            frame.insert(place, name, value)
        return frame


def grid(
    scenarios: Scenario | str | Iterable[Scenario | str],
    *,
    machines: Machine | str | Iterable[Machine | str] | None = None,
    protocols: Protocol | Iterable[Protocol] | None = None,
    threads: int | Iterable[int] | None = None,
    places: Iterable[Mapping[str, int]] = ({},),
    set: Mapping[str, Iterable[str | float]] | None = None,
    cpus: str = "",
    seed: int = 1,
    replicates: int = 6,
) -> list[Point]:
    """Every combination: scenarios × machines × protocols × threads × places × values of parameters.

    ``places`` are as `Scenario.with_place` takes them, ``set`` gives values by parameter. What is varied becomes a column. A free number of
    a scenario is not fitted at each point; give its value by ``set``, else its stated value stands.

    >>> len(hitm.grid("struct_file", threads=[16, 32], places=[{"slab_align": 0}, {"slab_align": 64}], set={"work": ["4us", "8us"]}))
    8
    """
    points = []
    parameters = {name: _several(values) for name, values in (set or {}).items()}
    for given in _several(scenarios):
        scenario = given if isinstance(given, Scenario) else Scenario.load(given)
        for machine in _machines(scenario, machines, protocols):
            counts = errors.counts("threads", threads) or scenario.threads
            for n, place, *values in itertools.product(counts, _several(places), *parameters.values()):
                chosen = dict(zip(parameters, map(str, values), strict=True)) | _free(scenario, parameters)
                labels = {**place, **dict(zip(parameters, values, strict=True))}
                placed = scenario.with_place(**place) if place else scenario
                points.append(
                    Point(
                        placed,
                        machine,
                        n,
                        cpus,
                        tuple(chosen.items()),
                        errors.count("seed", seed),
                        errors.count("replicates", replicates, least=2),
                        tuple(labels.items()),
                    )
                )
    return points


def sweep(
    points: Iterable[Point],
    *,
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> pd.DataFrame:
    """Predicts every point and returns one row each, in the points' order.

    ``executor``: any of concurrent.futures' kind, Dask's `Client.get_executor()` included; default: a thread a host CPU. ``store``: a folder
    of Parquet files, one a point, named by its key; what is there is not computed again, and what was computed is kept even if the
    process is killed. Ctrl-C cancels what waits and keeps what is done.

    >>> hitm.sweep(hitm.grid("struct_file", threads=[8, 16], replicates=2))["threads"].tolist()
    [8, 16]
    """
    import pandas as pd

    asked = list(points)
    for point in asked:
        if not isinstance(point, Point):
            raise BadArgument(f"points: {point!r:.80} is no point; right would be hitm.grid(…)")
    if not asked:
        raise BadArgument("points: there are none; right would be hitm.grid(…)")
    keys = [point.key() for point in asked]
    kept = _Store(store)
    frames = {key: row for key in keys if (row := kept.read(key)) is not None}
    missing = {key: point for key, point in zip(keys, asked, strict=True) if key not in frames}
    with _told(progress) as tell:
        for key, row in _computed(missing, executor, tell):
            kept.write(key, row)
            frames[key] = row
    return pd.concat([frames[key] for key in keys], ignore_index=True)


def sensitivity(
    scenario: Scenario | str,
    *,
    ranges: Mapping[str, tuple[float, float, str]],
    threads: int,
    machine: Machine | str | None = None,
    samples: int = 64,
    seed: int = 1,
    replicates: int = 6,
    of: str = "change_percent",
    executor: Executor | None = None,
    store: str | os.PathLike[str] | None = None,
    progress: Progress | bool | None = None,
) -> pd.DataFrame:
    """First-order and total Sobol indices (Saltelli's sampling, through SALib) of a column of the result.

    ``ranges``: (low, high, unit) by name: a parameter of the scenario ("work": (2, 12, "us")) or a number of the machine
    ("machine.costs.dram": (50, 90, "ns")). ``samples``: a power of two; 2·(samples)·(names + 1) points are predicted. One row a name:
    first_order, first_order_95 (half-width of its 95 % interval), total, total_95.

    >>> ranges = {"work": (4, 12, "us"), "machine.costs.dram": (50, 90, "ns")}
    >>> hitm.sensitivity("struct_file", ranges=ranges, threads=8, samples=2, replicates=2)["parameter"].tolist()
    ['work', 'machine.costs.dram']
    """
    import numpy as np
    import pandas as pd
    from SALib.analyze import sobol as analysis
    from SALib.sample import sobol as sampling

    number = errors.count("samples", samples, least=2)
    if number & (number - 1):
        raise BadArgument(f"samples: {number} cannot be; right would be a power of two")
    problem = {"num_vars": len(ranges), "names": list(ranges), "bounds": [[low, high] for low, high, _ in ranges.values()]}
    values = sampling.sample(problem, number, calc_second_order=False, seed=seed)
    base = grid(scenario, machines=machine, threads=threads, seed=seed, replicates=replicates)[0]
    units = [unit for _, _, unit in ranges.values()]
    points = [_moved(base, dict(zip(ranges, zip(row, units, strict=True), strict=True))) for row in values]
    found = sweep(points, executor=executor, store=store, progress=progress)[of].to_numpy(dtype=float)
    if np.ptp(found) == 0:
        nothing = np.zeros(len(ranges))
        return pd.DataFrame({"parameter": list(ranges), "first_order": nothing, "first_order_95": nothing, "total": nothing, "total_95": nothing})
    indices = analysis.analyze(problem, found, calc_second_order=False, seed=seed)
    columns = {"first_order": "S1", "first_order_95": "S1_conf", "total": "ST", "total_95": "ST_conf"}
    return pd.DataFrame({"parameter": list(ranges)} | {name: indices[key] for name, key in columns.items()})


class _Store:
    """Rows by key, each a Parquet file that appears whole or not at all."""

    def __init__(self, folder: str | os.PathLike[str] | None) -> None:
        self._folder = None if folder is None else Path(folder)
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)

    def read(self, key: str) -> pd.DataFrame | None:
        import pandas as pd

        file = None if self._folder is None else self._folder / f"{key}.parquet"
        return pd.read_parquet(file) if file is not None and file.is_file() else None

    def write(self, key: str, row: pd.DataFrame) -> None:
        if self._folder is None:
            return
        beside = self._folder / f".{key}.{os.getpid()}.tmp"
        row.to_parquet(beside, index=False)
        beside.replace(self._folder / f"{key}.parquet")


def _row_of(point: Point) -> pd.DataFrame:
    return point.row()


def _computed(missing: Mapping[str, Point], executor: Executor | None, tell: Progress | None) -> Iterable[tuple[str, pd.DataFrame]]:
    """Rows as they come. Only so many wait in the executor as keep it busy."""
    stop = _core.Stop()
    own = executor is None
    pool = executor or ThreadPoolExecutor(max_workers=os.cpu_count() or 1)
    work: Callable[[Point], Any] = (lambda point: point.row(stop=stop)) if own else _row_of
    left = iter(missing.items())
    running: dict[Future[Any], str] = {}
    done = 0
    try:
        while True:
            for key, point in itertools.islice(left, 64 - len(running)):
                running[pool.submit(work, point)] = key
            if not running:
                return
            for future in wait(running, timeout=0.5, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
                done += 1
            if tell:
                tell(done, len(missing), "points")
    finally:
        stop.set()
        for future in running:
            future.cancel()
        if own:
            with contextlib.suppress(BaseException):
                pool.shutdown(wait=True, cancel_futures=True)


def _several(given: Any) -> list[Any]:
    return [given] if isinstance(given, (str, Scenario, Machine, Protocol)) or not isinstance(given, Iterable) else list(given)


def _machines(scenario: Scenario, machines: Any, protocols: Any) -> list[Machine]:
    named = scenario.machine()
    if machines is None and named is None:
        raise BadArgument("machines: the scenario names none; right would be machines=['xeon_gold_6248_2s']")
    given: list[Any] = [named] if machines is None else _several(machines)
    found = [m if isinstance(m, Machine) else Machine.load(m) for m in given]
    return found if protocols is None else [m.with_protocol(p) for m in found for p in _several(protocols)]


def _free(scenario: Scenario, parameters: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """The stated value of a number that would else be fitted at each point."""
    free = scenario._core.fit
    return {} if free is None or free in parameters else {free: str(scenario.parameters[free].value)}


def _moved(base: Point, values: Mapping[str, tuple[float, str]]) -> Point:
    """The point with parameters and the machine's numbers set."""
    machine, chosen = base.machine, dict(base.set)
    for name, (value, unit) in values.items():
        text = f"{value:.9g}{unit}"
        if not name.startswith("machine."):
            chosen[name] = text
            continue
        nested: Any = f"{value:.9g} {unit}".strip()
        for key in reversed(name.removeprefix("machine.").split(".")):
            nested = {key: nested}
        machine = machine.with_values(nested)
    labels = tuple((name, value) for name, (value, _) in values.items())
    return replace(base, machine=machine, set=tuple(chosen.items()), labels=labels)
