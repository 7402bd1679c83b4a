"""How many states are worth what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.core.game.position import Position
from counterplay.tablebase.lookup import DRAW

NO_STATE = -32_768
"""The code of a place that no state has."""


@dataclass(frozen=True)
class Stats:
    """How many states are worth what; for the side to move."""

    states: int
    won: int
    drawn: int
    lost: int
    won_in: dict[int, int]
    lost_in: dict[int, int]
    longest: Position | None
    """A position whose win takes longest."""


def counted(codes: npt.NDArray[np.int16], position_at: Callable[[int], Position]) -> Stats:
    """Counts over the codes of a game that is won, drawn or lost."""
    numbers, times = np.unique(codes, return_counts=True)
    count = Counter(dict(zip(numbers.tolist(), times.tolist(), strict=True)))
    del count[NO_STATE]
    won_in = {code - 2: n for code, n in count.items() if code > DRAW}
    lost_in = {-1 - code: n for code, n in sorted(count.items(), reverse=True) if code < 0}
    won, lost = sum(won_in.values()), sum(lost_in.values())
    longest = position_at(int(np.argmax(codes))) if won_in else None
    return Stats(count.total(), won, count[DRAW], lost, won_in, lost_in, longest)
