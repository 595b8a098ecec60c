"""Do Python and the shell give the same bytes, and does the shell of the package work?"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import hitm


def hitm_shell(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(Path(sys.executable).with_name("hitm")), *arguments], capture_output=True, text=True, timeout=300)


def test_a_prediction_has_the_bytes_of_the_shells(tmp_path: Path) -> None:
    done = hitm_shell("predict", "file_f_count_2020", "--replicates", "2", "--no-parameters", "--json", str(tmp_path / "shell.json"), "--quiet")
    assert done.returncode == 0, done.stderr
    result = hitm.predict("file_f_count_2020", replicates=2, parameters=False)
    assert result.json == (tmp_path / "shell.json").read_text()
    assert result.text == done.stdout


def test_a_run_has_the_bytes_of_the_shells(tmp_path: Path) -> None:
    done = hitm_shell("run", "struct_file", "--threads", "16", "--variant", "after", "--operations", "2000", "--json", str(tmp_path / "run.json"))
    assert done.returncode == 0, done.stderr
    run = hitm.simulate("struct_file", threads=16, variant="after", operations=2000)
    assert run.json == (tmp_path / "run.json").read_text()
    assert run.text == done.stdout


def test_host_threads_change_no_byte(small: hitm.Scenario) -> None:
    assert hitm.predict(small, replicates=3, jobs=1).json == hitm.predict(small, replicates=3, jobs=2).json


def test_the_report_is_found_as_a_command(small_result: hitm.Prediction, tmp_path: Path) -> None:
    small_result.save(tmp_path / "r.json")
    done = hitm_shell("report", str(tmp_path / "r.json"))
    assert done.returncode == 0, done.stderr
    assert "<h1>small on xeon_gold_6248_2s</h1>" in (tmp_path / "r.html").read_text()
    changelog = hitm_shell("report", str(tmp_path / "r.json"), "--format", "changelog").stdout
    assert changelog.startswith("Predicted by simulation: ")
    pull_request = hitm_shell("report", str(tmp_path / "r.json"), "--format", "pr").stdout
    assert "| threads | change | interval |" in pull_request


def test_a_wrong_report_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("[]")
    done = hitm_shell("report", str(tmp_path / "r.json"))
    assert done.returncode == 2
    assert "no prediction" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["r.json"]


def test_importing_is_quick() -> None:
    """Under 0.3 s; the best of five, since machines are noisy."""
    program = "import time; t = time.perf_counter(); import hitm; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    assert min(times) < 0.3


def test_ctrl_c_stops_within_a_second() -> None:
    program = "import hitm, sys; print('begun', flush=True); hitm.predict('struct_file', progress=False)"
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    running.stdout.readline()
    time.sleep(2)
    begun = time.monotonic()
    running.send_signal(2)
    _, said = running.communicate(timeout=30)
    assert time.monotonic() - begun < 1.5  # a second, and the interpreter's own end
    assert "KeyboardInterrupt" in said


def test_the_gil_is_released(small: hitm.Scenario) -> None:
    import threading

    counted, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    hitm.predict("struct_file", threads=64, replicates=2, parameters=False, set={"work": "8us"}, progress=False, jobs=1)
    stop.set()
    counter.join()
    assert counted[0] > 50
