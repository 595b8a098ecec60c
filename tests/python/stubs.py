"""Writes the extension's stubs, or says how the committed ones differ: bindings/python/hitm/_core.pyi."""

from __future__ import annotations

import difflib
import subprocess
import sys
import tempfile
from pathlib import Path

STUB = Path(__file__).resolve().parents[2] / "bindings/python/hitm/_core.pyi"


def fresh() -> str:
    """What pybind11-stubgen says of the installed extension."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pybind11_stubgen", "hitm._core", "-o", folder, "--exit-code"], check=True, capture_output=True)
        return Path(folder, "hitm/_core.pyi").read_text()


def difference() -> str:
    """Empty where the committed stubs are fresh."""
    return "".join(difflib.unified_diff(STUB.read_text().splitlines(True), fresh().splitlines(True), "committed", "fresh"))


if __name__ == "__main__":
    if "--write" in sys.argv:
        STUB.write_text(fresh())
    else:
        print(difference(), end="")
