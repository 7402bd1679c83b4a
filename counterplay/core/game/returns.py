"""Check and convert what the rules return, for plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from counterplay.core.bits.casts import as_int64, as_uint64

LONGEST_SHOWN = 80
"""The most characters of a value that a sentence shows."""


def _number(given: Any) -> float:
    if not isinstance(given, (int, float, np.number, np.bool_)):
        raise TypeError
    return given  # type: ignore[return-value]  # a NumPy number


def _truth(given: Any) -> bool:
    if not isinstance(given, (bool, np.bool_, int, np.integer)):
        raise TypeError
    return bool(given)


def _pair(given: Any) -> tuple[float, float]:
    low, high = given
    return _number(low), _number(high)


def is_whole(given: Any) -> bool:
    """Whether a value is a whole number, of Python or NumPy."""
    try:
        given.__index__()
    except (AttributeError, TypeError):  # an array has the method, too
        return False
    return True


def described(given: Any) -> str:
    """A value in a sentence: itself if that is short and readable, else the name of its type."""
    text = repr(given)
    if len(text) <= LONGEST_SHOWN and not text.startswith("<"):
        return text
    kind = "ndarray" if isinstance(given, np.ndarray) else type(given).__name__
    return f"a value of type {kind}"


CASTS: dict[str, Callable[[Any], Any]] = {
    "int": as_int64,
    "count": as_int64,
    "key": as_uint64,
    "bool": _truth,
    "number": _number,
    "pair": _pair,
}


WANTED = {
    "int": "a whole number",
    "count": "a count",
    "key": "a whole number",
    "bool": "True or False",
    "number": "a number",
    "pair": "a pair of numbers",
}
