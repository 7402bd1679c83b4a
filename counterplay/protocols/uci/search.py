"""One UCI search, from `go` to `bestmove`: book, tables, mates, and info lines."""

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
from counterplay.formats.polyglot.book import OWN
from counterplay.protocols.go import Go
from counterplay.protocols.lines import Speaker, shortened
from counterplay.protocols.thinking import Thinking
from counterplay.protocols.uci import info
from counterplay.protocols.uci.levels import choose
from counterplay.protocols.uci.loaded import Loaded, level_in, lines_in
from counterplay.protocols.uci.moves import legal_moves, searchable

NONE = "bestmove (none)"
TICK = 1.0
"""Seconds between lines that tell the speed of the search while there is no news."""
NO_END = Limit(depth=DEEPEST)
LOOK = Limit(time=1.0)
"""The limit for finding a move after a mate was disproven."""


class Search:
    """One `go` command. `thinking` is its thread."""

    def __init__(
        self,
        loaded: Loaded,
        go: Go,
        options: Mapping[str, str],
        say: Speaker,
        ready: threading.Event,
        came: float,
    ) -> None:
        self._loaded, self._go, self._options, self._say = loaded, go, dict(options), say
        self._session = loaded.session
        self._position = loaded.track.position
        self._ready, self._came = ready, came
        self._is_960 = options["UCI_Chess960"] == "true"
        self._level = level_in(options)
        self._is_disproven = False
        """Whether the mate that was asked for is known not to exist."""
        self._last: tuple[int, int, tuple[int, ...]] | None = None
        is_open = self._limit(0.0) is None and go.mate_plies is None
        waits = go.infinite or go.ponder or is_open
        self.thinking = Thinking(self._find, say, waits=waits, halt=loaded.session.halt)

    def hit(self) -> None:
        """The expected reply was played: the clock counts from now on."""
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
        """The answer, in any case."""
        if not self._ready.is_set():
            self._ready.wait()
            self._came = time.perf_counter()  # no clock runs while kernels are compiled
        position = self._position
        try:
            return NONE if position is None else self._answer(position)
        except Exception as error:
            self._complain(str(error) if isinstance(error, CounterplayError) else repr(error))
            return self._any_move(position)

    def _complain(self, text: str) -> None:
        self._say(f"info string {' '.join(text.split())}")

    def _any_move(self, position: Position | None) -> str:
        if position is None:
            return NONE
        named = legal_moves(self._loaded.game, position.state)
        first = list(named.values())[:1]
        return info.show_best(position.state, first, self._is_960) if first else NONE

    def _answer(self, position: Position) -> str:
        """The last line that is said."""
        among = self._among(position)
        where = searchable(position)
        if where is None:
            return self._without_search(position)
        self._loaded.ready(self._options, self._complain)
        found = self._known(where) if among is None else None
        if found is None:
            found = self._search(where, among)
        return info.show_best(position.state, found.line, self._is_960)

    def _known(self, where: Position) -> Result | None:
        """What the book or the tables say. A weaker level does without tables, and analysis
        without the book; one that cannot be used is no reason not to search."""
        session = self._session
        try:
            found = session.look_up(
                where, with_book=not self._is_analysis, with_tables=self._level is None
            )
        except CounterplayError as error:
            self._complain(f"{error}: without book and tables")
            session.use_book(None)
            session.use_tables(None)
            return None
        if found is not None and found.source == "book":
            self._say(f"info string a move of the book {self._options['BookFile'] or OWN}")
        elif found is not None:
            self._say(info.show_known(found, self._is_960))
        return found

    @property
    def _is_analysis(self) -> bool:
        return self._go.infinite or self._go.ponder or "mate" in self._go.numbers

    def _without_search(self, position: Position) -> str:
        """The answer where there is nothing to find: the game is over, or drawn in any case."""
        game, state = self._loaded.game, position.state
        is_end = bool(game.ask("terminal", state))
        is_lost = is_end and game.utility(state, game.player(state)) < 0
        self._say(f"info depth 0 score {'mate 0' if is_lost else 'cp 0'}")
        return self._any_move(position)

    def _among(self, position: Position) -> list[int] | None:
        """The moves of `searchmoves`; None for all."""
        if not self._go.moves:
            return None
        named = legal_moves(self._loaded.game, position.state, self._is_960)
        for word in self._go.moves:
            if word not in named:
                self._say(f"info string searchmoves: {shortened(word)!r} is not a legal move here")
        return list(dict.fromkeys(named[word] for word in self._go.moves if word in named)) or None

    def _search(self, where: Position, among: list[int] | None) -> Result:
        level, session = self._level, self._session
        if self._go.mate_plies is not None and among is None and level is None:
            mate = self._prove(where, self._go.mate_plies)
            if mate is not None:
                return mate
        began, lines = time.perf_counter(), lines_in(self._options)

        def report(found: Result) -> None:
            self._tell(found, began)
            plies = self._go.mate_plies
            if plies is not None and found.outcome == "win" and (found.distance or 0) <= plies:
                self.thinking.stop()

        limit = self._limit(began - self._came) or (LOOK if self._is_disproven else NO_END)
        if self._go.infinite or self._go.ponder:  # as if nothing were said about time
            limit = Limit(depth=limit.depth or DEEPEST, nodes=limit.nodes)
        if level is not None:
            limit = dataclasses.replace(limit, nodes=min(level.nodes, limit.nodes or level.nodes))
        over, stop = threading.Event(), self.thinking.stopping
        threading.Thread(target=self._tick, args=(over, began), daemon=True).start()
        try:
            found = session.search(where, limit, stop=stop, report=report, lines=lines, among=among)
            if level is not None and found.depth == 0:  # too few nodes to have seen all moves
                found = session.search(where, Limit(depth=1), lines=lines, among=among)
        finally:
            over.set()
        self._tell(found, began)
        return found if level is None else choose(found, level, self._loaded.dice)

    def _prove(self, where: Position, plies: int) -> Result | None:
        """A mate within `plies` plies against any defence; None if none was proven."""
        limit = self._limit(0.0)
        seconds = None if limit is None or limit.share is None else limit.share / 2
        within = Limit(seconds, plies, None if limit is None else limit.nodes)
        try:
            found = self._session.prove(where, within, stop=self.thinking.stopping)
        except CounterplayError as error:
            self._complain(str(error))
            return None
        if found.outcome == "win":
            self._say(info.show_mate(found, plies, self._is_960))
            return found
        if limit is None and not self.thinking.stopping.is_set():
            self._is_disproven = True
            self._complain(f"there is no mate in {(plies + 1) // 2}")
        return None

    def _limit(self, spent: float) -> Limit | None:
        position = self._position
        overhead = int(self._options["Move Overhead"]) / 1000
        return self._go.limit(0 if position is None else position.turn, spent, overhead)

    def _tell(self, found: Result, began: float) -> None:
        """Say what was found, unless that was said before."""
        said = (found.depth, round(found.value * 1e6), found.line)
        if said != self._last:
            self._last = said
            seconds = time.perf_counter() - began
            self._say(*info.show_result(self._session.progress(), found, seconds, self._is_960))

    def _tick(self, over: threading.Event, began: float) -> None:
        while not over.wait(TICK):
            seconds = time.perf_counter() - began
            self._say(f"info {info.counts(self._session.progress(), seconds)}")
