"""Casts between a user's rules and a kernel.

The fields of a State have declared types. Every integer that the rules return is cast to them, so
all paths through the rules have one native type. A float is refused: it is usually the result of
mixing an unsigned and a signed integer, which Numba turns into a float without a warning. The
native forms are in `core/compile/native_forms/casts.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

MIXED = (
    "an integer became a float ({kind}): either `/` was used, or an unsigned and a signed integer "
    "were mixed. Write // for division, and np.uint64(1) instead of 1 next to unsigned integers"
)

NO_INTEGER = "expected an integer, got {kind}"

_MASK = (1 << 64) - 1


def complaint(kind: Any, is_float: bool) -> str:
    """The error message for a value that should be an integer."""
    return (MIXED if is_float else NO_INTEGER).format(kind=kind)


def _whole(x: Any) -> int:
    if isinstance(x, (bool, np.bool_)):
        return int(x)
    try:
        return int(x.__index__())
    except AttributeError:
        kind = type(x).__name__
        raise TypeError(complaint(kind, isinstance(x, (float, np.floating)))) from None


def as_int64(x: Any) -> int:
    """The integer as a signed 64-bit word; larger ones wrap around."""
    value = _whole(x)
    return value if -(1 << 63) <= value < 1 << 63 else (value + (1 << 63) & _MASK) - (1 << 63)


def as_uint64(x: Any) -> np.uint64:
    """The integer as an unsigned 64-bit word; larger ones wrap around."""
    return np.uint64(_whole(x) & _MASK)


def as_bool(x: Any) -> bool:
    return bool(x)


def as_number(x: Any) -> float:
    return float(x)


def as_pair(x: Any) -> tuple[int, int]:
    return as_int64(x[0]), as_int64(x[1])


def rounded(x: Any) -> int:
    """The nearest integer."""
    nearest: int = round(x)
    return nearest


def tidy(number: float) -> float:
    """A payoff as people write it: 3, not 3.0 or np.float64(3.0)."""
    return int(number) if float(number).is_integer() else float(number)


FORMS = (as_int64, as_uint64, as_bool, as_number, as_pair, rounded)
