"""Who can be played against: the levels of a game, all that the engine can, and guests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from counterplay.arena.ladder import levels_of
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.engine.alphabeta import engine as alphabeta
from counterplay.engine.base import BY_DEFAULT, unfit
from counterplay.players.levels import Level
from counterplay.players.spec import parse_spec

FULL = "full strength"
SECONDS = 0.1
"""How long a move takes at full strength, so that many can play at once."""
MEMORY = 4
"""Megabytes of table for the player of a level, which looks at few positions."""


@dataclass(frozen=True)
class Strength:
    """One of the strengths to choose from.

    name       what it is called
    level      how it plays; without one, all that the time allows
    is_guest   a player that whoever started the server brought along, as another's program
    """

    name: str
    level: Level | None = None
    is_guest: bool = False

    @property
    def elo(self) -> int | None:
        """Points above the weakest level, where somebody has measured them."""
        measured = None if self.level is None else self.level.elo
        return None if measured is None else round(measured)

    @property
    def limit(self) -> Limit:
        return Limit(time=SECONDS)


def strengths(game: Game, guests: Sequence[str] = ()) -> tuple[Strength, ...]:
    """From a beginner's to all there is, and the guests, players as matches name them."""
    brought = tuple(guest(text) for text in guests)
    if not has_engine(game):
        return brought
    levels = [Strength(f"level {level.name}", small(game, level)) for level in levels_of(game)]
    return (*levels, Strength(FULL), *brought)


def has_engine(game: Game) -> bool:
    """Whether there is a search that fits the game."""
    return any(unfit(game, method) is None for method in BY_DEFAULT)


def guest(text: str) -> Strength:
    name = parse_spec(text).name
    return Strength(name, Level(name, text), is_guest=True)


def require_guests(game: Game, guests: Sequence[str]) -> None:
    """Refuse guests who cannot play the game, or cannot be told apart; each is tried once."""
    names = [guest(text).name for text in guests]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two players are called {name}: give one of them name=…")
    for text in guests:
        Level("", text).player(game).close()


def small(game: Game, level: Level) -> Level:
    """The same level with a small table, where it is a search with one."""
    has_table = level.spec.startswith("auto:") and alphabeta.unfit(game) is None
    return replace(level, spec=f"{level.spec},memory={MEMORY}") if has_table else level
