"""Pondering: search on the opponent's time, in the position after the expected reply."""

from __future__ import annotations

import threading
import time

from counterplay.core.compile.rules import DEEPEST
from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.base import Engine, require_move

LONGEST = Limit(depth=DEEPEST)
TICK = 0.02
"""Seconds between two looks at an event that may end the search."""


class Ponder:
    """A running search. Call `hit` if the expected reply was played, else `miss`.

    What was found stays in the engine's transposition table in both cases. Do not use the engine
    for anything else before one of them was called.
    """

    def __init__(self, engine: Engine, position: Position, limit: Limit = LONGEST) -> None:
        require_move(position)
        self.engine, self.position, self.limit = engine, position, limit
        self.began = time.monotonic()
        self._stop = threading.Event()
        self._found: list[Result | BaseException] = []
        self._thread = threading.Thread(target=self._think, name="counterplay-ponder", daemon=True)
        self._thread.start()

    def _think(self) -> None:
        try:
            self._found.append(self.engine.search(self.position, self.limit, self._stop))
        except BaseException as error:
            self._found.append(error)

    def hit(self, limit: Limit, stop: threading.Event | None = None) -> Result:
        """The expected reply was played: search on within the limit, then return the result.

        Set `stop` to end the search at once.
        """
        if self._stop.is_set():
            raise InputError("this pondering has ended: start a new one")
        if stop is None:
            self._thread.join(limit.share)
        else:
            until = time.monotonic() + (limit.share or float("inf"))
            while self._thread.is_alive() and not stop.is_set() and time.monotonic() < until:
                self._thread.join(min(TICK, max(0.0, until - time.monotonic())))
        return self._end()

    @property
    def seconds(self) -> float:
        """The seconds since the search began."""
        return time.monotonic() - self.began

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
