"""Time control in GTP: main time, then periods of some seconds for some moves."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit

HELD_BACK = 0.05
"""Seconds that always stay on the clock, because messages take time."""
LEAST = 0.001
LONGEST = 1e8
"""The longest time, in seconds: three years."""


@dataclass(frozen=True)
class Control:
    """Main time in seconds, then periods of `period` seconds for `moves` moves.

    Without periods only the main time counts. A period without moves means no time limit.
    """

    main: float
    period: float
    moves: int

    @property
    def is_free(self) -> bool:
        return self.period > 0 and self.moves == 0

    @property
    def a_move(self) -> float:
        """The seconds for each move once the main time is used up."""
        return self.period / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Left:
    """A player's remaining seconds, and the moves they are for; 0 for the rest of the game."""

    seconds: float
    moves: int = 0

    def after(self, used: float, control: Control) -> Left:
        """The remaining time after a move, if the controller does not send it."""
        seconds = self.seconds - used
        is_over = self.moves == 1 if self.moves else seconds <= 0 and control.moves > 0
        if is_over:
            return Left(control.period, control.moves)
        return Left(max(seconds, 0.0), max(self.moves - 1, 0))

    def limit(self, limit: Limit, control: Control) -> Limit:
        """The limit of the next move: `limit`, and no more time than is on the clock."""
        clock = min(max(self.seconds - HELD_BACK, LEAST), LONGEST)
        if self.moves:
            return dataclasses.replace(limit, clock=clock, moves_to_go=self.moves)
        return dataclasses.replace(limit, clock=clock, increment=min(control.a_move, LONGEST))


class Clocks:
    """The clocks of two players. Without a time control they do nothing."""

    def __init__(self) -> None:
        self._control: Control | None = None
        self._left: list[Left] = []

    def set(self, control: Control) -> None:
        self._control = None if control.is_free else control
        self.restart()

    def restart(self) -> None:
        """Start a new game with full clocks."""
        if self._control is not None:
            start = self._control
            first = Left(start.main) if start.main > 0 else Left(start.period, start.moves)
            self._left = [first, first]

    def tell(self, player: int, left: Left) -> None:
        if self._control is None:
            self.set(Control(left.seconds, 0.0, 0))
        self._left[player] = left

    def spend(self, player: int, seconds: float) -> None:
        if self._control is not None:
            self._left[player] = self._left[player].after(seconds, self._control)

    def limit(self, player: int, limit: Limit) -> Limit:
        """The limit for a player's next move."""
        if self._control is None:
            return limit
        return self._left[player].limit(limit, self._control)


def read_seconds(word: str, command: str) -> float:
    """A number of seconds from 0 up; fractions are accepted."""
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise InputError(f"syntax error: {command}: {word[:20]!r} is not a number of seconds")
    return seconds


def read_count(word: str, command: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise InputError(f"syntax error: {command}: {word[:20]!r} is not a whole number")
    return int(word)


def read_limit(words: list[str], command: str) -> Limit:
    """The limit in `time 0.5 depth 6 nodes 1000`; each part may be missing."""
    given: dict[str, float | int] = {}
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name == "time":
            given[name] = max(read_seconds(value, command), LEAST)
        elif name in ("depth", "nodes"):
            given[name] = max(read_count(value, command), 1)
    if len(words) % 2 or len(given) != len(words) // 2:
        raise InputError(f"syntax error: {command}: write time, depth or nodes, each with a number")
    return Limit(**given)  # type: ignore[arg-type]
