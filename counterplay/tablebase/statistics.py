"""Statistics of a table: how many positions are won, drawn and lost, and in how many plies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from counterplay.core.game.position import Position
from counterplay.core.game.tablebase_codec import DRAW, NO_STATE, UNKNOWN, Codes, plies_of_code


@dataclass(frozen=True)
class Stats:
    """Counts of positions by their value for the side to move.

    won_in, lost_in    the number of positions by their distance in plies
    longest            a position with the longest win; None if nothing is won
    """

    states: int
    won: int
    drawn: int
    lost: int
    won_in: dict[int, int]
    lost_in: dict[int, int]
    longest: Position | None


def count_codes(codes: Codes, position_at: Callable[[int], Position]) -> Stats:
    """The statistics of codes. `position_at` returns the position at an offset in `codes`."""
    values, times = np.unique(codes, return_counts=True)
    count = Counter(dict(zip(values.tolist(), times.tolist(), strict=True)))
    del count[NO_STATE]
    won_in = {plies_of_code(code): n for code, n in count.items() if code > DRAW}
    losses = [(code, n) for code, n in sorted(count.items(), reverse=True) if code < UNKNOWN]
    lost_in = {plies_of_code(code): n for code, n in losses}
    won, lost = sum(won_in.values()), sum(lost_in.values())
    longest = position_at(int(np.argmax(codes))) if won_in else None
    return Stats(count.total(), won, count[DRAW], lost, won_in, lost_in, longest)
