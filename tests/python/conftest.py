"""What the Python tests share: figures without a display, the browser, names for doctests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest

mpl.use("agg")

import hypothesis.configuration

import hitm

ROOT = Path(__file__).resolve().parents[2]
hypothesis.configuration.set_hypothesis_home_dir(ROOT / "build" / "hypothesis")


@pytest.fixture(scope="session")
def small() -> hitm.Scenario:
    """A scenario of some milliseconds: a counter that all add to beside a field that all read."""
    stats = hitm.Layout.of_fields("stats", {"hits": "u64", "config": "u64"})
    return hitm.Scenario.build(
        machine="xeon_gold_6248_2s",
        threads=[4, 8],
        layouts={"stats": stats},
        objects={"stats": hitm.Objects("stats", count="$count")},
        program=[hitm.Work("exponential($work)"), hitm.Pick("stats"), hitm.Load("stats.config"), hitm.Add("stats.hits"), hitm.Count()],
        fix=hitm.Fix(edits=["align config 64"]),
        parameters={"work": hitm.Parameter("500ns", range=("200ns", "2us")), "count": 1},
        name="small",
    )


@pytest.fixture(scope="session")
def small_result(small: hitm.Scenario) -> hitm.Prediction:
    return hitm.predict(small, replicates=2)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, headless, driven by playwright."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.fail("no Chromium; right would be `apt-get install chromium`, which ./dev test does")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
