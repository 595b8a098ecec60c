"""Does the README's Python example run as it stands, and is it ten lines?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_example_runs(capsys: Any) -> None:
    found = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert found is not None
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 10
    exec(found[1], {})
    assert "false sharing removed" in capsys.readouterr().out
