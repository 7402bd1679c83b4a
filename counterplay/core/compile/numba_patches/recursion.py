"""Patch of Numba: a recursive function states its return type.

Numba infers the type of a recursive function by typing it again at every recursive call, and again
for every function in between. That is most of the compile time of a large search. With this patch,
`@recursive` (`core/compile/kernel.py`) writes the type on the function and Numba reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.typeinfer import TypeInferer

MARK = "__returns__"


def returning(kind: Any) -> Callable[[Any], Any]:
    """A decorator that writes the return type on a function before it is compiled."""

    def mark(function: Any) -> Any:
        setattr(function, MARK, kind)
        return function

    return mark


def install() -> None:
    """Replace the function of Numba that finds the return type of a recursive call."""
    original = TypeInferer.return_types_from_partial

    def return_types_from_partial(self: Any) -> Any:
        written = getattr(getattr(self.func_id, "func", None), MARK, None)
        return original(self) if written is None else written

    TypeInferer.return_types_from_partial = return_types_from_partial
