"""Runs notebooks from clean, as CI does: python notebooks/run.py [--update] [NAME…]; --update keeps what they show."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

HERE = Path(__file__).resolve().parent


def run(file: Path) -> nbformat.NotebookNode:
    """The notebook with the outputs of a fresh kernel; raises CellExecutionError where a cell fails."""
    notebook = nbformat.read(file, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
    return notebook


def figures(notebook: nbformat.NotebookNode) -> int:
    """How many pictures it shows."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return sum("image/png" in output.get("data", {}) for output in outputs)


def passing(output: nbformat.NotebookNode) -> bool:
    """A warning, or a progress bar that has ended."""
    bar = "widget-view" in str(output.get("data", {}).keys()) and "run/s" in output["data"].get("text/plain", "")
    return bar or (output.output_type == "stream" and output.name != "stdout")


def bare(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Without what differs from run to run though nothing changed."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [o for o in cell.outputs if not passing(o)]
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return notebook


def main(arguments: list[str]) -> int:
    names = [a for a in arguments if a != "--update"]
    files = [HERE / name for name in names] if names else sorted(HERE.glob("*.ipynb"))
    begun, failed = time.monotonic(), 0
    for file in files:
        started = time.monotonic()
        try:
            notebook = run(file)
        except CellExecutionError as error:
            print(f"{file.name}: {error}", file=sys.stderr)
            failed += 1
            continue
        print(f"{file.name}: {time.monotonic() - started:.0f} s, {figures(notebook)} figures", flush=True)
        if "--update" in arguments:
            nbformat.write(bare(notebook), file)
    print(f"{len(files)} notebooks in {time.monotonic() - begun:.0f} s, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
