"""Levels of strength from a beginner's up, for a person to choose an opponent by.

    for level in levels_of(game):
        print(level.name, level.elo)
    opponent = levels_of(game)[0].player(game)
    opponent.move(position)

A level is a player as matches name it. Weak ones overlook moves and see little (`players/casual`),
stronger ones search more and more nodes. `counterplay rate` measures how strong they are in a game
(`arena.ladder`); where nobody has, there is a ladder without Elo.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players import Player, make_player
from counterplay.players.spec import parse_spec

SECONDS = 0.25
"""A level answers within this time, whatever its nodes, unless it names another."""

CASUAL = (
    "casual:depth=1,attention=0.3",
    "casual:depth=1,attention=0.5",
    "casual:depth=1,attention=0.7",
    "casual:depth=2,attention=0.9",
)
NODES = (200, 1_000, 5_000, 20_000, 50_000)
FEW_NODES = (10, 30, 100)
"""Where nothing may be overlooked: in games that hide something, all levels search."""


@dataclass(frozen=True)
class Level:
    """A level of strength in one game.

    name    what it is called: "1" is the weakest
    spec    the player, as matches name it
    elo     points above the weakest level; None where nobody has measured it
    error   half the 95 % interval of that
    """

    name: str
    spec: str
    elo: float | None = None
    error: float | None = None

    @property
    def limit(self) -> Limit:
        """What its player may use for a move."""
        own = parse_spec(self.spec).limit or Limit()
        return own if own.time is not None else dataclasses.replace(own, time=SECONDS)

    def player(self, game: Game) -> LevelPlayer:
        """Somebody of this strength to play against; kernels are compiled now."""
        return LevelPlayer(self, game)


class LevelPlayer:
    """A player of one level, for one game after another."""

    def __init__(self, level: Level, game: Game) -> None:
        self.level, self.game = level, game
        self._player: Player = make_player(parse_spec(level.spec), game, level.limit)

    def new_game(self, seed: str = "") -> None:
        """Forget the game before: the same seed and positions give the same moves."""
        self._player.new_game(seed)

    def move(self, position: Position) -> int:
        """The move that it plays, in the numbers of the game."""
        if position.is_over:
            raise InputError("the game is over here: there is no move to find")
        move = self._player.think(position, self.level.limit).move
        return position.game.parse_move(position.state, move) if isinstance(move, str) else move

    def close(self) -> None:
        """Let go of whatever is held, as another's program."""
        self._player.close()


def default_levels(game: Game) -> tuple[Level, ...]:
    """The levels that are measured, or used where nobody has."""
    weak = [f"auto:nodes={n}" for n in FEW_NODES] if game.facts.hidden else list(CASUAL)
    specs = [*weak, *(f"auto:nodes={nodes}" for nodes in NODES)]
    return tuple(Level(str(number), spec) for number, spec in enumerate(specs, 1))
