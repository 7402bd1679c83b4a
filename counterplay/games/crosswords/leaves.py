"""What the tiles that a play leaves on the rack are worth.

The value of a leave is a sum: for each letter a value of the number of its tiles, and for each pair
of different letters a value of having both. `make_leaves.py` learns them from games.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from counterplay.games.crosswords.moves import tiles_in, value_of

FILE = Path(__file__).with_name("leaves.npz")
MOST_ALIKE = 7
UNSEEN_LEFT = 2
"""With an empty bag, a tile that is left costs its value, and gives it to the other player."""


class Leaves(NamedTuple):
    """The values of leaves, in points.

    leave_counts   by letter and the number of its tiles
    leave_pairs    by two letters, the smaller first; others are 0
    """

    leave_counts: np.ndarray
    leave_pairs: np.ndarray


@cache
def load_leaves(slots: int) -> Leaves:
    """The values that come with the program."""
    if not FILE.is_file():
        return no_leaves(slots)
    with np.load(FILE) as parts:
        found = (parts[name].astype(np.float64) for name in Leaves._fields)
        return Leaves(*found)


def no_leaves(slots: int) -> Leaves:
    """Leaves that are worth nothing, for other alphabets."""
    return Leaves(np.zeros((slots, MOST_ALIKE + 1)), np.zeros((slots, slots)))


def leave_value(rack, data):
    """The value of the tiles of a rack, in points."""
    total = 0.0
    for slot in range(len(rack)):
        if rack[slot] > 0:
            total += data.leave_counts[slot, rack[slot]]
            for other in range(slot + 1, len(rack)):
                if rack[other] > 0:
                    total += data.leave_pairs[slot, other]
    return total


def worth(rack, unseen, other, data):
    """What a rack is worth after a play: as a leave, while there are tiles to draw.

    unseen   the tiles in the bag
    other    the value of the other player's tiles, which count if the rack is empty at the end
    """
    if unseen > 0:
        return leave_value(rack, data)
    if tiles_in(rack) == 0:
        return float(UNSEEN_LEFT * other)
    return float(-UNSEEN_LEFT * value_of(rack, data))
