"""Do frames, displays and figures say what the result says?"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
import pytest

import hitm
from hitm import plots, report, show


class Balanced(HTMLParser):
    """Every element that is opened is closed, in order; no script."""

    VOID = frozenset({"meta", "br", "line", "circle", "path", "use", "rect", "img", "link", "polyline"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert tag != "script"
        assert not any(name == "src" or (name == "href" and str(value).startswith("http")) for name, value in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_frame_is_tidy_and_has_units(small_result: hitm.Prediction) -> None:
    frame = small_result.frame
    assert list(frame["threads"]) == [4, 8]
    assert {
        "change_percent",
        "sampling_low_percent",
        "parameters_high_percent",
        "before_ops_per_second",
        "after_latency_p99_ns",
        "before_wait_ns_per_op",
    } <= set(frame)
    assert frame["change_percent"].tolist() == [p.change_percent for p in small_result.points]
    for table in (frame, small_result.fields, small_result.links, small_result.causes):
        assert not any(table[column].map(lambda cell: isinstance(cell, (list, dict))).any() for column in table), "one value a cell"


def test_frames_go_to_parquet_and_back(small_result: hitm.Prediction, tmp_path: Any) -> None:
    small_result.frame.to_parquet(tmp_path / "f.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "f.parquet"), small_result.frame, check_dtype=False)
    assert small_result.arrow().column_names == list(small_result.frame)


def test_the_explanation_names_the_fields(small_result: hitm.Prediction) -> None:
    said = small_result.explain()
    assert said.startswith("false sharing removed")
    assert "accesses to stats.hits cost accesses to stats.config" in said


@pytest.mark.parametrize("name", ["layout", "scenario", "machine", "protocol", "prediction", "heat", "page"])
def test_displays_are_whole_html_with_text_inside(name: str, small: hitm.Scenario, small_result: hitm.Prediction) -> None:
    run = hitm.simulate(small, threads=4, operations=500)
    machine = hitm.Machine.load("kunpeng_920_2s")
    html = {
        "layout": small.layouts_of("after")["stats"]._repr_mimebundle_()["text/html"],
        "scenario": small._repr_mimebundle_()["text/html"],
        "machine": machine._repr_mimebundle_()["text/html"],
        "protocol": hitm.MOESI.heat({}),
        "prediction": small_result._repr_mimebundle_()["text/html"],
        "heat": hitm.MESI.heat(run.cells["core"]),
        "page": report.page(small_result),
    }[name]
    Balanced(html.replace("<!DOCTYPE html>", ""))
    assert "config" in html or name in ("machine", "protocol", "heat")


def test_what_is_shown_is_escaped() -> None:
    nasty = hitm.Layout(name="<script>x", size=8, align=8, members=(hitm.Member(name="<b>&", type="u64", size=8, align=8),))
    html = show.layout(nasty)
    assert "<script>" not in html
    assert "&lt;b&gt;&amp;" in html


def test_the_heat_counts_what_the_run_entered(small: hitm.Scenario) -> None:
    cells = hitm.simulate(small, threads=4, operations=500).cells["core"]
    assert cells[("M", "RMW")] > 0
    assert f"{cells[('M', 'RMW')]:,}" in hitm.MESI.heat(cells)


def test_the_figure_draws_what_was_predicted(small_result: hitm.Prediction) -> None:
    ax = small_result.plot()
    drawn = ax.get_lines()[0].get_ydata()
    assert list(drawn) == [p.change_percent for p in small_result.points]
    assert ax.get_ylabel() == "change in throughput, %"
    plt.close("all")


def test_the_matrix_is_symmetric_and_farther_costs_more() -> None:
    machine = hitm.Machine.load("xeon_silver_4114_2s")
    matrix = machine.core_to_core(cores=[0, 1, 10], operations=60)
    assert matrix.loc[0, 1] == matrix.loc[1, 0]
    assert matrix.loc[0, 10] > 1.5 * matrix.loc[0, 1]
    assert plots.matrix(matrix).get_xlabel() == "core"
    assert machine.plot_core_to_core(cores=[0, 1], operations=20).get_title() == "xeon_silver_4114_2s: core to core"
    assert machine.plot_topology().get_title().startswith("xeon_silver_4114_2s: 2 sockets")
    plt.close("all")


def test_a_protocol_of_ones_own_is_simulated() -> None:
    own = hitm.MESI.with_rows(
        "cache\nE x Fwd-GetS -> data to req; clean to dir => I\nM x Fwd-GetS -> data to req; data to dir => I\n"
        "EI_A x Fwd-GetS -> data to req; clean to dir => II_A\nMI_A x Fwd-GetS -> data to req; data to dir => II_A\n\n"
        "home\nE | M x GetS | GetS, agent may write -> Fwd-GetS to owner; sharers += req; no owner => S_D",
        name="MESI-Handover",
    )
    found = hitm.predict("struct_file", threads=16, protocol=own, replicates=2, parameters=False, set={"work": "8us"})
    assert found.data["protocol"] == "MESI-Handover"
    assert len(own - hitm.MESI) >= 5


def test_a_faulty_protocol_shows_its_trail() -> None:
    proof = hitm.MESI.with_rows("cache\nS x Inv -> - => S", name="X").check(caches=2)
    assert not proof.holds
    assert proof.key is not None
    assert "Inv" in hitm.MESI.with_rows("cache\nS x Inv -> - => S", name="X").chart(proof.key)
