"""Wrong arguments, said the way the files' errors are said."""

from collections.abc import Iterable


class BadArgument(ValueError):
    """An argument of a Python function is wrong: ``parameter: what is wrong; what would be right``."""


def count(name: str, value: object, *, least: int = 1, most: int = 2**31 - 1) -> int:
    """The value as a whole number of the range, or BadArgument.

    >>> count("threads", 0)
    Traceback (most recent call last):
    hitm.errors.BadArgument: threads: 0 cannot be; right would be a whole number from 1
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise BadArgument(f"{name}: {value!r} is no whole number; right would be a whole number from {least}")
    number = value.__index__()
    if not isinstance(number, int) or not least <= number <= most:
        raise BadArgument(f"{name}: {value!r} cannot be; right would be a whole number from {least}" + (f" to {most}" if number > most else ""))
    return number


def counts(name: str, values: object) -> list[int]:
    """One count or several, as a list; empty for None."""
    if values is None:
        return []
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [count(name, values)]
    found = [count(name, value) for value in values]
    if not found:
        raise BadArgument(f"{name}: is empty; right would be at least one whole number, or to leave it out")
    return found


def text(name: str, value: object) -> str:
    """The value as it is where it is a text, or BadArgument."""
    if not isinstance(value, str):
        raise BadArgument(f"{name}: {value!r} is no text; right would be a str")
    if "\0" in value:
        raise BadArgument(f"{name}: has a NUL character in it; right would be a text without")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise BadArgument(f"{name}: has a lone surrogate in it; right would be a text of Unicode characters") from error
    return value
