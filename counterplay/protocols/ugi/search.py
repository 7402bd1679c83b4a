"""One UGI search, from `go` to `bestmove`."""

from __future__ import annotations

import dataclasses
import threading
import time

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.protocols.engine_options import NO_END, EngineOptions, for_method, unused
from counterplay.protocols.go import Go
from counterplay.protocols.lines import Speaker
from counterplay.protocols.moves import show_line, show_move
from counterplay.protocols.scores import show_score
from counterplay.protocols.thinking import Thinking
from counterplay.session import Session

NONE = "bestmove (none)"
SMALL = {"memory": "16", "threads": "1"}
"""The settings of the engine if there is too little memory for those asked for."""


class Search:
    """One `go` command. `thinking` is its thread."""

    def __init__(
        self,
        session: Session,
        position: Position | None,
        go: Go,
        options: EngineOptions,
        is_new_game: bool,
        overhead: float,
        say: Speaker,
        ready: threading.Event,
        came: float,
    ) -> None:
        self._session, self._position, self._go = session, position, go
        self._options, self._is_new_game = options, is_new_game
        self._overhead, self._say, self._ready, self._came = overhead, say, ready, came
        self._last: Result | None = None
        waits = go.infinite or self._limit(0.0) is None
        self.thinking = Thinking(self._find, say, waits=waits)

    def _find(self) -> str:
        """The answer, in any case."""
        if not self._ready.is_set():
            self._ready.wait()
            self._came = time.perf_counter()  # no clock runs while kernels are compiled
        position = self._position
        try:
            if position is None or not self._has_move(position):
                return NONE
            self._set_up()
            found = self._known(position) or self._searched(position)
            return f"bestmove {show_move(position, found.move)}"
        except Exception as error:
            self._tell(str(error) if isinstance(error, CounterplayError) else repr(error))
            moves = () if position is None else position.legal_moves
            return f"bestmove {show_move(position, moves[0])}" if position and moves else NONE

    def _has_move(self, position: Position) -> bool:
        if position.is_over:
            self._tell("go: the game is over here")
        elif position.turn == CHANCE:
            self._tell("go: chance is to move here; play one of its outcomes first")
        return not position.is_over and position.turn != CHANCE

    def _set_up(self) -> None:
        """The session as the options say. Tables that cannot be used are left out, with a sentence;
        with too little memory the engine becomes small."""
        session, without = self._session, dataclasses.replace(self._options, tables="")
        try:
            self._options.apply(session)
        except CounterplayError as error:
            self._tell(f"{error}: without tables")
            self._options = without
            without.apply(session)
        try:
            session.prepare()
        except CounterplayError as error:
            self._tell(f"{error}; with Hash 16 and one thread instead")
            settings = {**dict(without.settings), **SMALL}
            EngineOptions.of(without.method, settings).apply(session)
            session.prepare()
        if self._is_new_game:
            session.new_game()

    def _known(self, position: Position) -> Result | None:
        """What tables know of a position. Tables that cannot be used are left out."""
        try:
            found = self._session.look_up(position)
        except CounterplayError as error:
            self._tell(f"{error}: without tables")
            self._session.use_tables(None)
            return None
        if found is not None:
            self._show(found)
        return found

    def _searched(self, position: Position) -> Result:
        session = self._session
        limit = self._limit(time.perf_counter() - self._came)
        if limit is None:
            limit = NO_END
        elif self._go.infinite:  # as if nothing were said about time
            limit = Limit(depth=limit.depth, nodes=limit.nodes or NO_END.nodes)
        kept, left_out = for_method(limit, session.method)
        for sentence in (*unused(session.game, self._options), *filter(None, (left_out,))):
            self._tell(sentence)
        found = session.search(
            position,
            kept,
            stop=self.thinking.stopping,
            report=self._show,
            lines=self._options.lines,
        )
        self._show(found)
        return found

    def _limit(self, spent: float) -> Limit | None:
        position = self._position
        player = 0 if position is None else max(position.turn, 0)
        return self._go.limit(player, spent, self._overhead)

    def _show(self, found: Result) -> None:
        """Say what was found, unless that was said before."""
        told = self._last
        if told is not None and (told.depth, told.nodes, told.line) == (
            found.depth, found.nodes, found.line,
        ):  # fmt: skip
            return
        self._last = found
        self._say(*show_result(found))

    def _tell(self, text: str) -> None:
        self._say(f"info string {' '.join(text.split())}")


def show_result(found: Result) -> list[str]:
    """One info line for each line of play. A mate is counted in plies."""
    milliseconds = round(found.seconds * 1000)
    speed = round(found.nodes / max(found.seconds, 1e-3))
    return [
        f"info depth {max(found.depth, 1)} multipv {number} score {show_score(line, 1)} "
        f"nodes {found.nodes} nps {speed} time {milliseconds} "
        f"pv {' '.join(show_line(line.position, line.line))}"
        for number, line in enumerate((found, *found.alternatives), 1)
    ]
