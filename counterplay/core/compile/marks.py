"""The decorators of a kernel's functions: they only mark how `functions.py` compiles a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MARK = "__kernel_mark__"
"""The attribute in which a decorator notes how a function is compiled."""


def marked(kind: str) -> Callable[[Any], Any]:
    """A decorator that notes how a function is compiled."""

    def mark(function: Any) -> Any:
        setattr(function, MARK, kind)
        return function

    return mark


native = marked("native")
"""A function that other native functions call."""

hot = marked("hot")
"""A small function whose machine code is inlined into every caller."""

merged = marked("merged")
"""A function that is inlined into every caller before Numba infers types.

Use it to spread a recursive function over several files.
"""

recursive = marked("recursive")
"""A function that calls itself and returns an int64, or a float64 by its annotation `-> float`."""

entry = marked("entry")
"""A function that Python calls with an array of contexts."""
