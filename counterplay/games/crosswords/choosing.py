"""The choice of a play without looking ahead: the points, and what is left on the rack."""

import numpy as np

from counterplay.core.compile.native import apart
from counterplay.games.crosswords.leaves import leave_value, worth
from counterplay.games.crosswords.moves import (
    EXCHANGE,
    PASS,
    give,
    take,
    tiles_only,
    write_exchanges,
)
from counterplay.games.crosswords.plays import all_plays

BY_SCORE, BY_LEAVE = 0, 1
"""The ways to choose: the highest score, or the score with the value of the leave."""

EXCHANGES = 128


@apart
def value_moves(board, rack, unseen, other, moves, scores, values, data):
    """Write all moves, their scores and their values with the leave; return how many there are.

    unseen   the tiles in the bag
    other    the value of the other player's tiles; only asked for if the bag is empty
    """
    rest = rack.astype(np.int64)
    n = all_plays(board, rest, moves[: len(moves) - EXCHANGES], scores, data)
    plays = n
    if unseen >= data.rack_size:
        n = write_exchanges(rest, moves, n)
    moves[n] = PASS
    n += 1
    for i in range(n):
        if i >= plays:
            scores[i] = 0
        tiles = tiles_only(moves[i])
        take(rest, tiles)
        if moves[i] & EXCHANGE or moves[i] == PASS:
            values[i] = leave_value(rest, data) if unseen > 0 else worth(rest, 0, other, data)
        else:
            values[i] = scores[i] + worth(rest, unseen, other, data)
        give(rest, tiles)
    return n


def best_of(n, moves, scores, values, way):
    """The index of the best move by this way to choose; the first of equals."""
    best = n - 1
    for i in range(n - 1):
        if way == BY_SCORE:
            if scores[i] > scores[best]:
                best = i
        elif values[i] > values[best]:
            best = i
    return best
