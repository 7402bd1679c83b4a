"""Endgame tables inside the search: the exact score of a state, by its position index.

The array `tablebase` has a row for each table, sorted by the table's number: number, address,
bytes in a code, and positions (`ProbeTables` in `engine/probes.py`).
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.core.game import tablebase_codec as codec
from counterplay.core.game.contract import PLACES
from counterplay.engine.alphabeta.kernel.path import HAS_PATH

UNKNOWN = -(1 << 40)
NO_CODE, DRAWN = codec.UNKNOWN, codec.DRAW
WON_NOW, LOST_NOW = codec.WON_NOW, codec.LOST_NOW
NO_STATE, NO_STATE_8 = codec.NO_STATE, codec.NO_STATE_8

TABLEBASE_FIELDS = [("tablebase", np.int64), ("tablebase_count", np.int64)]


@native
def tablebase_score(ctx, i):
    """The exact score for the player to move in the state with index `i`; UNKNOWN if no table
    contains it.
    """
    if i < 0:
        return np.int64(UNKNOWN)
    t, place = i // PLACES, i % PLACES
    tables = array_at(ctx.tablebase, (ctx.tablebase_count, 4), np.int64)
    low, high = np.int64(0), ctx.tablebase_count
    while low < high:
        middle = (low + high) // 2
        if tables[middle, 0] < t:
            low = middle + 1
        else:
            high = middle
    if low == ctx.tablebase_count or tables[low, 0] != t or place >= tables[low, 3]:
        return np.int64(UNKNOWN)
    address, size = tables[low, 1], tables[low, 3]
    if tables[low, 2] == 1:
        return score_of_code(np.int64(array_at(address, (size,), np.int8)[place]), NO_STATE_8)
    return score_of_code(np.int64(array_at(address, (size,), np.int16)[place]), NO_STATE)


@native
def is_in_time(ctx, ply, exact):
    """Whether a table's win or loss comes before the no-progress rule makes the game a draw.

    True if the last move was irreversible and the end is near enough.
    """
    if rules.PATIENCE == 0 or exact == 0:
        return True
    if not HAS_PATH or ctx.path_since[ply] != ctx.path_root + ply:
        return False
    return rules.WIN - abs(exact) <= rules.PATIENCE


@native
def score_of_code(code, no_state):
    """The exact score of a code; UNKNOWN if the code is that of no position."""
    if code == NO_CODE or code == no_state:
        return np.int64(UNKNOWN)
    if code == DRAWN:
        return np.int64(0)
    return np.int64(rules.WIN - (code - WON_NOW) if code > 0 else LOST_NOW - code - rules.WIN)
