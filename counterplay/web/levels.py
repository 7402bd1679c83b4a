"""The opponents on the page: levels of a game, the engine at full strength, and guests."""

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
from counterplay.players.parse import parse_spec

FULL = "full strength"
SECONDS = 0.1
"""Seconds for a move at full strength: short, because many may play at once."""
MEMORY = 4
"""Megabytes of transposition table for a level, which searches few nodes."""


@dataclass(frozen=True)
class Strength:
    """One opponent to choose from.

    name       the name on the page
    level      how it plays; None for full strength
    is_guest   whether it is a player named by --player, such as another program
    """

    name: str
    level: Level | None = None
    is_guest: bool = False

    @property
    def elo(self) -> int | None:
        """Elo above the weakest level, if it was measured."""
        measured = None if self.level is None else self.level.elo
        return None if measured is None else round(measured)

    @property
    def limit(self) -> Limit:
        return Limit(time=SECONDS)


def strengths(game: Game, guests: Sequence[str] = ()) -> tuple[Strength, ...]:
    """The opponents of a game, weakest first: levels, full strength, and the guests."""
    brought = tuple(guest(text) for text in guests)
    if not has_engine(game):
        return brought
    levels = [Strength(f"level {level.name}", small(game, level)) for level in levels_of(game)]
    return (*levels, Strength(FULL), *brought)


def has_engine(game: Game) -> bool:
    """Whether some method fits the game."""
    return any(unfit(game, method) is None for method in BY_DEFAULT)


def guest(text: str) -> Strength:
    name = parse_spec(text).name
    return Strength(name, Level(name, text), is_guest=True)


def require_guests(game: Game, guests: Sequence[str]) -> None:
    """Raise an error for guests that cannot play the game or have the same name. Each is started
    once to find out."""
    names = [guest(text).name for text in guests]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two players are called {name}: give one of them name=…")
    for text in guests:
        Level("", text).player(game).close()


def small(game: Game, level: Level) -> Level:
    """The same level with a small transposition table, if it has one."""
    has_table = level.spec.startswith("auto:") and alphabeta.unfit(game) is None
    return replace(level, spec=f"{level.spec},memory={MEMORY}") if has_table else level
