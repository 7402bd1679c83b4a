"""`mixed`: add a word to a 64-bit key. Keys of states are made of it, word after word.

A product moves changes only upwards, so a change of the highest bits stays in few bits, which the
next word can take back: two states then have one key. The exclusive or with two rotations comes
before the product for this reason: it copies each bit of the word to two places far from it. No
change of one or two bits of a word changes fewer than three bits of the key.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

FACTOR: Final = np.uint64(0xD1342543DE82EF95)
"""An odd number whose bits look random: that of the generators LXM (Steele and Vigna 2021)."""

RIGHT_25, LEFT_25 = np.uint64(25), np.uint64(64 - 25)
RIGHT_49, LEFT_49 = np.uint64(49), np.uint64(64 - 49)
HALF = np.uint64(32)


def mixed(key: Any, word: Any) -> Any:
    """The key with a word added, both unsigned. For a given key, other words give other keys."""
    x = key ^ word
    x ^= (x >> RIGHT_25 | x << LEFT_25) ^ (x >> RIGHT_49 | x << LEFT_49)
    x *= FACTOR
    return x ^ x >> HALF
