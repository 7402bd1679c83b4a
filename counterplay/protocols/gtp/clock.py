"""Time as GTP tells it: so much for the game, then periods, each for so many moves."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit

HELD_BACK = 0.05
"""Seconds that stay on the clock, for the way to the controller and back."""
LEAST = 0.001
LONGEST = 1e8
"""Seconds, three years: nobody means more."""


@dataclass(frozen=True)
class Control:
    """Seconds for the game, and after them periods of so many seconds for so many moves.

    Without periods the clock is all there is; a period without moves means that there is no limit.
    """

    main: float
    period: float
    moves: int

    @property
    def is_free(self) -> bool:
        return self.period > 0 and self.moves == 0

    @property
    def a_move(self) -> float:
        """What each move has at least, once the time for the game is used up."""
        return self.period / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Left:
    """What one player has left: seconds, and the moves they are for; 0 for the rest of the game."""

    seconds: float
    moves: int = 0

    def after(self, used: float, control: Control) -> Left:
        """What is left after a move that took so long, where the controller does not say."""
        seconds = self.seconds - used
        is_over = self.moves == 1 if self.moves else seconds <= 0 and control.moves > 0
        if is_over:
            return Left(control.period, control.moves)
        return Left(max(seconds, 0.0), max(self.moves - 1, 0))

    def limit(self, limit: Limit, control: Control) -> Limit:
        """A limit for the next move: what is asked for anyway, and not more than there is."""
        clock = min(max(self.seconds - HELD_BACK, LEAST), LONGEST)
        if self.moves:
            return dataclasses.replace(limit, clock=clock, moves_to_go=self.moves)
        return dataclasses.replace(limit, clock=clock, increment=min(control.a_move, LONGEST))


class Clocks:
    """The clocks of two players; without a control there is no time to keep."""

    def __init__(self) -> None:
        self._control: Control | None = None
        self._left: list[Left] = []

    def set(self, control: Control) -> None:
        self._control = None if control.is_free else control
        self.restart()

    def restart(self) -> None:
        """A new game: everybody has everything."""
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
    """Seconds from 0 up; GTP has whole ones, and parts of one do no harm."""
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
    """`time 0.5 depth 6 nodes 1000`, any of them; nothing for no limit of one's own."""
    given: dict[str, float | int] = {}
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name == "time":
            given[name] = max(read_seconds(value, command), LEAST)
        elif name in ("depth", "nodes"):
            given[name] = max(read_count(value, command), 1)
    if len(words) % 2 or len(given) != len(words) // 2:
        raise InputError(f"syntax error: {command}: write time, depth or nodes, each with a number")
    return Limit(**given)  # type: ignore[arg-type]
