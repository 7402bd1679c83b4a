"""Codes in native form: a part of both solving kernels. `core/game/tablebase_codec.py` defines
what they mean.
"""

import numpy as np

from counterplay.core.compile.kernel import hot
from counterplay.core.compile.unbound import rules
from counterplay.core.game import tablebase_codec as codec

UNKNOWN, DRAW = np.int16(codec.UNKNOWN), np.int16(codec.DRAW)
NO_STATE = np.int16(codec.NO_STATE)
WON_NOW, LOST_NOW, LONGEST = codec.WON_NOW, codec.LOST_NOW, codec.LONGEST
FIRST_MARK = codec.FIRST_MARK


@hot
def plies_of(code):
    """The distance to the end of a state that is won or lost."""
    return np.int64(code) - WON_NOW if code > 0 else LOST_NOW - np.int64(code)


@hot
def won_in(plies):
    return np.int16(WON_NOW + min(plies, LONGEST))


@hot
def lost_in(plies):
    return np.int16(LOST_NOW - min(plies, LONGEST))


@hot
def number_code(number):
    """The code of a score, or of a payoff in halves."""
    return np.int16(2 * number + 1)


@hot
def code_of_end(score):
    """The code of a finished game, by the score of the side to move."""
    if rules.SCORED:
        return number_code(score)
    if score == 0:
        return DRAW
    return won_in(np.int64(0)) if score > 0 else lost_in(np.int64(0))
