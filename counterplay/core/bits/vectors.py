"""Loops over 16-bit numbers that the CPU does many at a time: sums of rows, and weighted sums.

Compiled, they are vectors of LANES numbers, whatever the compiler makes of the loops around them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

LANES = 32
"""The numbers of a vector: a network is fastest if its width is a multiple."""

Numbers = npt.NDArray[np.int16]


def change_rows(
    to: Numbers,
    before: Numbers,
    on: Numbers,
    on_too: Numbers,
    off: Numbers,
    off_too: Numbers,
    count: int,
) -> None:
    """Write `before` with two rows added and two others subtracted, modulo 2**16.

    `before` may be `to` itself.
    """
    to[:count] = before[:count] + on[:count] + on_too[:count] - off[:count] - off_too[:count]


def weighted_sum(numbers: Numbers, weights: Numbers, count: int) -> Any:
    """The sum of products of numbers up to 1024 and weights up to 2**13 (native: in 32 bits)."""
    return np.int64(numbers[:count].astype(np.int64) @ weights[:count].astype(np.int64))


def weighted_squares(numbers: Numbers, weights: Numbers, most: int, count: int) -> Any:
    """The weighted sum of the squares of numbers that are first brought between 0 and `most`.

    `most` times a weight has 16 bits, and times `most` again 23 (native: in 32 bits).
    """
    clipped = numbers[:count].clip(0, most).astype(np.int64)
    return np.int64(clipped * clipped @ weights[:count].astype(np.int64))
