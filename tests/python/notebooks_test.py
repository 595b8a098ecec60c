"""Do the notebooks run from clean, with their figures? Two here, all of them with ./dev notebooks."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"


def runner() -> Any:
    spec = importlib.util.spec_from_file_location("run", FOLDER / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["1_first_prediction.ipynb", "5_your_own_struct.ipynb"])
def test_a_notebook_runs(name: str) -> None:
    notebook = runner().run(FOLDER / name)
    assert runner().figures(notebook) >= 1
    assert "Traceback" not in str(notebook)
