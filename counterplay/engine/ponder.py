"""Pondering: search on the opponent's time, in the position after the expected reply."""

from __future__ import annotations

import threading

from counterplay.core.compile.rules import DEEPEST
from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.base import Engine, require_move

LONGEST = Limit(depth=DEEPEST)


class Ponder:
    """A running search. Call `hit` if the expected reply was played, else `miss`.

    What was found stays in the engine's transposition table in both cases. Do not use the engine
    for anything else before one of them was called.
    """

    def __init__(self, engine: Engine, position: Position) -> None:
        require_move(position)
        self.engine, self.position = engine, position
        self._stop = threading.Event()
        self._found: list[Result | BaseException] = []
        self._thread = threading.Thread(target=self._think, name="counterplay-ponder", daemon=True)
        self._thread.start()

    def _think(self) -> None:
        try:
            self._found.append(self.engine.search(self.position, LONGEST, self._stop))
        except BaseException as error:
            self._found.append(error)

    def hit(self, limit: Limit) -> Result:
        """The expected reply was played: search on within the limit, then return the result."""
        if self._stop.is_set():
            raise InputError("this pondering has ended: start a new one")
        self._thread.join(limit.share)
        return self._end()

    def miss(self) -> None:
        """Another reply was played: stop the search."""
        if not self._stop.is_set():
            self._end()

    def _end(self) -> Result:
        self._stop.set()
        self._thread.join()
        found = self._found[0]
        if isinstance(found, BaseException):
            raise found
        return found
