"""Do values compare, pickle, and print as the call that rebuilds them?"""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import hitm

LAYOUT = hitm.Layout.of_fields("s", {"a": "u64", "flags": "u32", "slots": ("u16", 8)})
VALUES: dict[str, Any] = {
    "layout": LAYOUT,
    "layout edited": LAYOUT.edit("move slots to start", "align flags 64"),
    "layout read": hitm.Scenario.load("struct_file").layouts_of("after")["file"],
    "machine": hitm.Machine.load("xeon_8592p_1s"),
    "machine changed": hitm.Machine.load("xeon_8176_8s").with_values({"sockets": 2, "socket_links": "fully_joined"}).with_protocol(hitm.MOESI),
    "protocol": hitm.MESIF,
    "protocol far": hitm.Protocol.named("mesi+far"),
    "protocol own": hitm.MESI.with_rows("cache\nE x Fwd-GetS -> data to req; clean to dir => I", name="MESI-I"),
    "scenario": hitm.Scenario.load("struct_file"),
    "scenario edited": hitm.Scenario.load("struct_file").with_edits({"file": ["move f_ref to end"]}).with_place(slab_align=64),
    "observation": hitm.Observation(threads=4, change_percent=2.5),
    "program": hitm.If(register="ok", is_=1, then=[hitm.Load("s.a", hitm.Touch("s.flags", bytes=1))], otherwise=[hitm.Set(n="n + 1")]),
    "objects": hitm.Objects("s", count=4, place={"slab": {"align": 64}}),
    "fix": hitm.Fix(edits=["align flags 64"]),
    "parameter": hitm.Parameter("5us", range=("1us", "9us")),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_survives_pickling(name: str) -> None:
    assert pickle.loads(pickle.dumps(VALUES[name])) == VALUES[name]


@pytest.mark.parametrize("name", VALUES)
def test_a_value_prints_as_the_call_that_rebuilds_it(name: str) -> None:
    rebuilt = eval(repr(VALUES[name]), {"hitm": hitm} | {key: getattr(hitm, key) for key in hitm.__all__})
    assert rebuilt == VALUES[name]
    assert repr(rebuilt) == repr(VALUES[name])


def test_different_values_differ() -> None:
    values = list(VALUES.values())
    assert all(a != b for n, a in enumerate(values) for b in values[n + 1 :])


def test_a_built_scenario_survives_pickling_and_printing(small: hitm.Scenario) -> None:
    assert pickle.loads(pickle.dumps(small)) == small
    assert eval(repr(small), {"hitm": hitm} | {key: getattr(hitm, key) for key in hitm.__all__}).resolved() == small.resolved()


def test_a_result_survives_saving(small_result: hitm.Prediction, tmp_path: Any) -> None:
    small_result.save(tmp_path / "r.json")
    assert hitm.Prediction.load(tmp_path / "r.json") == small_result
    assert pickle.loads(pickle.dumps(small_result)) == small_result
    assert [p.name for p in tmp_path.iterdir()] == ["r.json"]
