"""Results as values: the JSON and the text of the shell, and tidy frames with units in their columns' names."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hitm.errors import BadArgument

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from matplotlib.axes import Axes

Cells = Mapping[str, Mapping[tuple[str, str], int]]


class Verdict(NamedTuple):
    """What the fix did, judged by where the time went that threads waited for lines.

    ``kind``: false sharing removed, helps otherwise, true sharing remains, moved, no effect, harmful. ``from_threads``: from how many threads
    on the change exceeds 1 %.
    """

    kind: str
    from_threads: int | None
    text: str


class PredictedPoint(NamedTuple):
    """The change at one thread count, in percent, with the interval of sampling and that over the parameters' ranges."""

    threads: int
    change_percent: float
    sampling: tuple[float, float]
    parameters: tuple[float, float] | None
    published_percent: float | None
    fitted: bool


@dataclass(frozen=True)
class _Result:
    json: str
    """The bytes that the shell writes with --json."""
    text: str = field(compare=False)
    """What the shell prints."""

    @cached_property
    def data(self) -> dict[str, Any]:
        """The JSON as dictionaries and lists; bindings/README.md lists the keys."""
        found: dict[str, Any] = json.loads(self.json)
        return found

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the JSON to a file, which appears whole or not at all."""
        path = Path(file)
        beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            beside.write_text(self.json)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)

    def _frame(self, key: str) -> pd.DataFrame:
        import pandas as pd

        return pd.DataFrame(self.data[key])

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, repr=False)
class Prediction(_Result):
    """What `predict` and `fit` say. ``print`` it for the shell's table; in a notebook it shows itself.

    >>> result = hitm.predict("struct_file", threads=16, replicates=2, parameters=False, set={"work": "8us"})
    >>> list(result.frame.columns[:5])
    ['scenario', 'machine', 'protocol', 'threads', 'cpus']
    >>> result.points[0].threads, result.verdict.from_threads, result.data["seed"], len(result.notes) > 0, result.arrow().num_rows
    (16, 16, 1, True, 1)
    >>> result.fields.columns[2], result.links.columns[3], result.causes.iloc[0].causer, result.explain().split(":")[0]
    ('field', 'message_class', 'file.f_ref', 'false sharing removed')
    >>> result.plot().get_xlabel(), hitm.Prediction.parse(result.json) == result
    ('threads', True)
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> result.save(folder / "r.json"); result.report(folder / "r.html"); hitm.Prediction.load(folder / "r.json") == result
    True
    """

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> Prediction:
        """From the JSON that ``save`` or ``hitm predict --json`` wrote. Raises BadArgument where the file holds something else."""
        text = Path(file).read_text()
        return cls.parse(text, file=os.fspath(file))

    @classmethod
    def parse(cls, text: str, *, file: str = "result") -> Prediction:
        """From the JSON text of one prediction; raises BadArgument where it is none."""
        try:
            data = json.loads(text)
            if data["hitm"] != 1 or not data["points"]:
                raise KeyError("points")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadArgument(f"{file}: no prediction ({error!r}); right would be what `hitm predict --json` writes for one machine") from error
        return cls(text, data["verdict"]["text"])

    @property
    def points(self) -> list[PredictedPoint]:
        """By thread count."""
        return [_point(p) for p in self.data["points"]]

    @property
    def verdict(self) -> Verdict:
        """What the fix did, in words."""
        return Verdict(**self.data["verdict"])

    @property
    def notes(self) -> list[str]:
        """What a reader must know: inferred alignments, placements, parts of a patch that were not understood."""
        found: list[str] = self.data["notes"]
        return found

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row a thread count.

        change_percent with sampling_low_percent … parameters_high_percent, published_percent, fitted, replicates; for before and after:
        ops_per_second, latency_p50_ns, latency_p99_ns, wait_ns_per_op, misses by class, hitm, messages and bytes, each per_op.
        """
        import pandas as pd

        head = {key: self.data[key] for key in ("scenario", "machine", "protocol")}
        return pd.DataFrame([{**head, **_row(p)} for p in self.data["points"]])

    @cached_property
    def fields(self) -> pd.DataFrame:
        """One row a field, variant and thread count: accesses, invalidations caused and suffered, sharing misses, wait_ns, each per_op."""
        return self._frame("fields")

    @cached_property
    def links(self) -> pd.DataFrame:
        """One row a link, message class, variant and thread count: messages_per_op, bytes_per_op, utilisation (0 … 1)."""
        return self._frame("links")

    @cached_property
    def causes(self) -> pd.DataFrame:
        """One row a pair of fields: accesses to ``causer`` made accesses to ``sufferer`` miss; false_share is 0 … 1.

        Writes take the copy away, reads the right to write to it.
        """
        return self._frame("causes")

    def arrow(self) -> pa.Table:
        """`frame` as an Arrow table, which pyarrow writes as Parquet or Feather."""
        import pyarrow as pa

        return pa.Table.from_pandas(self.frame, preserve_index=False)

    def explain(self, *, threads: int | None = None) -> str:
        """Who suffers from whom, before and after, in sentences; at the largest thread count unless said otherwise."""
        at = threads if threads is not None else max(p.threads for p in self.points)
        lines = [f"{self.verdict.kind}: {self.verdict.text}"]
        for variant in ("before", "after"):
            chosen = [c for c in self.data["causes"] if c["variant"] == variant and c["threads"] == at]
            lines += [f"{variant}, {at} threads: " + ("nobody waits for another core" if not chosen else "")]
            for c in chosen[:6]:
                share = f"{100 * c['false_share']:.0f} % false sharing"
                lines.append(f"  accesses to {c['causer']} cost accesses to {c['sufferer']} {c['wait_ns_per_op']:.0f} ns an operation ({share})")
        return "\n".join(lines)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """The change by thread count with its intervals, and what was published."""
        from hitm import plots

        return plots.prediction(self, ax=ax)

    def report(self, file: str | os.PathLike[str]) -> None:
        """Writes one self-contained HTML page."""
        from hitm import report

        report.write(report.page(self), Path(file))

    def __repr__(self) -> str:
        last = self.points[-1]
        where = f"{self.data['scenario']} on {self.data['machine']} ({self.data['protocol']})"
        return f"<Prediction {where}: {last.change_percent:+.2f} % at {last.threads} threads; {self.verdict.kind}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from hitm import show

        return {"text/plain": self.text, "text/html": show.prediction(self)}


@dataclass(frozen=True, repr=False)
class Run(_Result):
    """What `simulate` says of one run.

    >>> run = hitm.simulate("struct_file", threads=16, operations=2000)
    >>> run.ops_per_second > 1e6, run.cells["core"][("S", "Load")] > 0
    (True, True)
    >>> run.fields.columns[0], run.lines.columns[0], run.links.columns[2], run.data["threads"]
    ('field', 'address', 'link', 16)
    """

    cells: Cells = field(default_factory=dict, compare=False, hash=False)
    """By role (core, agent_above, agent_below, home): how often each cell (state, event) of the protocol's table was entered, warm-up included."""

    @cached_property
    def fields(self) -> pd.DataFrame:
        """One row a field: accesses, invalidations caused and suffered, sharing misses, wait_ns, each per_op."""
        columns = ["field", "line"]
        found = self._frame("fields").drop(columns=["variant", "threads"])
        return found[columns + [c for c in found.columns if c not in columns]]

    @cached_property
    def lines(self) -> pd.DataFrame:
        """One row a cache line, most HITM first: address, first_field, hitm_local, hitm_remote, invalidations, misses, wait_ns (of the run)."""
        return self._frame("lines")

    @cached_property
    def links(self) -> pd.DataFrame:
        """One row a link and message class: messages_per_op, bytes_per_op, utilisation (0 … 1)."""
        return self._frame("links")

    @property
    def ops_per_second(self) -> float:
        """In the measured part."""
        found: float = self.data["run"]["ops_per_second"]
        return found

    def __repr__(self) -> str:
        return f"<Run {self.data['scenario']} {self.data['variant']}, {self.data['threads']} threads: {self.ops_per_second:.3g} op/s>"


def _point(p: dict[str, Any]) -> PredictedPoint:
    change = p["change_percent"]
    parameters = tuple(change["parameters"]) if change["parameters"] else None
    return PredictedPoint(p["threads"], change["mean"], tuple(change["sampling"]), parameters, p["published_percent"], p["fitted"])


def _row(p: dict[str, Any]) -> dict[str, Any]:
    change = p["change_percent"]
    low, high = change["parameters"] or (None, None)
    row = {"threads": p["threads"], "cpus": p["cpus"], "change_percent": change["mean"]}
    row |= {"sampling_low_percent": change["sampling"][0], "sampling_high_percent": change["sampling"][1]}
    row |= {"parameters_low_percent": low, "parameters_high_percent": high}
    row |= {key: p[key] for key in ("published_percent", "fitted", "replicates")}
    for variant in ("before", "after"):
        for key, value in p[variant].items():
            if key == "ops_per_second":
                row[f"{variant}_{key}"] = value["mean"]
            elif key == "latency_ns":
                row |= {f"{variant}_latency_p50_ns": value["p50"], f"{variant}_latency_p99_ns": value["p99"]}
            else:
                row[f"{variant}_{key}"] = value
    return row
