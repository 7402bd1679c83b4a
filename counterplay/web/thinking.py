"""Searches for the page: outside the event loop, so many at once, stopped when nobody waits.

Engines are shared: there are as many for a game as searches run at once, whatever the number of
people who play it. Moves and analyses have threads of their own, so that nobody who looks at a
position for half a minute keeps others from getting an answer.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

from counterplay.core.errors import CounterplayError, InputError
from counterplay.core.game import Game
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.core.results import Result
from counterplay.search import alphabeta
from counterplay.search.choose import Engine, engine
from counterplay.search.probes import Book, from_book
from counterplay.solve import Table, Tables
from counterplay.web.strength import Level, chosen

MEMORY = 16
"""Megabytes of table for each engine."""
MOST_WAITING = 500
"""Searches that may wait for a thread."""

T = TypeVar("T")
Report = Callable[[Result], None]


class Helps:
    """What a game's engine may ask before it searches: a book, and tables."""

    def __init__(self, book: Book | None = None, solved: Table | Tables | None = None) -> None:
        self.book, self.solved = book, solved

    def answer(self, position: Position, with_book: bool) -> Result | None:
        found = None
        if with_book and self.book is not None:
            found = from_book(self.book, position)
        if found is None and self.solved is not None:
            found = self.solved.answer(position)
        return found


class Thinkers:
    """The threads that search, and the engines that they use."""

    def __init__(
        self, searches: int, analyses: int, helps: dict[str, Helps] | None = None, seed: int = 0
    ) -> None:
        self._moves = ThreadPoolExecutor(searches, "counterplay-move")
        self._analyses = ThreadPoolExecutor(analyses, "counterplay-analysis")
        self._reads = ThreadPoolExecutor(2, "counterplay-read")
        self._draws = ThreadPoolExecutor(1, "counterplay-draw")
        self._idle: dict[tuple[str, int], list[Engine]] = {}
        self._lock = threading.Lock()
        self._making: dict[str, threading.Lock] = {}
        self._made: set[str] = set()
        self._helps, self._dice = helps or {}, random.Random(seed or None)
        self._stops: set[threading.Event] = set()
        self.waiting = 0

    def is_made(self, game: Game) -> bool:
        """Whether an engine for this game has been compiled."""
        return game.name in self._made

    async def move(self, position: Position, level: Level, stop: threading.Event) -> Result:
        """The engine's answer at a level."""
        return await self._run(self._moves, lambda: self._answer(position, level, stop), stop)

    async def look(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        stop: threading.Event,
        report: Report | None = None,
    ) -> Result:
        """What full strength sees in a position, told as it goes deeper."""

        def work() -> Result:
            known = self._help(position.game).answer(position, with_book=False)
            if known is not None:
                return known
            with self._engine(position.game, lines) as player:
                return player.search(position, limit, stop, report)

        self._require_space()
        return await self._run(self._analyses, work, stop)

    async def read(self, work: Callable[[], T]) -> T:
        """Read a position, which may be a long game."""
        self._require_space()
        return await self._run(self._reads, work, threading.Event())

    async def draw(self, work: Callable[[], T], stop: threading.Event) -> T:
        """Draw a search."""
        self._require_space()
        return await self._run(self._draws, work, stop)

    def close(self) -> None:
        """Stop all searches."""
        for stop in tuple(self._stops):
            stop.set()
        for pool in (self._moves, self._analyses, self._reads, self._draws):
            pool.shutdown(wait=False, cancel_futures=True)

    def _require_space(self) -> None:
        """Refuse what can be asked for again; an engine's turn is never refused."""
        if self.waiting >= MOST_WAITING:
            raise InputError("the server is busy with others' searches: try again in a moment")

    async def _run(
        self, pool: ThreadPoolExecutor, work: Callable[[], T], stop: threading.Event
    ) -> T:
        self.waiting += 1
        self._stops.add(stop)
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work)
        except asyncio.CancelledError:
            stop.set()
            raise
        finally:
            self.waiting -= 1
            self._stops.discard(stop)

    # In a thread of a pool ----------------------------------------------------------------------

    def _answer(self, position: Position, level: Level, stop: threading.Event) -> Result:
        if level.is_full:
            known = self._help(position.game).answer(position, with_book=True)
            if known is not None:
                return known
        with self._engine(position.game, level.lines) as player:
            found = player.search(position, level.limit, stop)
        return chosen(found, level, self._dice)

    def _help(self, game: Game) -> Helps:
        return self._helps.get(game.name, NO_HELP)

    @contextmanager
    def _engine(self, game: Game, lines: int) -> Iterator[Engine]:
        """An engine that nobody else uses meanwhile."""
        key = (game.name, lines)
        with self._lock:
            idle = self._idle.setdefault(key, [])
            player = idle.pop() if idle else None
            making = self._making.setdefault(game.name, threading.Lock())
        if player is None:
            with making:  # two would compile the same
                player = self._make(game, lines)
                self._made.add(game.name)
        try:
            yield player
        finally:
            with self._lock:
                self._idle[key].append(player)

    def _make(self, game: Game, lines: int) -> Engine:
        if alphabeta.unfit(game) is not None:
            return engine(game)
        solved = self._help(game).solved
        endgames = None
        with suppress(CounterplayError):
            endgames = None if solved is None else solved.endgames()
        return engine(game, "alphabeta", endgames=endgames, memory=MEMORY, lines=lines)


NO_HELP = Helps()
