"""Symmetries of an 8x8 board in the bits of a word, for use inside the rules of a game.

Square `8 * row + column` is bit number `8 * row + column`, as in `rays.py`. The third symmetry,
rows in reverse order, is `bits.byteswap`; the three generate all eight. These are plain functions:
they are compiled with the rules that call them.
"""

from __future__ import annotations

from typing import Final

import numpy as np

ONES: Final = np.uint64(0x5555555555555555)
PAIRS: Final = np.uint64(0x3333333333333333)
NIBBLES: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
SINGLE_CORNERS: Final = np.uint64(0x00AA00AA00AA00AA)
DOUBLE_CORNERS: Final = np.uint64(0x0000CCCC0000CCCC)
QUAD_CORNERS: Final = np.uint64(0x00000000F0F0F0F0)


def mirrored(x: np.uint64) -> np.uint64:
    """Each row in reverse order: column a becomes column h."""
    x = ((x >> np.uint64(1)) & ONES) | ((x & ONES) << np.uint64(1))
    x = ((x >> np.uint64(2)) & PAIRS) | ((x & PAIRS) << np.uint64(2))
    return ((x >> np.uint64(4)) & NIBBLES) | ((x & NIBBLES) << np.uint64(4))


def transposed(x: np.uint64) -> np.uint64:
    """Rows become columns. Blocks of 1, 2 and 4 squares change places across the diagonal."""
    swap = (x ^ (x >> np.uint64(7))) & SINGLE_CORNERS
    x ^= swap ^ (swap << np.uint64(7))
    swap = (x ^ (x >> np.uint64(14))) & DOUBLE_CORNERS
    x ^= swap ^ (swap << np.uint64(14))
    swap = (x ^ (x >> np.uint64(28))) & QUAD_CORNERS
    return x ^ swap ^ (swap << np.uint64(28))
