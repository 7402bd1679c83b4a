"""The codec of tablebases: what the code of a position means, and how codes are stored.

A code is a 16-bit integer. It says what a position is worth to the side to move:

    -32768            NO_STATE: no position has this index
    -32001 … -1       lost in n plies: -1 - n
    0                 UNKNOWN
    1                 DRAW
    2 … 32002         won in n plies: 2 + n
    32003 … 32767     marks that retrograde analysis uses while it runs

Endgame tables are stored in one of three forms:

    int8              codes from -127 to 127; NO_STATE becomes -128
    int16             codes as they are
    2 bits            outcomes without distances: 0 no state, 1 lost, 2 drawn, 3 won.
                      Four positions share a byte, the first in its lowest bits

A strong solution has one int16 code per position, as above. If the game has a score, or more or
fewer than two players, it stores numbers instead. They are odd, so that 0 still means UNKNOWN:

    2 * score + 1     the score of the side to move, in score points
    2 * half + 1      for each player: the payoff in halves
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from counterplay.core.game.results import Outcome

Codes = npt.NDArray[np.int16]

UNKNOWN: Final = 0
DRAW: Final = 1
WON_NOW: Final = 2
"""Won in 0 plies: the game is over, and the side to move has won. Later wins count up."""

LOST_NOW: Final = -1
"""Lost in 0 plies. Later losses count down."""

NO_STATE: Final = -32_768
NO_STATE_8: Final = -128
LARGEST_8: Final = 127

LONGEST: Final = 32_000
"""The most plies that a code can express."""

FIRST_MARK: Final = WON_NOW + LONGEST + 1
"""Larger codes are marks of retrograde analysis. They never reach a file."""

MOST_NUMBER: Final = 16_000
"""The largest score, or payoff in halves, that fits into a strong solution."""

OUTCOME_CODES: Final = (NO_STATE, LOST_NOW, DRAW, WON_NOW)
"""The codes that the four values of a 2-bit outcome are read as."""

_NO_STATE_2, _LOST_2, _DRAWN_2, _WON_2 = range(4)


# Codes of single positions -----------------------------------------------------------------------


def code_of_end(score: float) -> int:
    """The code of a finished game, by the score of the side to move."""
    if score == 0:
        return DRAW
    return WON_NOW if score > 0 else LOST_NOW


def outcome_of_code(code: int) -> Outcome:
    """The outcome for the side to move. `code` must be that of a known position."""
    if code == DRAW:
        return "draw"
    return "win" if code > DRAW else "loss"


def plies_of_code(code: int) -> int:
    """The distance to the end of the game, in plies. `code` must be won or lost."""
    return code - WON_NOW if code > DRAW else LOST_NOW - code


def number_of_code(code: int) -> int:
    """The score or half payoff that a strong solution stores."""
    return code >> 1


# Arrays of codes ---------------------------------------------------------------------------------


def is_won(codes: Codes) -> npt.NDArray[np.bool_]:
    return np.greater(codes, DRAW)


def is_lost(codes: Codes) -> npt.NDArray[np.bool_]:
    return np.greater(codes, NO_STATE) & np.less(codes, UNKNOWN)


def count_outcomes(codes: Codes) -> dict[str, int]:
    """How many positions are won, drawn and lost for the side to move."""
    won, drawn, lost = is_won(codes), codes == DRAW, is_lost(codes)
    return {"won": int(won.sum()), "drawn": int(drawn.sum()), "lost": int(lost.sum())}


def narrow(codes: Codes) -> npt.NDArray[Any]:
    """The codes in 8 bits if they all fit, otherwise the codes as they are."""
    real = codes[codes != NO_STATE]
    if len(real) and (real.min() <= NO_STATE_8 or real.max() > LARGEST_8):
        return codes
    return np.where(codes == NO_STATE, NO_STATE_8, codes).astype(np.int8)


def widen(stored: npt.NDArray[Any]) -> Codes:
    """The codes of an array of 8 or 16 bits."""
    codes = stored.astype(np.int16)
    if stored.dtype == np.int8:
        codes[stored == NO_STATE_8] = NO_STATE
    return codes


def widen_one(stored: Any) -> int:
    """The code of one element of an array of 8 or 16 bits."""
    code = int(stored)
    return NO_STATE if stored.dtype == np.int8 and code == NO_STATE_8 else code


def pack_outcomes(codes: Codes) -> npt.NDArray[np.uint8]:
    """The outcomes in 2 bits each, four to a byte."""
    kinds = np.full(-(-len(codes) // 4) * 4, _NO_STATE_2, np.uint8)
    part = kinds[: len(codes)]
    part[is_won(codes)], part[codes == DRAW], part[is_lost(codes)] = _WON_2, _DRAWN_2, _LOST_2
    fours = kinds.reshape(-1, 4)
    return (fours[:, 0] | fours[:, 1] << 2 | fours[:, 2] << 4 | fours[:, 3] << 6).astype(np.uint8)


def unpack_outcome(byte: int, index: int) -> int:
    """The code of a position by the byte of its four: its outcome, at distance 0."""
    return OUTCOME_CODES[byte >> 2 * (index % 4) & 3]
