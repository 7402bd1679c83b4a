"""What a player sees, as an array of zeros and ones.

Where nothing is hidden it is the whole state: the bits of its fields, one field after the other,
the lowest bit first. A board that is a word of bits then has a number for each square. Where part
of the state is hidden, it is the 64 bits of what the game's `information(s, p)` gives.
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
    """Refuse a game that hides something and does not say what each player knows."""
    if game.facts.hidden and "information" not in game.functions:
        raise UnfitError(
            f"{game.name} hides part of its state and does not say what a player knows: "
            "define information(s, p)"
        )


def length(game: Game) -> int:
    """How many bits an observation has."""
    return WORD if game.facts.hidden else 8 * game.shape.dtype.itemsize


def seen_by(game: Game, s: Any, p: int) -> Bits:
    """What player p sees of a state."""
    if not game.facts.hidden:
        return whole(game, s)
    known = np.array([int(game.ask("information", s, p))], np.uint64)
    return _bits(known.tobytes())


def whole(game: Game, s: Any) -> Bits:
    """All bits of a state."""
    return _bits(game.shape.encode(s).tobytes())


def _bits(data: bytes) -> Bits:
    return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little").view(np.int8)
