"""The depth of drawings: algorithms and drawings are recursive, and Python's stack ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from counterplay.core.game.errors import InputError


@contextmanager
def shallow_enough() -> Iterator[None]:
    """Turn the end of Python's stack into a sentence."""
    try:
        yield
    except RecursionError:
        raise InputError(
            "this search goes too deep to draw: give a depth (--depth 4), or start from a later "
            "position"
        ) from None
