"""A player who searches: any method of `cp.search`, with its settings."""

from __future__ import annotations

from typing import Any, cast, get_args

from counterplay.arena.clock import Clocks
from counterplay.arena.players.base import Thought
from counterplay.arena.spec import Spec
from counterplay.core.errors import InputError, UnfitError
from counterplay.core.game import Game
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.search.choose import Method, engine

METHODS: tuple[str, ...] = get_args(Method)


class EnginePlayer:
    """An engine that keeps its table during a game and forgets it after."""

    def __init__(self, spec: Spec, game: Game, method: str | None) -> None:
        self.game = game
        try:
            settings: dict[str, Any] = dict(spec.settings)
            self._engine = engine(game, cast(Method | None, method), **settings)
        except UnfitError as error:
            raise UnfitError(f"player {spec.text!r}: {error}") from None
        except InputError as error:
            raise InputError(f"player {spec.text!r}: {error}") from None

    def new_game(self, seed: str) -> None:
        self._engine.new_game()

    def close(self) -> None:
        """Nothing is held open."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        # The player's own evaluator comes with its own copy of the game.
        found = self._engine.search(position.beside(self.game), limit)
        return Thought(found.move, found.depth, found.nodes)
