"""Recursive native functions that say what they return.

Numba finds the type of a recursive function by typing it again at every call of itself, and again
for every function in between: most of the time that a large search takes to compile. Where a
function's type is written down, `@recursive` spares it that. If a later Numba no longer has what
is replaced here, it types the long way, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.typeinfer import TypeInferer

MARK = "__returns__"


def returning(kind: Any) -> Callable[[Any], Any]:
    """Write the type a function returns on it, before it is compiled."""

    def mark(function: Any) -> Any:
        setattr(function, MARK, kind)
        return function

    return mark


def _install() -> None:
    original = getattr(TypeInferer, "return_types_from_partial", None)
    if original is None:
        return

    def return_types_from_partial(self: Any) -> Any:
        written = getattr(getattr(self.func_id, "func", None), MARK, None)
        return original(self) if written is None else written

    TypeInferer.return_types_from_partial = return_types_from_partial


_install()
