"""What a UCI search does from `go` to `bestmove`: book, tables, mates, and what it tells."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Mapping

from counterplay.core.compile.rules import DEEPEST
from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.probes import from_book
from counterplay.formats.polyglot.book import OWN
from counterplay.protocols.go import Go
from counterplay.protocols.lines import Speaker, shortened
from counterplay.protocols.thinking import Thinking
from counterplay.protocols.uci import info
from counterplay.protocols.uci.desk import Desk
from counterplay.protocols.uci.levels import choose
from counterplay.protocols.uci.moves import legal_moves, searchable

NONE = "bestmove (none)"
TICK = 1.0
"""Seconds between lines that say how fast the search is, while nothing new is found."""
NO_END = Limit(depth=DEEPEST)
LOOK = Limit(time=1.0)
"""What is left to do where there is no mate: find a move."""


class Search:
    """One `go`; `thinking` is the thread that it runs in."""

    def __init__(
        self,
        desk: Desk,
        go: Go,
        options: Mapping[str, str],
        say: Speaker,
        ready: threading.Event,
        came: float,
    ) -> None:
        self._desk, self._go, self._options, self._say = desk, go, dict(options), say
        self._position = desk.track.position
        self._ready, self._came = ready, came
        self._is_960 = options["UCI_Chess960"] == "true"
        self._is_disproven = False
        """Whether the mate that was asked for is known not to be there."""
        self._last: tuple[int, int, tuple[int, ...]] | None = None
        is_open = self._limit(0.0) is None and go.mate_plies is None
        waits = go.infinite or go.ponder or is_open
        self.thinking = Thinking(self._find, say, waits=waits, halt=desk.halt)

    def hit(self) -> None:
        """The reply that was pondered about has been played: from now on the time counts."""
        if not self._go.ponder or not self.thinking.waits:
            return
        limit = self._limit(0.0)
        if limit is None:
            return
        self.thinking.release()
        if limit.share is not None:
            timer = threading.Timer(limit.share, self.thinking.stopping.set)
            timer.daemon = True
            timer.start()

    def _find(self) -> str:
        """The answer, whatever happens."""
        if not self._ready.is_set():
            self._ready.wait()
            self._came = time.perf_counter()  # nobody's time runs while things are compiled
        position = self._position
        try:
            return NONE if position is None else self._answer(position)
        except Exception as error:
            told = str(error) if isinstance(error, CounterplayError) else repr(error)
            self._say(f"info string {' '.join(told.split())}")
            return self._any_move(position)

    def _any_move(self, position: Position | None) -> str:
        if position is None:
            return NONE
        named = legal_moves(self._desk.game, position.state)
        first = list(named.values())[:1]
        return info.show_best(position.state, first, self._is_960) if first else NONE

    def _answer(self, position: Position) -> str:
        """The last line that is said."""
        among = self._among(position)
        where = searchable(position)
        if where is None:
            return self._without_search(position)
        found = self._from_book(where) if among is None and not self._is_analysis else None
        if found is None and among is None and self._desk.level(self._options) is None:
            found = self._from_tables(where)
        if found is None:
            found = self._search(where, among)
        return info.show_best(position.state, found.line, self._is_960)

    def _from_book(self, where: Position) -> Result | None:
        """The book's move; a book that cannot be used is no reason not to think."""
        try:
            book = self._desk.book(self._options)
            found = None if book is None else from_book(book, where)
        except CounterplayError as error:
            self._say(f"info string {error}")
            return None
        if found is not None:
            self._say(f"info string a move of the book {self._options['BookFile'] or OWN}")
        return found

    def _from_tables(self, where: Position) -> Result | None:
        """What endgame tables know of a position; tables that cannot be used stop nothing."""
        try:
            tables = self._desk.tables(self._options)
            found = None if tables is None else tables.answer(where)
        except CounterplayError as error:
            self._say(f"info string {error}")
            self._options = {**self._options, "TablePath": ""}
            return None
        if found is not None:
            self._say(info.show_known(found, self._is_960))
        return found

    @property
    def _is_analysis(self) -> bool:
        return self._go.infinite or self._go.ponder or "mate" in self._go.numbers

    def _without_search(self, position: Position) -> str:
        """There is nothing to find: the game is over, or drawn whatever is played."""
        game, state = self._desk.game, position.state
        is_end = bool(game.ask("terminal", state))
        is_lost = is_end and game.utility(state, game.player(state)) < 0
        self._say(f"info depth 0 score {'mate 0' if is_lost else 'cp 0'}")
        return self._any_move(position)

    def _among(self, position: Position) -> list[int] | None:
        """The moves that the search is restricted to."""
        if not self._go.moves:
            return None
        named = legal_moves(self._desk.game, position.state, self._is_960)
        for word in self._go.moves:
            if word not in named:
                self._say(f"info string searchmoves: {shortened(word)!r} is not a legal move here")
        return list(dict.fromkeys(named[word] for word in self._go.moves if word in named)) or None

    def _search(self, where: Position, among: list[int] | None) -> Result:
        level = self._desk.level(self._options)
        if self._go.mate_plies is not None and among is None and level is None:
            mate = self._prove(where, self._go.mate_plies)
            if mate is not None:
                return mate
        engine = self._engine()
        began = time.perf_counter()

        def report(found: Result) -> None:
            self._tell(engine, found, began)
            plies = self._go.mate_plies
            if plies is not None and found.outcome == "win" and (found.distance or 0) <= plies:
                self.thinking.stop()

        limit = self._limit(began - self._came) or (LOOK if self._is_disproven else NO_END)
        if self._go.infinite or self._go.ponder:  # as if nothing were said about time
            limit = Limit(depth=limit.depth or DEEPEST, nodes=limit.nodes)
        if level is not None:
            limit = dataclasses.replace(limit, nodes=min(level.nodes, limit.nodes or level.nodes))
        over = threading.Event()
        threading.Thread(target=self._tick, args=(engine, over, began), daemon=True).start()
        try:
            found = engine.search(where, limit, self.thinking.stopping, report, among)
            if level is not None and found.depth == 0:  # too few nodes to have seen all moves
                found = engine.search(where, Limit(depth=1), None, None, among)
        finally:
            over.set()
        self._tell(engine, found, began)
        return found if level is None else choose(found, level, self._desk.dice)

    def _prove(self, where: Position, plies: int) -> Result | None:
        """A mate within so many plies, whatever the defence; None where none was proven."""
        limit = self._limit(0.0)
        seconds = None if limit is None or limit.share is None else limit.share / 2
        within = Limit(seconds, plies, None if limit is None else limit.nodes)
        try:
            found = self._desk.prover(self._options).search(where, within, self.thinking.stopping)
        except CounterplayError as error:
            self._say(f"info string {error}")
            return None
        if found.outcome == "win":
            self._say(info.show_mate(found, plies, self._is_960))
            return found
        if limit is None and not self.thinking.stopping.is_set():
            self._is_disproven = True
            self._say(f"info string there is no mate in {(plies + 1) // 2}")
        return None

    def _engine(self) -> AlphaBeta:
        """The engine as the options say; with less memory where there is not so much."""
        try:
            return self._desk.engine(self._with_tables())
        except CounterplayError as error:
            self._say(f"info string {error}; with Hash 16 and one thread instead")
            less = {"Hash": "16", "Threads": "1", "TablePath": ""}
            return self._desk.engine({**self._options, **less})

    def _with_tables(self) -> dict[str, str]:
        """The options; without tables where these cannot be used."""
        try:
            tables = self._desk.tables(self._options)
            if tables is not None:
                tables.endgames()
        except CounterplayError as error:
            self._say(f"info string {error}: without tables")
            self._options = {**self._options, "TablePath": ""}
        return self._options

    def _limit(self, spent: float) -> Limit | None:
        position = self._position
        overhead = int(self._options["Move Overhead"]) / 1000
        return self._go.limit(0 if position is None else position.turn, spent, overhead)

    def _tell(self, engine: AlphaBeta, found: Result, began: float) -> None:
        """Say what was found, unless that has been said."""
        told = (found.depth, round(found.value * 1e6), found.line)
        if told != self._last:
            self._last = told
            seconds = time.perf_counter() - began
            self._say(*info.show_result(engine, found, seconds, self._is_960))

    def _tick(self, engine: AlphaBeta, over: threading.Event, began: float) -> None:
        while not over.wait(TICK):
            self._say(f"info {info.counts(engine, time.perf_counter() - began)}")
