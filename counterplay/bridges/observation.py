"""Observations: what a player sees, as an array of zeros and ones.

If nothing is hidden, an observation is the whole state: the bits of its fields, one field after the
other, the lowest bit first. A board in one word has one entry for each square. If part of the state
is hidden, an observation is the 64 bits of `information(s, p)`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game

Bits = npt.NDArray[np.int8]

WORD = 64


def require_observable(game: Game) -> None:
    """Raise UnfitError if a game has hidden information but no `information(s, p)`."""
    if game.facts.hidden and "information" not in game.functions:
        raise UnfitError(
            f"{game.name} hides part of its state and does not say what a player knows: "
            "define information(s, p)"
        )


def length(game: Game) -> int:
    """Return the number of bits of an observation."""
    return WORD if game.facts.hidden else 8 * game.shape.dtype.itemsize


def seen_by(game: Game, s: Any, p: int) -> Bits:
    """Return what player p sees of a state."""
    if not game.facts.hidden:
        return whole(game, s)
    known = np.array([int(game.ask("information", s, p))], np.uint64)
    return _bits(known.tobytes())


def whole(game: Game, s: Any) -> Bits:
    """Return all bits of a state."""
    return _bits(game.shape.encode(s).tobytes())


def _bits(data: bytes) -> Bits:
    return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little").view(np.int8)
