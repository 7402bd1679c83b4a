"""Numbers and cells as bits of words: what the wrapper `inputs` calls (`inputs.py`)."""

import numpy as np

from counterplay.core.bits.bits import bit

CELL_VALUES = 16
"""The values of a cell that have a bit each: 0 to 15, or -8 to 7 if its type is signed."""

CELL_BITS = 32
"""The inputs of a cell: CELL_VALUES by its value, then its last 16 binary digits."""

DIGITS = np.uint64(0xFFFF)


def one_of(value, least):
    """A word with one bit: the value's, from `least` on. Values beyond the word are its last."""
    return bit(min(max(value - least, 0), 63))


def put_words(words, start, cells):
    """Copy words."""
    for i, cell in enumerate(cells.flat):
        words[start + i] = cell


def put_cells(words, start, cells, least):
    """Set the bits of each cell: that of its value, from `least` on, and its binary digits."""
    for i, cell in enumerate(cells.flat):
        value = min(max(np.int64(cell) - least, 0), CELL_VALUES - 1)
        both = bit(value) | (np.uint64(np.int64(cell)) & DIGITS) << np.uint64(CELL_VALUES)
        words[start + CELL_BITS * i // 64] |= both << np.uint64(CELL_BITS * i % 64)


HELPERS = (one_of, put_words, put_cells)
"""The functions that the wrapper calls, each as `network_` and its name."""
