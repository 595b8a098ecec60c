"""The shell's `hitm`, as installed with the package."""

import os
import sys
from pathlib import Path

import hitm._data  # noqa: F401  (says where machines and scenarios lie)
from hitm import _core


def main() -> int:
    """Runs `hitm` with the process's arguments. Its siblings (`hitm report` is hitm-report) are found beside it."""
    beside = str(Path(sys.argv[0]).resolve().parent)
    os.environ["PATH"] = os.pathsep.join([beside, os.environ.get("PATH", "")])
    return _core.command_line(["hitm", *sys.argv[1:]])
