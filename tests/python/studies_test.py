"""Do studies give the same frame on every executor, and lose nothing when they are killed?"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pandas as pd
import pytest

import hitm

NIGHTLY = pytest.mark.nightly


def points(small: hitm.Scenario, many: int) -> list[hitm.Point]:
    """`many` points: machines × threads × places × work."""
    machines = ["xeon_gold_6248_2s", "xeon_silver_4114_2s"]
    places = [{"base": offset} for offset in (0, 8, 56, 60)]
    work = [f"{200 + 50 * n}ns" for n in range(many // 40)]
    return hitm.grid(small, machines=machines, threads=[2, 4, 8, 12, 16], places=places, set={"work": work}, replicates=2)


def test_a_grid_is_every_combination_in_order(small: hitm.Scenario) -> None:
    found = points(small, 80)
    assert len(found) == 80
    assert len({p.key() for p in found}) == 80
    assert dict(found[0].labels) == {"base": 0, "work": "200ns"}
    assert [p.key() for p in found] == [p.key() for p in points(small, 80)], "keys depend on content alone"
    assert pickle.loads(pickle.dumps(found[0])).key() == found[0].key()


def test_threads_and_processes_give_the_same_frame(small: hitm.Scenario) -> None:
    asked = points(small, 40)
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        frames = [hitm.sweep(asked, executor=e) for e in (None, threads, processes)]
    assert len(frames[0]) == 40
    for frame in frames[1:]:
        pd.testing.assert_frame_equal(frames[0], frame)


@pytest.mark.parametrize("many", [40, pytest.param(400, marks=NIGHTLY)])
@pytest.mark.filterwarnings("ignore")  # Dask's own
def test_dask_gives_the_same_frame(small: hitm.Scenario, many: int, capsys: pytest.CaptureFixture[str]) -> None:
    from dask.distributed import Client, LocalCluster

    asked = points(small, many)
    begun = time.monotonic()
    plain = pd.concat([point.row() for point in asked], ignore_index=True)
    seconds = {"a plain loop": time.monotonic() - begun}
    begun = time.monotonic()
    threads = hitm.sweep(asked)
    seconds["threads"] = time.monotonic() - begun
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        executor: Executor = client.get_executor()
        begun = time.monotonic()
        dask = hitm.sweep(asked, executor=executor)
        seconds["Dask, 2 workers"] = time.monotonic() - begun
    pd.testing.assert_frame_equal(plain, threads)
    pd.testing.assert_frame_equal(plain, dask)
    with capsys.disabled():
        print("\n" + ", ".join(f"{name}: {many / s:.0f} points/s" for name, s in seconds.items()))


CHILD = """
import hitm, pickle, sys
hitm.sweep(pickle.load(open(sys.argv[1], "rb")), store=sys.argv[2], progress=False)
"""


@pytest.mark.parametrize("many", [40, pytest.param(400, marks=NIGHTLY)])
def test_a_killed_study_computes_only_the_rest(small: hitm.Scenario, many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = points(small, many)
    (tmp_path / "points").write_bytes(pickle.dumps(asked))
    store = tmp_path / "store"
    running = subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path / "points"), str(store)])
    while len(list(store.glob("*.parquet"))) < many // 2 and running.poll() is None:
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    kept = {file.stem for file in store.glob("*.parquet")}
    assert many // 2 <= len(kept) < many
    computed: list[str] = []
    original = hitm.Point.row

    def counting(self: hitm.Point, *, jobs: int = 1, stop: object = None) -> pd.DataFrame:
        computed.append(self.key())
        return original(self, jobs=jobs, stop=stop)  # type: ignore[arg-type]

    monkeypatch.setattr(hitm.Point, "row", counting)
    frame = hitm.sweep(asked, store=store)
    assert sorted(computed) == sorted({p.key() for p in asked} - kept), "only the rest"
    monkeypatch.undo()
    pd.testing.assert_frame_equal(frame, hitm.sweep(asked))


def test_ctrl_c_keeps_what_is_done(small: hitm.Scenario, tmp_path: Path) -> None:
    (tmp_path / "points").write_bytes(pickle.dumps(points(small, 400)))
    store = tmp_path / "store"
    running = subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path / "points"), str(store)], stderr=subprocess.PIPE, text=True)
    while len(list(store.glob("*.parquet"))) < 20 and running.poll() is None:
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGINT)
    begun = time.monotonic()
    _, said = running.communicate(timeout=30)
    assert time.monotonic() - begun < 2
    assert "KeyboardInterrupt" in said
    files = list(store.iterdir())
    assert len(files) >= 20
    assert all(len(pd.read_parquet(f)) == 1 for f in files), "whole, and nothing else"


def test_sensitivity_finds_what_matters(small: hitm.Scenario) -> None:
    """Work between operations decides how much the fix is worth; the cost of memory, to which nobody goes, decides nothing."""
    found = hitm.sensitivity(
        small, ranges={"work": (0.3, 3, "us"), "machine.costs.dram": (50, 90, "ns")}, threads=8, samples=8, replicates=2
    ).set_index("parameter")  # fmt: skip
    assert found.loc["work", "total"] > 0.8
    assert abs(found.loc["machine.costs.dram", "total"]) < 0.1
