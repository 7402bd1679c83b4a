"""Workers of the page: threads that search, read and draw outside the event loop.

Sessions are pooled: a game has as many as searches run at once, however many people play it. Moves
and analyses have separate threads, so a long analysis does not delay moves. Engines are compiled in
another process; until one is ready, a stand-in in plain Python moves.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from counterplay.core.compile.bind import is_ready
from counterplay.core.compile.switch import allows_stand_in
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.base import METHODS, chosen_method, setting_names
from counterplay.engine.stand_in import StandIn
from counterplay.review.decision import Decision
from counterplay.review.judge import judge
from counterplay.session import Session
from counterplay.web.compilers import Compilation, Compilers
from counterplay.web.levels import FULL, Strength
from counterplay.web.opponents import Guest, Opponent
from counterplay.web.results import share

MEMORY = 16
"""Megabytes of transposition table for each engine."""
MOST_WAITING = 500
"""Searches that may wait for a thread."""

WAIT_SECONDS = 0.2
"""How often a thread that waits for a compilation looks whether it should stop."""

LEAST_SECONDS = 0.02
"""The least seconds for a move of an engine whose clock has run down."""

MOST_PONDERING = 4
"""Games in which the engine may think on a person's time; the latest are kept."""

STAND_IN = "stand_in"
"""The source of a move that the stand-in found."""

T = TypeVar("T")
Report = Callable[[Result], None]


@dataclass(frozen=True)
class Answer:
    """The engine's move, its source, and the first player's winning chance if known."""

    move: int
    source: str = "search"
    share: float | None = None


def open_session(game: Game, tables: Path | None = None) -> Session:
    """The session of a game on the page: with the book and the tables that this machine has, or
    the tables named. Each worker gets a copy of it with an engine of its own."""
    settings = {"memory": MEMORY} if "memory" in setting_names(chosen_method(game)) else {}
    return Session.installed(game, tables, **settings)


def kernel_of(game: Game) -> tuple[Game, Path]:
    """What has to be compiled for the engine of a game."""
    return game, METHODS[chosen_method(game)].kernel


def _stand_in(position: Position, stop: threading.Event) -> Answer:
    """A move in plain Python, while the engine is compiled."""
    found = StandIn(position.game).search(position, Limit(), stop)
    return Answer(found.move, STAND_IN)


class Workers:
    """The threads, and the pool of sessions and opponents that they use."""

    def __init__(
        self,
        searches: int,
        analyses: int,
        sessions: Mapping[str, Session] | None = None,
        ponder: bool = False,
    ) -> None:
        self._moves = ThreadPoolExecutor(searches, "counterplay-move")
        self._guests = ThreadPoolExecutor(searches, "counterplay-guest")
        self._analyses = ThreadPoolExecutor(analyses, "counterplay-analysis")
        self._compiles = ThreadPoolExecutor(1, "counterplay-compile")
        self._reads = ThreadPoolExecutor(2, "counterplay-read")
        self._draws = ThreadPoolExecutor(1, "counterplay-draw")
        self._idle: dict[tuple[Game, str], list[Any]] = {}
        self._lock = threading.Lock()
        self._making: dict[Game, threading.Lock] = {}
        self._made: set[Game] = set()
        self._compilers = Compilers(os.cpu_count() or 1)
        self._compilations: dict[Game, Compilation] = {}
        self._given = dict(sessions or {})
        self._sessions: dict[Game, Session] = {}
        self._stops: set[threading.Event] = set()
        self._queued: set[object] = set()
        """Analyses that wait for a thread, each as an object of its own."""
        self._ponders = ponder
        self._pondering: dict[str, Session] = {}
        self.waiting = 0

    def is_compiled(self, game: Game) -> bool:
        """Whether the engine of this game is compiled."""
        return game in self._made

    async def move(
        self,
        position: Position,
        strength: Strength,
        table: str,
        stop: threading.Event,
        most_seconds: float | None = None,
    ) -> Answer:
        """The move of an opponent of this strength. `table` identifies the game, for players that
        remember it. Full strength thinks for at most `most_seconds`."""
        if not strength.is_guest:
            if await self._is_compiling(position.game, stop):
                return await self._run(self._moves, lambda: _stand_in(position, stop), stop)
            await self._compiled(position.game, stop)
        pool = self._guests if strength.is_guest else self._moves
        limit = strength.limit
        if most_seconds is not None and most_seconds < (limit.time or most_seconds):
            limit = Limit(time=max(most_seconds, LEAST_SECONDS))

        def work() -> Answer:
            return self._answer(position, strength, limit, table, stop)

        return await self._run(pool, work, stop)

    async def analyse(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        stop: threading.Event,
        report: Report | None = None,
        is_fresh: bool = False,
    ) -> Result:
        """The analysis of a position at full strength. `report` gets each deeper result. If tables
        know the position, the result has every legal move, and not only as many as `lines`.

        With `is_fresh` the engine forgets what it knows from other searches, so that the same
        limit gives the same result.
        """

        def work() -> Result:
            with self._session(position.game) as session:
                if is_fresh:
                    session.new_game()
                return session.known(position) or session.search(
                    position, limit, stop=stop, report=report, lines=lines
                )

        return await self._run_analysis(position.game, work, stop)

    async def judge(
        self, position: Position, played: int, limit: Limit, stop: threading.Event
    ) -> Decision:
        """What a move lost in a game with dice, compared with the best one."""

        def work() -> Decision:
            with self._session(position.game) as session:
                session.new_game()  # so that the same limit gives the same result
                return judge(session, position, played, limit, stop)

        return await self._run_analysis(position.game, work, stop)

    @property
    def are_analyses_waiting(self) -> bool:
        """Whether an analysis waits because others have all the threads."""
        return bool(self._queued)

    async def _run_analysis(self, game: Game, work: Callable[[], T], stop: threading.Event) -> T:
        self._require_space()
        await self._compiled(game, stop)
        token = object()

        def begin() -> T:
            self._queued.discard(token)
            return work()

        self._queued.add(token)
        try:
            return await self._run(self._analyses, begin, stop)
        finally:
            self._queued.discard(token)

    async def run_in_thread(self, work: Callable[[], T]) -> T:
        """Run some work that reads or writes a game, which may take long."""
        self._require_space()
        return await self._run(self._reads, work, threading.Event())

    def run_later(self, work: Callable[[], object]) -> None:
        """Run some work whose result is not needed."""
        self._reads.submit(work)

    async def draw(self, work: Callable[[], T], stop: threading.Event) -> T:
        """Run the drawing of a search tree."""
        self._require_space()
        return await self._run(self._draws, work, stop)

    def close(self) -> None:
        """Stop all searches, and end the programs of guest players."""
        for stop in tuple(self._stops):
            stop.set()
        for pool in (self._moves, self._guests, self._analyses, self._compiles, self._draws):
            pool.shutdown(wait=False, cancel_futures=True)
        self._reads.shutdown(wait=True)  # finish saving games before the database is closed
        self._compilers.close()
        for compilation in self._compilations.values():
            compilation.cancel()
        for session in self._pondering.values():
            session.stop_pondering()
        for player in (one for idle in self._idle.values() for one in idle):
            if isinstance(player, Opponent):
                player.close()

    def forget(self, game: Game) -> None:
        """Free what is kept for a game. It is made again if the game is still played."""
        with self._lock:
            keys = [key for key in self._idle if key[0] is game]
            idle = [one for key in keys for one in self._idle.pop(key)]
            compilation = self._compilations.pop(game, None)
            self._sessions.pop(game, None)
            self._made.discard(game)
            self._making.pop(game, None)
        for player in idle:
            if isinstance(player, Opponent):
                player.close()
        if compilation is not None:
            compilation.cancel()

    async def begin_compiling(self, game: Game) -> Compilation:
        """Begin to compile the engine of a game, so that it is ready when it has to move."""
        work = asyncio.get_running_loop().run_in_executor
        return await work(self._reads, self._begin_compiling, game)

    async def compile_kernels(self, wanted: Sequence[tuple[Game, Path]]) -> None:
        """Compile kernels in other processes, so that this one goes on."""

        def compile() -> None:
            for compilation in [self._compilers.begin(*one) for one in wanted]:
                compilation.wait()

        if not all(is_ready(game, kernel) for game, kernel in wanted):
            await self._run(self._compiles, compile, threading.Event())

    async def _is_compiling(self, game: Game, stop: threading.Event) -> bool:
        """Whether the engine is still being compiled. This begins it, if that is to be done."""
        if self.is_compiled(game) or not allows_stand_in():
            return False
        return await self._run(self._reads, lambda: self._begin_compiling(game).is_running, stop)

    async def _compiled(self, game: Game, stop: threading.Event) -> None:
        """Wait for the engine of a game in a separate thread, so that other games go on."""

        def compile() -> None:
            compilation = self._begin_compiling(game)
            while not compilation.wait(WAIT_SECONDS):
                if stop.is_set():
                    return
            with self._session(game):
                pass

        if not self.is_compiled(game):
            await self._run(self._compiles, compile, stop)

    def _begin_compiling(self, game: Game) -> Compilation:
        """The compilation of a game's engine, started when this is first called."""
        with self._lock:
            if game not in self._compilations:
                self._compilations[game] = self._compilers.begin(*kernel_of(game))
            return self._compilations[game]

    def _require_space(self) -> None:
        """Raise InputError if too many requests wait. The engine's own moves are never refused."""
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

    def _answer(
        self,
        position: Position,
        strength: Strength,
        limit: Limit,
        table: str,
        stop: threading.Event,
    ) -> Answer:
        game, level = position.game, strength.level
        if level is not None:
            kind = Guest if strength.is_guest else Opponent
            with self._held(game, level.spec, lambda: kind(level, game)) as opponent:
                return Answer(opponent.move(position, table, stop))
        if not self._ponders:
            with self._session(game) as session:
                found = session.move(position, limit, stop=stop)
        else:
            found = self._move_and_ponder(position, limit, table, stop)
        return Answer(found.move, found.source, share(found))

    def _move_and_ponder(
        self, position: Position, limit: Limit, table: str, stop: threading.Event
    ) -> Result:
        """The move of the session that ponders on this game, which then ponders on."""
        game = position.game
        with self._lock:
            session = self._pondering.pop(table, None)
        session = session or self._take(game, FULL, self._maker(game))
        idle: Session | None = session
        try:
            found = session.move(position, limit, stop=stop)
            if session.ponder(found):
                idle = self._keep_pondering(table, session)
        finally:
            if idle is not None:
                idle.stop_pondering()
                self._give_back(idle.game, FULL, idle)
        return found

    def _keep_pondering(self, table: str, session: Session) -> Session | None:
        """Keep a session for its game; return the one that has to make room for it, if any."""
        with self._lock:
            self._pondering[table] = session
            if len(self._pondering) <= MOST_PONDERING:
                return None
            return self._pondering.pop(next(iter(self._pondering)))

    def _session(self, game: Game) -> AbstractContextManager[Session]:
        """A session at full strength, which no one else uses meanwhile."""
        return self._held(game, FULL, self._maker(game))

    def _maker(self, game: Game) -> Callable[[], Session]:
        def make() -> Session:
            if game not in self._sessions:
                given = self._given.get(game.name)
                is_same = given is not None and given.game.has_same_rules(game)
                self._sessions[game] = given if given and is_same else open_session(game)
            session = self._sessions[game].another()
            session.prepare()
            self._made.add(game)
            return session

        return make

    @contextmanager
    def _held(self, game: Game, kind: str, make: Callable[[], T]) -> Iterator[T]:
        """Borrow an idle session or opponent from the pool, or make one."""
        player = self._take(game, kind, make)
        try:
            yield player
        finally:
            if not (isinstance(player, Opponent) and player.is_spent):
                self._give_back(game, kind, player)

    def _take(self, game: Game, kind: str, make: Callable[[], T]) -> T:
        with self._lock:
            idle = self._idle.setdefault((game, kind), [])
            player: T | None = idle.pop() if idle else None
            making = self._making.setdefault(game, threading.Lock())
        if player is None:
            with making:  # so that two threads do not compile the same kernel
                player = make()
        return player

    def _give_back(self, game: Game, kind: str, player: object) -> None:
        with self._lock:
            self._idle.setdefault((game, kind), []).append(player)
