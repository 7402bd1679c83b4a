"""A clock for each player: a time for the game, and an increment after each move.

Players are told the time left, and plan with it (`core.game.limits`). A player whose time is used
up loses. MARGIN seconds per move are not counted: a busy machine may wake a thread late.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit

MARGIN = 0.05
LEAST = 0.001
"""Seconds that a player is told if less is left."""


@dataclass(frozen=True)
class Clocks:
    """The seconds left for each seat, the seat to move, and the increment."""

    left: tuple[float, ...]
    seat: int
    increment: float


@dataclass(frozen=True)
class Clock:
    """Seconds at the start, and seconds added after each move. Written as `60+0.5`."""

    base: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        fit = 0 < self.base < math.inf and 0 <= self.increment < math.inf
        if not fit:
            raise InputError(f"clock={self}: the time must be above 0, and the increment 0 or more")

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Read `60`, `60+0.5` or `5:00+3`."""
        base, _, increment = text.partition("+")
        minutes, colon, seconds = base.rpartition(":")
        try:
            start = 60 * int(minutes) + float(seconds) if colon else float(base)
            return cls(start, float(increment) if "+" in text else 0.0)
        except ValueError:
            raise InputError(
                f"{text!r} is not a clock: write the seconds and an increment, as in 60+0.5"
            ) from None

    def __str__(self) -> str:
        return f"{self.base:g}+{self.increment:g}"

    def limit(self, limit: Limit, left: float) -> Limit:
        """The limit for the next move of a player that has `left` seconds on its clock."""
        spare = max(left - MARGIN, LEAST)
        return dataclasses.replace(limit, clock=spare, increment=self.increment)

    def after(self, left: float, used: float) -> float | None:
        """The seconds left after a move that took `used` seconds. None if the time has run out."""
        if used > left + MARGIN:
            return None
        return max(left - used, 0.0) + self.increment
