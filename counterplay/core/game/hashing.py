"""`cp.hash`: a 64-bit key from the parts of a state, for `key` and `information`.

Words are mixed one after the other (`core/bits/mixing.py`). The last step is the finalizer of
SplitMix64 (Steele, Lea and Flood 2014), so that each bit of the words changes about half of the
bits of the key.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from counterplay.core.bits.casts import as_uint64
from counterplay.core.bits.mixing import FACTOR

MASK: Final = 2**64 - 1
SEED: Final = 0x9E3779B97F4A7C15
STEP: Final = int(FACTOR)
FIRST: Final = 0xBF58476D1CE4E5B9
SECOND: Final = 0x94D049BB133111EB


def hash(*words: Any) -> np.uint64:  # the public name is cp.hash
    """A 64-bit hash of integers and arrays of integers, in this order. Use it in rules.

        def key(s):
            return cp.hash(s.board, s.turn)

    The same numbers give the same key in plain Python and in compiled rules. Their integer types do
    not matter.
    """
    h = SEED
    for word in words:
        for number in _numbers(word):
            h ^= number & MASK
            h ^= (h >> 25 | h << 39) & MASK ^ (h >> 49 | h << 15) & MASK
            h = h * STEP & MASK
            h ^= h >> 32
    h = (h ^ h >> 30) * FIRST & MASK
    h = (h ^ h >> 27) * SECOND & MASK
    return np.uint64(h ^ h >> 31)


def _numbers(word: Any) -> list[int]:
    """The integers of an argument. Those of an array are converted at once, which is faster."""
    if not isinstance(word, np.ndarray):
        return [int(as_uint64(word))]
    if word.dtype.kind in "iub":
        return word.ravel().tolist()
    return [int(as_uint64(number)) for number in word.flat]
