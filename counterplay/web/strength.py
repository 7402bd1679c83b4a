"""How strong the engine plays: the levels of a game, and after them all it can."""

from __future__ import annotations

from dataclasses import dataclass, replace

from counterplay.arena.ladder import levels_of
from counterplay.arena.levels import Level
from counterplay.core.game import Game
from counterplay.core.limits import Limit
from counterplay.search import alphabeta

FULL = "full strength"
SECONDS = 0.1
"""How long a move takes at full strength, so that many can play at once."""
MEMORY = 4
"""Megabytes of table for the player of a level, which looks at few positions."""


@dataclass(frozen=True)
class Strength:
    """One of the strengths to choose from; without a level, all that the time allows."""

    name: str
    level: Level | None = None

    @property
    def elo(self) -> int | None:
        """Points above the weakest level, where somebody has measured them."""
        measured = None if self.level is None else self.level.elo
        return None if measured is None else round(measured)

    @property
    def limit(self) -> Limit:
        return Limit(time=SECONDS)


def strengths(game: Game) -> tuple[Strength, ...]:
    """From a beginner's to all there is."""
    levels = [Strength(f"level {level.name}", small(game, level)) for level in levels_of(game)]
    return (*levels, Strength(FULL))


def small(game: Game, level: Level) -> Level:
    """The same level with a small table, where it is a search with one."""
    has_table = level.spec.startswith("auto:") and alphabeta.unfit(game) is None
    return replace(level, spec=f"{level.spec},memory={MEMORY}") if has_table else level
