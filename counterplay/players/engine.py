"""A player who searches: any method of `cp.search`, with its settings."""

from __future__ import annotations

from typing import Any, cast, get_args

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.database.book import open_book
from counterplay.engine.base import Method, make_engine
from counterplay.engine.probes import from_book
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec

METHODS: tuple[str, ...] = get_args(Method)


class EnginePlayer:
    """An engine that keeps its table during a game and forgets it after."""

    def __init__(self, spec: Spec, game: Game, method: str | None) -> None:
        self.game = game
        try:
            settings: dict[str, Any] = dict(spec.settings)
            self._engine = make_engine(game, cast(Method | None, method), **settings)
            self._book = None if spec.book is None else open_book(game, spec.book)
        except UnfitError as error:
            raise UnfitError(f"player {spec.text!r}: {error}") from None
        except InputError as error:
            raise InputError(f"player {spec.text!r}: {error}") from None

    def new_game(self, seed: str) -> None:
        self._engine.new_game()
        if self._book is not None:
            self._book.reseed(seed)

    def close(self) -> None:
        """Nothing is held open."""

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        # The player's own evaluator comes with its own copy of the game.
        where = position.beside(self.game)
        known = None if self._book is None else from_book(self._book, where)
        if known is not None:
            return Thought(known.move)
        found = self._engine.search(where, limit)
        return Thought(found.move, found.depth, found.nodes)
