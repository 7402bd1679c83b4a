"""The bearoff tables as run-time data of the rules: arrays, empty if they are not built.

    bearoff_rolls         [position, n]       the chance to bear off in exactly n rolls
    bearoff_first_rolls   [position, n]       the chance that roll n bears off the first checker,
                                              from the first position with 15 checkers on
    bearoff_pairs         [theirs, mine]      the cubeless equity of the side to roll
    bearoff_cube          [theirs, mine]      its equity with the cube: one such table each, below
                                              one another, for owned, centred and theirs

Equities are stored in 16 bits: 0 is -1, and 65535 is 1.
"""

from typing import NamedTuple

import numpy as np

WHOLE = 65_535
"""The stored form of the equity 1."""


class Tables(NamedTuple):
    """The arrays. Other data of the game can have the same fields beside its own."""

    bearoff_rolls: np.ndarray
    bearoff_first_rolls: np.ndarray
    bearoff_pairs: np.ndarray
    bearoff_cube: np.ndarray


NO_TABLES = Tables(
    np.zeros((0, 0), np.float32),
    np.zeros((0, 0), np.float32),
    np.zeros((0, 0), np.uint16),
    np.zeros((0, 0), np.uint16),
)


def stored(equities):
    """Equities in their 16 bits."""
    return np.round((np.clip(equities, -1, 1) + 1) * (WHOLE / 2)).astype(np.uint16)


def equity_of(number):
    """The equity of a stored number."""
    return number * (2.0 / WHOLE) - 1.0
