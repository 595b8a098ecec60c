"""Does every docstring's example run, and has everything public one?"""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import matplotlib.pyplot as plt
import pytest

import hitm

MODULES = [f"hitm.{m.name}" for m in pkgutil.iter_modules(hitm.__path__) if not m.name.startswith("_")] + ["hitm"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    names = {"hitm": hitm} | {key: getattr(hitm, key) for key in hitm.__all__} | vars(module)
    found = doctest.testmod(module, extraglobs=names, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    plt.close("all")
    assert found.failed == 0


def public() -> Iterator[tuple[str, object]]:
    """What `import hitm` shows, with the methods and properties of its classes."""
    for name in hitm.__all__:
        value = getattr(hitm, name)
        if inspect.isfunction(value):
            yield name, value
        if inspect.isclass(value) and value.__module__.startswith("hitm.") and value.__module__ != "hitm._core":
            yield name, value
            for member, inner in vars(value).items():
                if not member.startswith("_") and (callable(inner) or isinstance(inner, (property, classmethod, staticmethod))):
                    yield f"{name}.{member}", inner


EVERYTHING = dict(public())


def test_everything_public_has_a_docstring() -> None:
    assert [name for name, value in EVERYTHING.items() if not inspect.getdoc(value)] == []


def test_every_function_and_method_has_an_example() -> None:
    """A class's own example may show its methods: by their name and a parenthesis or, for a property, the name alone."""
    bare = []
    for name, value in EVERYTHING.items():
        if inspect.isclass(value):
            continue
        said = inspect.getdoc(value) or ""
        owner = inspect.getdoc(EVERYTHING[name.split(".")[0]]) or ""
        examples = "\n".join(line for line in owner.splitlines() if line.startswith((">>>", "...")))
        if ">>>" not in said and f".{name.split('.')[-1]}" not in examples:
            bare.append(name)
    assert bare == []
