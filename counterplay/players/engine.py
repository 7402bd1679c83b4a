"""A player that searches: any method of `cp.search`, with its settings, book and tables."""

from __future__ import annotations

from typing import Any, cast, get_args

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import Method
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.session import Session

METHODS: tuple[str, ...] = get_args(Method)


class EnginePlayer:
    """An engine with its opening book and tables. It keeps what it learned during a game, and
    forgets it after."""

    def __init__(self, spec: Spec, game: Game, method: str | None) -> None:
        settings: dict[str, Any] = dict(spec.settings)
        self._ponders = spec.ponder
        try:
            self._session = Session(
                game, cast(Method | None, method), book=spec.book, tables=spec.tables, **settings
            )
            self._session.prepare()
        except UnfitError as error:
            raise UnfitError(f"player {spec.text!r}: {error}") from None
        except InputError as error:
            raise InputError(f"player {spec.text!r}: {error}") from None

    def new_game(self, seed: str) -> None:
        self._session.new_game(seed)

    def close(self) -> None:
        self._session.close()

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        found = self._session.move(position, limit)
        if self._ponders:
            self._session.ponder(found)
        if found.source in ("book", "table"):
            return Thought(found.move)
        return Thought(found.move, found.depth, found.nodes)
