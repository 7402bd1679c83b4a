"""The inputs of a network of chess: the pieces of each kind and side, as a player sees them.

The player's pawns move up, and its king is on the left half: otherwise the board is mirrored. Left
and right mean the same in chess but for castling, so half of the positions teach both.

A lone king is driven into a corner by a formula, which a network must not disturb: there are no
inputs then.
"""

import numpy as np

from counterplay.core.bits.bits import byteswap
from counterplay.core.bits.symmetry import mirrored
from counterplay.games.chess.board import NOTHING
from counterplay.games.chess.evaluation import is_driven

FEATURE_WORDS = 12
RIGHT = np.uint64(0xF0F0F0F0F0F0F0F0)


def features(s, p, words):
    """A word for each kind of piece, the player's own first."""
    if is_driven(s):
        return
    low, mid, high, own = s.low, s.mid, s.high, s.mine
    if s.ply & 1 != p:
        own ^= low | mid | high
        low, mid, high, own = byteswap(low), byteswap(mid), byteswap(high), byteswap(own)
    if low & mid & ~high & own & RIGHT != NOTHING:
        low, mid, high, own = mirrored(low), mirrored(mid), mirrored(high), mirrored(own)
    put(words, 0, low & ~(mid | high), own)  # pawns
    put(words, 1, mid & ~(low | high), own)  # knights
    put(words, 2, high & low & ~mid, own)  # bishops
    put(words, 3, high & mid & ~low, own)  # rooks
    put(words, 4, high & mid & low, own)  # queens
    put(words, 5, low & mid & ~high, own)  # kings


def put(words, i, pieces, own):
    words[i] = pieces & own
    words[i + 6] = pieces & ~own
