"""The inputs of a network of chess: the pieces of each kind and side, as a player sees them."""

from counterplay.core.bits.bits import byteswap
from counterplay.games.chess.board import kings, knights, pawns, taken

FEATURE_WORDS = 12


def features(s, p, words):
    """A word for each kind of piece, the player's own first. The player's pawns move up."""
    is_turned = s.ply & 1 != p
    own = taken(s) ^ s.mine if is_turned else s.mine
    put(words, 0, pawns(s), own, is_turned)
    put(words, 1, knights(s), own, is_turned)
    put(words, 2, s.high & s.low & ~s.mid, own, is_turned)  # bishops
    put(words, 3, s.high & s.mid & ~s.low, own, is_turned)  # rooks
    put(words, 4, s.high & s.mid & s.low, own, is_turned)  # queens
    put(words, 5, kings(s), own, is_turned)


def put(words, i, pieces, own, is_turned):
    mine, theirs = pieces & own, pieces & ~own
    words[i] = byteswap(mine) if is_turned else mine
    words[i + 6] = byteswap(theirs) if is_turned else theirs
