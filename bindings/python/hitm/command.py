"""The shell's `hitm` and `hitm-report`, as installed with the package."""

import sys

import hitm._data  # noqa: F401  (says where machines and scenarios lie)
from hitm import _core


def main() -> int:
    """Runs `hitm` with the process's arguments."""
    return _core.command_line(["hitm", *sys.argv[1:]])
