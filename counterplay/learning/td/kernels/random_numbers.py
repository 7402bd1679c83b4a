"""Random numbers by counters: the same seed, game and ply give the same number on every machine.

Each is a word of SplitMix64 (Steele, Lea and Flood 2014), so no generator has a state to keep.
"""

import numpy as np

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def mixed(word):
    """The bits of a word, mixed."""
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


def fraction_of(seed, game, ply):
    """A uniform random number from 0 up to, but not including, 1."""
    word = mixed(np.uint64(seed) + STEP)
    word = mixed(word ^ np.uint64(game) * STEP + FIRST)
    word = mixed(word ^ np.uint64(ply) * STEP + SECOND)
    return np.float64(word >> np.uint64(11)) * 2.0**-53
