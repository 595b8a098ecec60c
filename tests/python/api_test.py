"""Can the API be made to crash? Hypothesis draws values for it; a wrong one gets an error of ours, never a fault."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as draw

import hitm

OURS = (hitm.BadArgument, hitm.BadLayout, hitm.BadMachine, hitm.BadProtocol, hitm.BadScenario)
SECONDS = float(os.environ.get("HITM_HYPOTHESIS_SECONDS", "3"))
FEW = settings(max_examples=max(60, int(60 * SECONDS)), deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=SECONDS < 60)

names = draw.one_of(draw.sampled_from(["a", "b", "pad", "x.y", "", "struct", "0"]), draw.text(max_size=8))
numbers = draw.one_of(draw.integers(-3, 200), draw.integers(), draw.sampled_from([0, 1, 64, 2**31, 2**32, 2**63, 2**64]))
anything: draw.SearchStrategy[Any] = draw.one_of(draw.none(), draw.booleans(), numbers, draw.floats(), names, draw.lists(numbers, max_size=3))
types = draw.one_of(draw.sampled_from(["u64", "u32", "char", "void *", "struct list_head", "spinlock_t", "int:3"]), names)


def members(deep: int = 2) -> draw.SearchStrategy[hitm.Member]:
    inner = draw.just(()) if deep == 0 else draw.lists(draw.deferred(lambda: members(deep - 1)), max_size=3).map(tuple)
    sizes = draw.one_of(draw.integers(0, 64), numbers)
    return draw.builds(
        hitm.Member, name=names, type=types, offset=sizes, size=sizes, align=draw.sampled_from([0, 1, 4, 8, 64, 3, -1]),
        elements=draw.sampled_from([1, 1, 0, 2, 2**40]), bits=draw.sampled_from([None, None, (0, 3), (60, 9), (2**63, 1)]),
        kind=draw.sampled_from(["plain", "struct", "union", "padding", "other"]), members=inner,
        forced_align=draw.sampled_from([0, 0, 64, 5]), dimensions=draw.sampled_from([(), (), (2,), (0,), (2**33, 2**33)]),
        packed=draw.booleans(), base=draw.booleans(), tail_free=draw.sampled_from([0, 0, 4, 100]),
    )  # fmt: skip


layouts = draw.builds(
    hitm.Layout, name=names, size=draw.one_of(draw.integers(0, 300), numbers), align=draw.sampled_from([0, 1, 8, 64, 7]),
    members=draw.lists(members(), max_size=5).map(tuple), is_union=draw.booleans(), packed=draw.booleans(), compiler_orders=draw.booleans(),
)  # fmt: skip
edits = draw.one_of(
    draw.text(max_size=20),
    draw.builds("{} {} {} {}".format, draw.sampled_from(["move", "align", "pad", "remove", "swap", "split after", "insert u64"]), names,
                draw.sampled_from(["to end", "after", "before", "64", "at end", ""]), names),
)  # fmt: skip


@FEW
@given(layouts, edits, names, numbers)
def test_layouts(layout: hitm.Layout, edit: str, path: str, line: int) -> None:
    for act in (
        layout.leaves,
        lambda: layout.find(path),
        lambda: layout.ruler(line_bytes=line),
        lambda: layout.edit(edit).ruler(),
        lambda: layout.patch(edit),
        lambda: layout.frame(),
    ):
        try:
            act()
        except OURS:
            pass


@FEW
@given(draw.text(max_size=200), names)
def test_texts(text: str, name: str) -> None:
    for act in (
        lambda: hitm.Layout.parse_pahole("struct " + text, name),
        lambda: hitm.Scenario.parse(text),
        lambda: hitm.Scenario.parse("hitm: 1\n" + text),
        lambda: hitm.Machine.parse(text).cores,
        lambda: hitm.Protocol.parse("protocol X\nextends MESI\ncache\n" + text),
        lambda: hitm.MESI.chart(text),
        lambda: hitm.Layout.of_fields(name, {text: name}),
    ):
        try:
            act()
        except OURS:
            pass


@FEW
@given(draw.dictionaries(draw.sampled_from(["sockets", "threads_per_core", "costs", "clock", "arrangement", "memory", "core"]), anything, max_size=3))
def test_machines(values: dict[str, Any]) -> None:
    try:
        assert hitm.Machine.load("xeon_silver_4208_2s").with_values(values).hardware_threads > 0
    except OURS:
        pass


operands = draw.one_of(numbers, names, draw.sampled_from(["value", "thread + 1", "$work"]))
fields = draw.sampled_from(["pad.a", "pad.b", "pad.c", "x", "pad"])
simple: draw.SearchStrategy[hitm.programs.Step] = draw.one_of(  # type: ignore[attr-defined]
    draw.builds(hitm.Work, draw.sampled_from(["100ns", "exponential(50ns)", "fast", "-1ns", "1e99s"])),
    draw.builds(hitm.Load, fields), draw.builds(hitm.Store, fields, operands), draw.builds(hitm.Add, fields, operands, names),
    draw.builds(hitm.CompareAndSwap, fields, operands, operands, draw.just("ok")),
    draw.builds(hitm.Pick, draw.sampled_from(["pad", "x"]), draw.sampled_from([None, "own", "zipf(0.9)", "zipf(-4)"])),
    draw.builds(hitm.Pause), draw.builds(hitm.Fence), draw.builds(hitm.Count),
)  # fmt: skip
steps = draw.one_of(
    simple, simple, simple,
    draw.builds(hitm.Repeat, draw.sampled_from([0, 1, 3, "uniform(1, 4)", -1, 10**12]), draw.lists(simple, max_size=2)),
    draw.builds(lambda do, v: hitm.If(is_=v, then=do), draw.lists(simple, max_size=2), operands),
)  # fmt: skip


@FEW
@given(
    draw.lists(steps, max_size=5),
    draw.one_of(draw.integers(1, 4), anything),
    draw.sampled_from([{}, {"base": 3}, {"slab": {"align": 64}}, {"heap": {}}, {"shelf": 1}]),
)
def test_scenarios(program: list[Any], threads: Any, place: dict[str, Any]) -> None:
    try:
        pad = hitm.Layout.of_fields("pad", {"a": "u64", "b": "u64"})
        scenario = hitm.Scenario.build(
            machine="xeon_silver_4208_2s", threads=threads, layouts={"pad": pad}, objects={"pad": hitm.Objects("pad", place=place)},
            program=[hitm.Pick("pad"), *program, hitm.Add("pad.a"), hitm.Work("1us"), hitm.Count()], fix=hitm.Fix(edits=["align b 64"]),
        )  # fmt: skip
        assert scenario.resolved()
    except OURS:
        pass


@pytest.mark.nightly
@settings(max_examples=int(20 * SECONDS), deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(
    draw.lists(draw.sampled_from(["a", "b"]).map(lambda f: hitm.Add(f"pad.{f}")), min_size=1, max_size=4), draw.integers(1, 8), draw.integers(0, 60), anything
)
def test_predictions(program: list[Any], threads: int, base: int, seed: Any) -> None:
    try:
        pad = hitm.Layout.of_fields("pad", {"a": "u64", "b": "u64"})
        scenario = hitm.Scenario.build(
            machine="xeon_silver_4208_2s", threads=threads, layouts={"pad": pad}, objects={"pad": hitm.Objects("pad", place={"base": base})},
            program=[hitm.Pick("pad"), *program, hitm.Work("200ns"), hitm.Count()], fix=hitm.Fix(edits=["align b 64"]),
        )  # fmt: skip
        assert hitm.predict(scenario, replicates=2, parameters=False, seed=seed).points
    except OURS:
        pass
