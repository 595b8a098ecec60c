"""Can the report be read in a browser, on a phone and on paper; does the layout bench work in JupyterLab?"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

import hitm

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]


def opened(chromium: Any, file: Path, width: int) -> tuple[Any, list[str]]:
    page = chromium.new_page(viewport={"width": width, "height": 800})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url) if not request.url.startswith("file:") else None)
    page.goto(file.as_uri())
    return page, said


@pytest.mark.parametrize("width", [1280, 360])
def test_the_report_is_read_on_a_desk_and_on_a_phone(chromium: Any, small_result: hitm.Prediction, tmp_path: Path, width: int) -> None:
    small_result.report(tmp_path / "r.html")
    page, said = opened(chromium, tmp_path / "r.html", width)
    assert said == [], "a silent console, and no request beyond the file"
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing sticks out"
    headings = [h.inner_text() for h in page.query_selector_all("h2")]
    assert headings[:2] == ["The change, by threads", "Who suffers from whom"]
    assert "stats.config" in page.inner_text("main")
    assert len(page.screenshot(full_page=True)) > 20_000
    page.close()


def test_the_report_is_read_without_a_mouse_and_on_paper(chromium: Any, small_result: hitm.Prediction, tmp_path: Path) -> None:
    small_result.report(tmp_path / "r.html")
    page, _ = opened(chromium, tmp_path / "r.html", 1280)
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "SUMMARY":
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.querySelector('details').open")
    assert page.pdf().startswith(b"%PDF")
    page.close()


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab of its own, without token, on a free port."""
    folder = tmp_path_factory.mktemp("lab")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=", f"--notebook-dir={folder}"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen([*command, "--LabApp.news_url=none"], stdout=log, stderr=log)
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=1).read()
                    break
                except OSError:
                    time.sleep(0.1)
            else:
                pytest.fail((folder / "log").read_text())
            yield f"http://127.0.0.1:{port}", folder
        finally:
            server.terminate()
            server.wait(timeout=20)


BENCH = """import hitm
from hitm.bench import LayoutBench
bench = LayoutBench("struct_file", threads=[16, 32], machines=["xeon_8592p_1s", "xeon_8375c_2s"])
bench"""
ASKED = """bench.wait()
mine = hitm.predict(bench.scenario, machine=bench.machine, threads=[16, 32], replicates=2, parameters=False, progress=False)
print("EQUAL" if [p["change"] for p in bench.points] == [p.change_percent for p in mine.points] else "DIFFERENT", list(bench.edits))
print("CURVE", [round(p.change_percent, 2) for p in mine.points])"""


def test_a_field_dragged_on_the_bench_changes_the_curve_to_what_predict_says(chromium: Any, lab: tuple[str, Path]) -> None:
    address, folder = lab
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BENCH), nbformat.v4.new_code_cell(ASKED)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, folder / "bench.ipynb")
    page = chromium.new_page(viewport={"width": 1400, "height": 1300})
    page.goto(f"{address}/lab/tree/bench.ipynb")
    cell = page.locator(".jp-CodeCell").first
    cell.wait_for(timeout=60_000)
    page.get_by_text("(ipykernel) | Idle").wait_for(timeout=60_000)
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    bench = page.locator(".hitm-bench")
    bench.locator("[aria-busy=false] circle").first.wait_for(timeout=90_000)
    assert curve(bench) == [0.0, 0.0], "no edit, no change"

    bench.locator("[data-member=f_ref]").drag_to(bench.locator("[data-member=f_security]"), target_position={"x": 60, "y": 8})
    page.wait_for_function("[...document.querySelectorAll('.hitm-bench circle')].some((c) => Number(c.dataset.change) !== 0)", timeout=90_000)
    assert "move f_ref after f_security" in bench.locator("pre").inner_text()
    shown = curve(bench)

    page.locator(".jp-CodeCell").nth(1).locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    said = page.locator(".jp-OutputArea-output pre", has_text="CURVE")
    said.wait_for(timeout=90_000)
    text = said.inner_text()
    assert "EQUAL ['move f_ref after f_security']" in text
    found = re.search(r"CURVE \[(.*)\]", text)
    assert found and [float(n) for n in found[1].split(",")] == [round(change, 2) for change in shown]

    bench.get_by_role("button", name="undo").click()
    page.wait_for_function("[...document.querySelectorAll('.hitm-bench circle')].every((c) => Number(c.dataset.change) === 0)", timeout=90_000)
    page.screenshot(path=str(folder / "bench.png"))
    page.close()


def curve(bench: Any) -> list[float]:
    return [float(c.get_attribute("data-change")) for c in bench.locator("circle").all()]
