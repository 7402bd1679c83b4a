"""Plays that GNU Backgammon writes, as the numbers of our moves.

It writes each step of a checker: `25/22* 22/18 6/5`, where 25 is the bar and 0 is off the board.
The game's own notation reads that as well, but compares it with every legal play. This is faster:
the number of a play has the points that checkers leave (`games/backgammon/moves.py`).
"""

from __future__ import annotations

import re
from itertools import permutations

from counterplay.core.game.position import Position
from counterplay.games.backgammon.moves import NO_PLAY

STEP = re.compile(r"(\d+)/(\d+)\*?")
BITS = 5


def read_play(position: Position, answer: str) -> int | None:
    """The number of the play that an answer means; None if it is not that of a legal play.

    A play can have two numbers, if its steps can be made in another order. Then only one is legal.
    """
    steps = [STEP.fullmatch(word) for word in answer.split()]
    starts = [int(step[1]) for step in steps if step is not None]
    high, low = position.state.dice >> 3, position.state.dice & 7
    if len(starts) < len(steps) or len(steps) > (4 if high == low else 2):
        return None
    if not starts:
        numbers = [NO_PLAY]
    elif high == low:
        numbers = [packed(sorted(starts, reverse=True))]
    else:
        numbers = [packed(pair) for pair in permutations([*starts, 0][:2])]
    ends, legal = {int(step[2]) for step in steps if step is not None}, position.legal_moves
    fitting = [n for n in numbers if n in legal and reaches(n, high, low) >= ends - {0}]
    return fitting[0] if len(fitting) == 1 else None


def packed(starts: list[int] | tuple[int, ...]) -> int:
    """The number of a play with these starts of its steps."""
    return sum(start << BITS * place for place, start in enumerate(starts))


def reaches(number: int, high: int, low: int) -> set[int]:
    """The points on which the steps of a play end."""
    starts = [number >> BITS * place & (1 << BITS) - 1 for place in range(4)]
    dice = (high, low, low, low)
    return {start - die for start, die in zip(starts, dice, strict=True) if start}
