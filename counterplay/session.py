"""Session: a game with its engine, opening book and tables, opened once and asked many times.

This is the only place where the three meet. The command line, the page, the protocols, matches and
`cp.search` all ask a session, so the same position gets the same answer everywhere:

    1. from the opening book, if there is one (`move` only)
    2. from the tables, if they know the position: a solution of the game, or endgame tables
    3. from the engine, which also looks states up in the endgame tables while it searches
"""

from __future__ import annotations

import dataclasses
import threading
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from counterplay.core.compile.background import BackgroundCompiler
from counterplay.core.compile.bind import is_ready
from counterplay.core.compile.switch import allows_stand_in
from counterplay.core.game.checked import say_unchecked
from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position, as_position
from counterplay.core.game.results import Result
from counterplay.database.book import open_book
from counterplay.engine.alphabeta.engine import AlphaBeta, Progress, Report
from counterplay.engine.base import (
    METHODS,
    Engine,
    Method,
    chosen_method,
    make_engine,
    require_move,
)
from counterplay.engine.dfpn.engine import DfPn, DfPnSettings
from counterplay.engine.expectiminimax.engine import Expectiminimax
from counterplay.engine.ponder import Ponder
from counterplay.engine.probes import Book, ProbeTables, Tables, from_book
from counterplay.engine.stand_in import StandIn
from counterplay.engine.uct.monte_carlo import MonteCarlo
from counterplay.formats.polyglot.book import OWN, Pick
from counterplay.games import GameSource, as_game, takes_positions
from counterplay.tablebase.plan import folder_of
from counterplay.tablebase.store.open import open_solution
from counterplay.tablebase.tablebase import Tablebase

BookSource = Book | str | Path
"""An opening book, its file, or `own` for the book of chess that comes with the program."""

TablesSource = Tables | str | Path
"""Tables, the file of a solution, or a folder of endgame tables."""

PROVER_MEMORY = 64
"""Megabytes for proving a win, beside the engine's transposition table."""

PONDER_SECONDS = 300.0
"""The longest that a session searches on the opponent's time: people may leave a game."""

LEAST_SECONDS = 0.001
"""What is left of a limit that was pondered already."""


class Session:
    """A game, and all that finds moves in it. Ask it from one thread at a time.

    game      a game, its name, or its file
    book      an opening book, or its file
    tables    a solution or endgame tables, or their file or folder
    pick      how the book chooses among its moves: by `weight`, or the `best`
    book_seed the seed of the book's choices; None for different ones each time
    stand_in  if the engine is not compiled yet, compile it in another process, and let a search in
              plain Python answer until it is ready; `Result.method` then says so
    settings  those of the method, as values or text: memory=256, killers="off"

    Book and tables are opened here and checked; the engine is made when it is first needed.

    >>> import counterplay as cp
    >>> with cp.Session("tic_tac_toe") as session:
    ...     session.move("xx./oo./...").move_text
    'c3'
    """

    def __init__(
        self,
        game: GameSource,
        method: Method | None = None,
        *,
        book: BookSource | None = None,
        tables: TablesSource | None = None,
        pick: Pick = "weight",
        book_seed: int | None = None,
        stand_in: bool = False,
        **settings: Any,
    ) -> None:
        self.game = as_game(game)
        self.book: Book | None = None
        self.tables: Tables | None = None
        self.method: Method = "alphabeta"
        self.settings: dict[str, Any] = {}
        self.prover_memory = PROVER_MEMORY
        self.is_closed = False
        self._book_seed = book_seed
        self._book_source: tuple[BookSource | None, Pick] = (None, pick)
        self._tables_source: TablesSource | None = None
        self.stand_in = stand_in and allows_stand_in()
        self._compiler: BackgroundCompiler | None = None
        self._engine: Engine | None = None
        self._prover: DfPn | None = None
        self._pondering: Ponder | None = None
        self.use_engine(method, **settings)
        self.use_book(book, pick)
        self.use_tables(tables)

    @classmethod
    def installed(cls, game: Game, tables: TablesSource | None = None, **settings: Any) -> Session:
        """A session with what this machine has for a game: the book of chess that comes with the
        program, and endgame tables in their usual folder; or the tables named instead."""
        is_plain = all(p.value == p.default for p in game.parameters.values())
        book = OWN if game.name == "chess" and is_plain else None
        found: TablesSource | None = tables
        if tables is None and "index" in game.functions and folder_of(game).is_dir():
            with suppress(CounterplayError):
                built = Tablebase(game)
                found = built if len(built) else None
        return cls(game, book=book, tables=found, **settings)

    def another(self) -> Session:
        """A session with the same book, tables and settings, and an engine of its own."""
        book, tables = self.book, self.tables
        return Session(
            self.game,
            self.method,
            book=book,
            tables=tables,
            stand_in=self.stand_in,
            **self.settings,
        )

    # What the session is made of. A part that stays the same is kept, with what it has learned. ---

    def use_engine(self, method: Method | None = None, **settings: Any) -> None:
        """Search by this method, with these settings, from the next question on."""
        chosen = chosen_method(self.game, method)
        if (chosen, settings) != (self.method, self.settings):
            self.stop_pondering()
            self.method, self.settings, self._engine = chosen, settings, None
            self._stop_compiling()

    def use_book(self, source: BookSource | None, pick: Pick = "weight") -> None:
        """Ask this opening book first; None for no book."""
        if (source, pick) != self._book_source:
            self.book = (
                open_book(self.game, source, pick, self._book_seed)
                if isinstance(source, (str, Path))
                else source
            )
            self._book_source = source, pick

    def use_tables(self, source: TablesSource | None) -> None:
        """Ask these tables before a search, and inside it; None for no tables."""
        if source != self._tables_source:
            self.stop_pondering()
            self.tables = _open_tables(self.game, source)
            self._tables_source, self._engine = source, None

    @property
    def engine(self) -> Engine:
        """The engine. It is made, and compiled where that is still to be done, when first used."""
        if self._engine is None:
            if self._compiler is not None:
                self._compiler.wait()
            say_unchecked(self.game)
            probes, only_probes = None, isinstance(self.tables, ProbeTables)
            # Other methods use tables before a search only, and refuse those that cannot be.
            if self.tables is not None and (self.method == AlphaBeta.method or only_probes):
                probes = self.tables.probe_tables()
            self._engine = make_engine(self.game, self.method, endgames=probes, **self.settings)
        return self._engine

    def prepare(self) -> None:
        """Make and compile the engine now, so that no question waits for it."""
        assert self.engine is not None

    def start_compiling(self) -> None:
        """Begin to compile the engine in another process, unless it is compiled."""
        if self._engine is None and self._compiler is None:
            self._compiler = BackgroundCompiler(self.game, METHODS[self.method].kernel)

    def _stop_compiling(self) -> None:
        """Stop what `start_compiling` began, if it has not ended."""
        if self._compiler is not None:
            self._compiler.cancel()
        self._compiler = None

    @property
    def is_compiled(self) -> bool:
        """Whether the engine needs no more compiling."""
        if self._engine is not None:
            return True
        if self._compiler is not None:
            return not self._compiler.is_running
        return is_ready(self.game, METHODS[self.method].kernel)

    def _answering(self) -> Engine:
        """The engine; or its stand-in, as long as the engine is compiled in another process."""
        if self.stand_in and not self.is_compiled:
            self.start_compiling()
            return StandIn(self.game)
        return self.engine

    def new_game(self, seed: str | int | None = None) -> None:
        """Forget what earlier searches found; with a seed, restart the book's choices from it."""
        self.stop_pondering()
        for engine in (self._engine, self._prover):
            if engine is not None:
                engine.new_game()
        if seed is not None and self.book is not None:
            self.book.reseed(seed)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of engine, book and tables. The session cannot be asked afterwards."""
        self.stop_pondering()
        self._stop_compiling()
        self._engine = self._prover = self.book = self.tables = None
        self.is_closed = True

    # Questions ----------------------------------------------------------------------------------

    def move(
        self,
        position: Position | str | None = None,
        limit: Limit | None = None,
        *,
        stop: threading.Event | None = None,
        report: Report | None = None,
        lines: int | None = None,
    ) -> Result:
        """The move to play: from the book, else from the tables, else from a search.

        The search takes one second if no limit is given. Set `stop` to end it with its best answer
        so far; `report` is called with the answer of each depth. If the session ponders on this
        position, what was found there counts, and so does the time that it took.
        """
        pondering, self._pondering = self._pondering, None
        try:
            where = self._asked(position)
            known = self.look_up(where)
            found = None if known else _pondered(pondering, where, limit or Limit(), stop)
        finally:
            if pondering is not None:
                pondering.miss()
        return known or found or self.search(where, limit, stop=stop, report=report, lines=lines)

    def ponder(self, found: Result) -> bool:
        """Search on the opponent's time: call this after a move, with its result.

        The search runs in a thread of its own, in the position after the reply that the result
        expects, until the next question or for PONDER_SECONDS. Returns whether there is something
        to ponder: not without an expected reply, where dice decide first, or where cards are
        hidden.
        """
        self.stop_pondering()
        expected = _expected(found)
        if expected is None or self.is_closed or not self.is_compiled:
            return False
        self._pondering = Ponder(self.engine, expected, Limit(time=PONDER_SECONDS))
        return True

    def stop_pondering(self) -> None:
        """End the search on the opponent's time, if there is one."""
        if self._pondering is not None:
            self._pondering.miss()
            self._pondering = None

    def analyse(
        self,
        position: Position | str | None = None,
        limit: Limit | None = None,
        *,
        stop: threading.Event | None = None,
        report: Report | None = None,
        lines: int | None = None,
    ) -> Result:
        """What a position is worth, and the best moves in it: like `move`, without the book.

        With `lines` the next best moves are found too, where the method can (alpha-beta,
        expectiminimax, UCT and flat Monte Carlo) or the tables know them.
        """
        where = self._asked(position)
        known = self.known(where)
        if known is None:
            return self.search(where, limit, stop=stop, report=report, lines=lines)
        return dataclasses.replace(known, alternatives=known.alternatives[: (lines or 1) - 1])

    def known(self, position: Position) -> Result | None:
        """What the tables say of a position and of every legal move; None if they do not know."""
        found = self.look_up(position, with_book=False)
        if found is None or self.tables is None:
            return None
        return dataclasses.replace(found, alternatives=self.tables.alternatives(found))

    def look_up(
        self, position: Position, with_book: bool = True, with_tables: bool = True
    ) -> Result | None:
        """What the book or the tables say of a position, without a search; None if nothing."""
        found = None
        if with_book and self.book is not None:
            found = from_book(self.book, position)
        if found is None and with_tables and self.tables is not None:
            found = self.tables.answer(position)
        return found

    def search(
        self,
        position: Position | str | None = None,
        limit: Limit | None = None,
        *,
        stop: threading.Event | None = None,
        report: Report | None = None,
        lines: int | None = None,
        among: Sequence[int] | None = None,
    ) -> Result:
        """What the engine alone finds; with `among`, when only these moves are considered."""
        where, limit, engine = self._asked(position), limit or Limit(), self._answering()
        if isinstance(engine, StandIn):
            return engine.search(where, limit, stop, report, among)
        if isinstance(engine, (AlphaBeta, Expectiminimax)):
            return engine.search(where, limit, stop, report, among, lines)
        if among is not None:
            raise InputError(
                f"{engine.method} searches all moves: only alphabeta and expectiminimax can leave "
                "out some"
            )
        if isinstance(engine, MonteCarlo):
            return engine.search(where, limit, stop, report, lines)
        return engine.search(where, limit, stop, report)

    def prove(
        self,
        position: Position | str,
        limit: Limit,
        *,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Prove by proof-number search who wins, within `limit.depth` plies if that is given."""
        if self._prover is None:
            say_unchecked(self.game)
            self._prover = DfPn(self.game, DfPnSettings(memory=self.prover_memory))
        return self._prover.search(self._asked(position), limit, stop, report)

    def _asked(self, position: Position | str | None) -> Position:
        """The position that is asked about, if a player is to move there."""
        if self.is_closed:
            raise InputError("this session is closed: open another")
        self.stop_pondering()
        # A player's own evaluator comes with its own copy of the game.
        where = as_position(self.game, position).beside(self.game)
        require_move(where)
        return where

    def halt(self) -> None:
        """Make the search under way return at once. Another thread may call this."""
        if isinstance(self._engine, (AlphaBeta, Expectiminimax)):
            self._engine.halt()

    def progress(self) -> Progress:
        """What the search under way has done so far; nothing where the method does not count it.

        Another thread may call this."""
        if isinstance(self._engine, (AlphaBeta, Expectiminimax)):
            return self._engine.progress()
        return Progress(0, 0, 0, 0)


def _expected(found: Result) -> Position | None:
    """The position after a move and its expected reply, if the same player is to move there."""
    position = found.position
    if len(found.line) < 2 or position.game.facts.hidden:
        return None
    mover = position.turn
    for move in found.line[:2]:
        if position.is_over or position.turn == CHANCE:
            return None
        position = position.play(move)
    return None if position.is_over or position.turn != mover else position


def _pondered(
    pondering: Ponder | None, position: Position, limit: Limit, stop: threading.Event | None
) -> Result | None:
    """What was found about a position on the opponent's time; None if that is of no use.

    The seconds of pondering count: a search that was long enough answers at once. With a limit of
    depth or nodes only, the move is searched anew, with what the transposition table remembers.
    """
    if pondering is None or limit.share is None or pondering.position.text != position.text:
        return None
    left = max(LEAST_SECONDS, limit.share - pondering.seconds)
    return pondering.hit(Limit(time=left), stop)


def _open_tables(game: Game, source: TablesSource | None) -> Tables | None:
    if not isinstance(source, (str, Path)):
        return source
    found = open_solution(game, Path(source))
    if isinstance(found, Tablebase) and not found.paths:
        raise InputError(
            f"{source} has no endgame tables of {game.name}: build some with "
            f"`counterplay table build {game.name}`"
        )
    return found


@takes_positions
def search(
    game: Game,
    /,
    position: Position | str | None = None,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    clock: float | None = None,
    increment: float = 0.0,
    method: Method | None = None,
    book: BookSource | None = None,
    tables: TablesSource | None = None,
    stop: threading.Event | None = None,
    report: Report | None = None,
    **settings: Any,
) -> Result:
    """Find the best move in a position, within some seconds, plies or nodes (one second if no
    limit is given).

    The first argument is a game, its name or its file, and the position follows; or it is a
    position: `search("hex.py")`, `search(game, "4453")`, `search(position, time=5)`.

    Alpha-beta is used for two players, a constant sum and no chance, expectiminimax if there is
    chance, max^n for several players, Monte Carlo for the rest, unless `method` names another.
    `settings` are those of the method: memory=256, threads=2, exact=True. Set `stop` to end the
    search with its best answer so far; `report` is called with the answer of each depth. The `book`
    is asked first, then the `tables`. To ask about more than one position, open a `Session`.
    """
    for old in ("solution", "endgames"):
        if old in settings:
            warnings.warn(f"search({old}=…) is now tables=…", DeprecationWarning, stacklevel=2)
            tables = settings.pop(old)
    limit = Limit(time, depth, nodes, clock, increment)
    with Session(game, method, book=book, tables=tables, **settings) as session:
        return session.move(position, limit, stop=stop, report=report)
