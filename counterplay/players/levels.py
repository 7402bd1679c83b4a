"""Strength levels, from a beginner to full strength: a person chooses an opponent by its level.

    for level in levels_of(game):
        print(level.name, level.elo)
    opponent = levels_of(game)[0].player(game)
    opponent.move(position)

A level is a player of matches. Weak levels overlook moves (`players/casual`), stronger ones search
more and more nodes. `counterplay rate` measures their Elo in a game (`arena.ladder`). Without a
measurement the levels are the same, but have no Elo.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import chosen_method, fitting
from counterplay.engine.uct.engine import Uct
from counterplay.players import Player, make_player
from counterplay.players.parse import parse_spec

SECONDS = 0.25
"""The time limit of a level that sets none, in addition to its nodes."""

CASUAL = (
    "casual:depth=1,attention=0.3",
    "casual:depth=1,attention=0.5",
    "casual:depth=1,attention=0.7",
    "casual:depth=2,attention=0.9",
)
NODES = (200, 1_000, 5_000, 20_000, 50_000)
FEW_NODES = (10, 30, 100)
"""The weak levels of games with hidden information, where `casual` cannot play."""
FEW_GAMES = (1, 4)
"""The weak levels of games that UCT plays: random games for each move. `casual` needs a depth."""


@dataclass(frozen=True)
class Level:
    """A level of strength in one game.

    name    "1" is the weakest
    spec    the player, as in a match
    elo     Elo points above the weakest level; None if not measured
    error   half of the 95 % interval of `elo`
    """

    name: str
    spec: str
    elo: float | None = None
    error: float | None = None

    @property
    def limit(self) -> Limit:
        """The limit per move of its player."""
        own = parse_spec(self.spec).limit or Limit()
        return own if own.time is not None else dataclasses.replace(own, time=SECONDS)

    def player(self, game: Game) -> LevelPlayer:
        """Make an opponent of this strength. Compiles the kernels."""
        return LevelPlayer(self, game)


class LevelPlayer:
    """An opponent of one level, for any number of games."""

    def __init__(self, level: Level, game: Game) -> None:
        self.level, self.game = level, game
        self._player: Player = make_player(parse_spec(level.spec), game, level.limit)

    def new_game(self, seed: str = "") -> None:
        """Forget earlier games. The same seed and the same positions give the same moves."""
        self._player.new_game(seed)

    def move(self, position: Position) -> int:
        """Return the number of the move that it plays."""
        if position.is_over:
            raise InputError("the game is over: there is no move to play")
        move = self._player.think(position, self.level.limit).move
        return position.game.parse_move(position.state, move) if isinstance(move, str) else move

    def close(self) -> None:
        """End processes and close files."""
        self._player.close()


def default_levels(game: Game) -> tuple[Level, ...]:
    """The levels that `counterplay rate` measures, without Elo."""
    specs = [f"auto:nodes={nodes}" for nodes in NODES]
    if game.facts.hidden:
        specs = [*(f"auto:nodes={nodes}" for nodes in FEW_NODES), *specs]
    elif Uct.method in fitting(game) and chosen_method(game) == Uct.method:
        few = [n * game.facts.most_actions for n in FEW_GAMES]
        specs = [f"auto:nodes={n}" for n in (*few, *(n for n in NODES if n > few[-1]))]
    else:
        specs = [*CASUAL, *specs]
    return tuple(Level(str(number), spec) for number, spec in enumerate(specs, 1))
