"""Patch of Numba: every exception of compiled code can know its place, not only those of `raise`.

Numba does not say in which line an index is out of bounds, or a number is divided by zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.callconv import CPUCallConv

_place: Any = None
"""The place of which machine code is made, as Numba describes places; None if it is not known."""


@contextmanager
def at(place: Any) -> Iterator[None]:
    """Let the exceptions of the machine code that is made in this block know their place."""
    global _place
    before, _place = _place, place
    try:
        yield
    finally:
        _place = before


def install() -> None:
    """Replace the function of Numba that makes the code that raises an exception."""
    return_user_exc = CPUCallConv.return_user_exc

    def return_at_place(
        self: Any,
        builder: Any,
        exc: Any,
        exc_args: Any = None,
        loc: Any = None,
        func_name: Any = None,
    ) -> None:
        return_user_exc(self, builder, exc, exc_args, _place or loc, func_name)

    CPUCallConv.return_user_exc = return_at_place
