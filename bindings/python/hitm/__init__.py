"""Predicts what a layout fix does to scaling, without the hardware.

>>> import hitm
>>> stats = hitm.Layout.of_fields("stats", {"hits": "u64", "config": "u64"})
>>> scenario = hitm.Scenario.build(
...     machine="xeon_gold_6248_2s", threads=[16], layouts={"stats": stats}, objects={"stats": hitm.Objects("stats")},
...     program=[hitm.Work("exponential(500ns)"), hitm.Pick("stats"), hitm.Load("stats.config"), hitm.Add("stats.hits"), hitm.Count()],
...     fix=hitm.Fix(edits=["align config 64"]))
>>> result = hitm.predict(scenario, replicates=2, parameters=False)
>>> result.verdict.kind
'false sharing removed'
"""

from hitm import _data as _data  # first: says where machines and scenarios lie
from hitm._core import BadLayout, BadMachine, BadProtocol, BadScenario, Impossible, Stopped, version
from hitm.errors import BadArgument
from hitm.layouts import Layout, Member, Place
from hitm.machines import Machine
from hitm.programs import (
    Add,
    CompareAndSwap,
    Compute,
    Count,
    Exchange,
    Fence,
    If,
    Load,
    Pause,
    Pick,
    Repeat,
    Set,
    Store,
    Touch,
    Until,
    While,
    Work,
)
from hitm.protocols import MESI, MESIF, MOESI, MSI, Proof, Protocol
from hitm.results import Prediction, Run, Verdict
from hitm.scenarios import Observation, Scenario
from hitm.simulation import fit, fit_each, predict, simulate
from hitm.studies import Point, grid, sensitivity, sweep
from hitm.subjects import Fix, Objects, Parameter

__version__ = version()

__all__ = [
    "MESI", "MESIF", "MOESI", "MSI",
    "Add", "BadArgument", "BadLayout", "BadMachine", "BadProtocol", "BadScenario", "CompareAndSwap", "Compute", "Count", "Exchange",
    "Fence", "Fix", "If", "Impossible", "Layout", "Load", "Machine", "Member", "Objects", "Observation", "Parameter", "Pause", "Pick",
    "Place", "Point", "Prediction", "Proof", "Protocol", "Repeat", "Run", "Scenario", "Set", "Stopped", "Store", "Touch", "Until",
    "Verdict", "While", "Work", "__version__", "fit", "fit_each", "grid", "predict", "sensitivity", "simulate", "sweep",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
