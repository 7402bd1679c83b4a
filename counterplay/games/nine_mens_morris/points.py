"""The board of nine men's morris: the state, and sets of points.

Points are numbered ring by ring, each clockwise from its top left corner. A set of points is a word
of three bytes, one per ring. Corners have even numbers; lines lead from ring to ring through the
odd ones:

     7   0---------- 1---------- 2
     6   |   8------ 9------10   |      A mill is a side of a ring or a line across the three: a
     5   |   |  16--17--18   |   |      corner goes with the next two points of its ring or with
     4   7--15--23      19--11-- 3      the two before, a middle with its two neighbours or with
     3   |   |  22--21--20   |   |      the same point of the two other rings.
     2   |  14------13------12   |
     1   6---------- 5---------- 4
         a   b   c   d   e   f   g

A state is seen from the side to move.
"""

# As the loader compiles a game file: the types of State are part of the hash of the rules.
from __future__ import annotations

from typing import NamedTuple

import numpy as np

BOARD = (1 << 24) - 1
RING = 0x010101
"""Bit 0 of each ring. Multiplied by a byte, it has the same points on all three rings."""
CORNERS, MIDDLES = 0x55 * RING, 0xAA * RING
CROSSINGS = 0x00AA00
"""The points with four neighbours."""
NOWHERE = 24


class State(NamedTuple):
    mine: int
    theirs: int
    hand: int  # stones still to place, of both sides together
    turn: int


def ahead(x, steps):
    """Each ring turned so that what lies some steps ahead of a point comes to it."""
    low = (0xFF >> steps) * RING
    return x >> steps & low | x << (8 - steps) & (BOARD ^ low)


def completing(x):
    """The points that would close a mill with two points of x."""
    next_one, one_before = ahead(x, 1), ahead(x, 7)
    corners = (next_one & ahead(x, 2) | one_before & ahead(x, 6)) & CORNERS
    inwards, outwards = x >> 8 | x << 16, x >> 16 | x << 8
    return corners | (next_one & one_before | inwards & outwards) & MIDDLES


def beside(x):
    """The points that are a step from one of x."""
    return ahead(x, 1) | ahead(x, 7) | (x >> 8 | x << 8) & MIDDLES


NEIGHBOURS = np.array([beside(1 << point) for point in range(24)], np.int64)
