"""What does wrong input get? A ValueError whose text names the parameter, what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import hitm

PAD = hitm.Layout.of_fields("pad", {"a": "u64", "b": "u64"})


def build(**changes: Any) -> hitm.Scenario:
    given: dict[str, Any] = {
        "machine": "xeon_gold_6248_2s",
        "threads": [2],
        "layouts": {"pad": PAD},
        "objects": {"pad": hitm.Objects("pad")},
        "program": [hitm.Pick("pad"), hitm.Add("pad.a"), hitm.Count()],
    }
    return hitm.Scenario.build(**{**given, **changes})


WRONG: list[tuple[str, Callable[[], object], str]] = [
    ("no threads", lambda: hitm.predict("struct_file", threads=0), "threads: 0 cannot be; right would be"),
    ("threads as text", lambda: hitm.predict("struct_file", threads="16"), "threads: '16' is no whole number; right would be"),  # type: ignore[arg-type]
    ("more threads than there are", lambda: hitm.predict("struct_file", threads=4096), "4096"),
    ("an unknown scenario", lambda: hitm.predict("struct_flie"), "struct_flie: no such scenario; right would be"),
    ("an unknown machine", lambda: hitm.predict("struct_file", machine="xeon_8592_1s"), "machine 'xeon_8592_1s' is not in the library (did you mean"),
    ("a protocol's name", lambda: hitm.predict("struct_file", protocol="MOESI"), "protocol: 'MOESI' is no protocol; right would be hitm.MOESI"),  # type: ignore[arg-type]
    ("an unknown protocol", lambda: hitm.Protocol.named("MOSEI"), "protocol 'MOSEI' is not known; right would be MSI, MESI"),
    ("an unknown parameter", lambda: hitm.predict("struct_file", set={"wrok": "5us"}), "wrok"),
    ("a unit that does not fit", lambda: hitm.predict("struct_file", set={"work": "5KiB"}), "work"),
    ("one replicate", lambda: hitm.predict("struct_file", replicates=1), "replicates: 1 cannot be; right would be a whole number from 2"),
    ("a negative seed", lambda: hitm.predict("struct_file", seed=-1), "seed: -1 cannot be"),
    ("an unknown variant", lambda: hitm.simulate("struct_file", variant="later"), "variant: 'later' is unknown; right would be 'before' or 'after'"),  # type: ignore[arg-type]
    ("an unknown member", lambda: PAD.edit("move c to end"), "has no member 'c'"),
    ("an edit that is none", lambda: PAD.edit("push a to end"), "push"),
    ("two places to move to", lambda: PAD.move("a", after="b", to="end"), "move a: after, before and to: 2 are given; right would be one of them"),
    ("an unknown field", lambda: PAD.find("aa"), "aa"),
    ("members that overlap what holds them", lambda: hitm.Layout(name="x", size=8, align=8, members=(hitm.Member(name="m", size=16),)).ruler(), "member 'm': bytes 0 to 16 are beyond the 8"),
    ("a line of 63 bytes", lambda: PAD.ruler(line_bytes=63), "line_bytes: 63 is no cache line; right would be a power of two"),
    ("text that pahole did not print", lambda: hitm.Layout.parse_pahole("int main() {}"), "pahole text"),
    ("a machine's unknown key", lambda: hitm.Machine.load("xeon_8592p_1s").with_values({"socketz": 2}).cores, "socketz: unknown key (did you mean 'sockets'?)"),
    ("a machine's impossible value", lambda: hitm.Machine.load("xeon_8592p_1s").with_values({"costs": {"dram": "fast"}}).cores, "costs.dram"),
    ("a field of no layout", lambda: build(program=[hitm.Pick("pad"), hitm.Load("pad.c"), hitm.Count()]), "c"),
    ("a step that is none", lambda: build(program=["load pad.a"]), "program: 'load pad.a' is no step; right would be hitm.Load"),
    ("an object of no layout", lambda: build(objects={"pad": hitm.Objects("pda")}), "pda"),
    ("a program that counts nothing", lambda: hitm.predict(build(program=[hitm.Pick("pad"), hitm.Add("pad.a")])), "count"),
    ("a layout that is none", lambda: build(layouts={"pad": "struct pad"}), "layouts: 'struct pad' is no Layout; right would be"),
    ("an observation without a number", lambda: hitm.fit("struct_file", on=[hitm.Observation(threads=4)]), "Observation: no number; right would be change_percent"),
    ("a free number that is none", lambda: hitm.fit("struct_file", free="wrok"), "wrok"),
    ("rows of no table", lambda: hitm.MESI.with_rows("cache\nQ x Load -> load hit", name="Q"), "Q"),
    ("a protocol that does not hold", lambda: hitm.Machine.load("xeon_8592p_1s").with_protocol(hitm.MESI.with_rows("cache\nS x Inv -> - => S", name="X")), "does not hold"),
    ("too many caches", lambda: hitm.MESI.check(caches=9), "caches"),
    ("a key of another kind", lambda: hitm.MESI.chart("5 moves"), "key: "),
    ("an empty study", lambda: hitm.sweep([]), "points: there are none; right would be hitm.grid"),
    ("samples that are no power of two", lambda: hitm.sensitivity("struct_file", ranges={"work": (2, 12, "us")}, threads=4, samples=12), "samples: 12 cannot be"),
    ("a JSON that is no prediction", lambda: hitm.Prediction.parse("{}"), "no prediction"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "said"), [(call, said) for _, call, said in WRONG], ids=[name for name, _, _ in WRONG])
def test_wrong_input_is_a_value_error_that_says_what_would_be_right(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert type(caught.value) is not ValueError, "a subclass of ours"
    assert type(caught.value).__module__.startswith("hitm")
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_said(tmp_path: Any) -> None:
    with pytest.raises((ValueError, OSError), match=r"nowhere\.txt"):
        hitm.Layout.read(tmp_path / "nowhere.txt")
