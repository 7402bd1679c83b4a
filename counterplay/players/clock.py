"""A clock for each player: so much for the game, and an increment after each move.

A player is told what is left (`core.limits` portions it out). A
player whose time is used up loses. What the referee itself takes (a thread that wakes up late, a
busy machine) is forgiven up to MARGIN seconds a move.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit

MARGIN = 0.05
LEAST = 0.001


@dataclass(frozen=True)
class Clocks:
    """The seconds left on the clock of each seat, whose turn it is, and what a move adds."""

    left: tuple[float, ...]
    seat: int
    increment: float


@dataclass(frozen=True)
class Clock:
    """Seconds at the start, and seconds added after each move; `60+0.5`."""

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        fit = 0 < self.base < math.inf and 0 <= self.increment < math.inf
        if not fit:
            raise InputError(f"a clock of {self} has to start above 0 and never go back")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """The clock that `60`, `60+0.5` or `5:00+3` describes."""
        base, _, increment = text.partition("+")
        minutes, colon, seconds = base.rpartition(":")
        try:
            started = 60 * int(minutes) + float(seconds) if colon else float(base)
            return cls(started, float(increment) if "+" in text else 0.0)
        except ValueError:
            raise InputError(
                f"{text!r} is not a clock: seconds and an increment are needed, as in 60+0.5"
            ) from None

    def __str__(self) -> str:
        return f"{self.base:g}+{self.increment:g}"

    def limit(self, limit: Limit, left: float) -> Limit:
        """A player's limit for the next move with so many seconds left on its clock."""
        spare = max(left - MARGIN, LEAST)
        return dataclasses.replace(limit, clock=spare, increment=self.increment)

    def after(self, left: float, used: float) -> float | None:
        """The seconds left after a move that took `used`; None where time has run out."""
        if used > left + MARGIN:
            return None
        return max(left - used, 0.0) + self.increment
