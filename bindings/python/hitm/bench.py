"""A layout bench for notebooks: drag a field elsewhere, add padding or alignment; sizes, lines and the predicted curve follow."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from hitm import _core
from hitm.errors import BadArgument
from hitm.layouts import Layout, Member
from hitm.machines import Machine
from hitm.results import Prediction
from hitm.scenarios import Scenario
from hitm.simulation import predict


class LayoutBench(anywidget.AnyWidget):
    """One layout of a scenario on the bench; show it as the last value of a cell.

    ``edits`` is what was done so far, ``yaml`` the same as a scenario's fix, ``result`` the newest prediction. Predictions run beside the
    notebook, the newest edit wins; they take ``replicates`` runs of each point and no parameters' interval, so that they are quick.
    """

    _esm = Path(__file__).parent / "bench.js"
    _css = Path(__file__).parent / "bench.css"

    name = traitlets.Unicode().tag(sync=True)
    rows: traitlets.List[dict[str, object]] = traitlets.List().tag(sync=True)
    size = traitlets.Int().tag(sync=True)
    line_bytes = traitlets.Int(64).tag(sync=True)
    edits = traitlets.List(traitlets.Unicode()).tag(sync=True)
    yaml = traitlets.Unicode().tag(sync=True)
    machines = traitlets.List(traitlets.Unicode()).tag(sync=True)
    machine = traitlets.Unicode().tag(sync=True)
    threads = traitlets.List(traitlets.Int()).tag(sync=True)
    points: traitlets.List[dict[str, float]] = traitlets.List().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        scenario: Scenario | str,
        *,
        layout: str | None = None,
        threads: Sequence[int] | None = None,
        machines: Sequence[str] | None = None,
        replicates: int = 2,
    ) -> None:
        self._scenario = scenario if isinstance(scenario, Scenario) else Scenario.load(scenario)
        before = self._scenario.layouts_of("before")
        self._layout = layout or next(iter(before))
        if self._layout not in before:
            raise BadArgument(f"layout: there is no {self._layout!r} in the scenario; right would be one of {', '.join(before)}")
        self._before = before[self._layout]
        self._replicates = replicates
        self._lock = threading.Lock()
        self._stop = _core.Stop()
        self.result: Prediction | None = None
        own = self._scenario.machine()
        names = list(machines or Machine.library())
        super().__init__(
            name=self._layout, machines=names, machine=own.name if own is not None and own.name in names else names[0],
            threads=list(threads or self._scenario.threads),
        )  # fmt: skip
        self.observe(self._changed, names=["edits", "machine", "threads"])
        self._changed()

    @property
    def scenario(self) -> Scenario:
        """The scenario with what is on the bench as its fix."""
        return self._scenario.with_edits({self._layout: list(self.edits)})

    def wait(self) -> Prediction | None:
        """The prediction of what is on the bench, once it is done."""
        worker = self._worker
        worker.join()
        return self.result

    def _changed(self, change: Any = None) -> None:
        try:
            after = self._before.edit(*self.edits) if self.edits else self._before
            scenario, machine = self.scenario, Machine.load(self.machine)
        except ValueError as error:
            # What cannot be is said, and taken back.
            self.error = str(error)
            if change is not None and change["name"] == "edits":
                with self.hold_trait_notifications():
                    self.edits = list(change["old"])
                self.error = str(error)
            return
        self.error = ""
        self._show(after)
        self._start(scenario, machine)

    def _show(self, after: Layout) -> None:
        old = {_title(m): m.offset for m in self._before.members}
        self.size = after.size
        self.rows = [_row(member, moved=old.get(_title(member)) != member.offset) for member in after.members]
        self.yaml = "fix:\n  edits:\n" + "".join(f"    - {json.dumps(e) if ':' in e else e}\n" for e in self.edits) if self.edits else ""

    def _start(self, scenario: Scenario, machine: Machine) -> None:
        with self._lock:
            self._stop.set()
            self._stop = _core.Stop()
            self._worker = threading.Thread(target=self._predict, args=(scenario, machine, self._stop), daemon=True)
        self.busy = True
        self._worker.start()

    def _predict(self, scenario: Scenario, machine: Machine, stop: _core.Stop) -> None:
        found, error = None, ""
        with contextlib.suppress(_core.Stopped):
            try:
                found = predict(scenario, machine=machine, threads=self.threads, replicates=self._replicates, parameters=False, progress=False, stop=stop)
            except ValueError as wrong:
                error = str(wrong)
        with self._lock:
            if stop is not self._stop:
                return  # a newer edit is on the bench
            self.error = error
            if found is not None:
                self.result = found
                self.points = [{"threads": p.threads, "change": p.change_percent, "low": p.sampling[0], "high": p.sampling[1]} for p in found.points]
            self.busy = False


def _row(member: Member, *, moved: bool) -> dict[str, object]:
    """What the face knows of a member."""
    told = {"name": member.name, "title": _title(member), "anchor": _anchor(member), "type": member.type}
    return {**told, "offset": member.offset, "bytes": member.size, "moved": moved}


def _anchor(member: Member) -> str:
    """A name by which an edit can say "beside this member"; the first inside of an anonymous one."""
    return member.name or next((name for inner in member.members if (name := _anchor(inner))), "")


def _title(member: Member) -> str:
    return member.name or f"{member.type} {{{_anchor(member)} …}}"
