"""What a UGI search does from `go` to `bestmove`."""

from __future__ import annotations

import dataclasses
import threading
import time

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.base import Engine
from counterplay.protocols.desk import NO_END, Desk, Wish, for_method, unused
from counterplay.protocols.go import Go
from counterplay.protocols.lines import Speaker
from counterplay.protocols.moves import show_line, show_move
from counterplay.protocols.scores import show_score
from counterplay.protocols.thinking import Thinking

NONE = "bestmove (none)"
SMALL = {"memory": "16", "threads": "1"}
"""What an engine is made with where there is no room for what was asked."""


class Search:
    """One `go`; `thinking` is the thread that it runs in."""

    def __init__(
        self,
        desk: Desk,
        position: Position | None,
        go: Go,
        wish: Wish,
        overhead: float,
        say: Speaker,
        ready: threading.Event,
        came: float,
    ) -> None:
        self._desk, self._position, self._go, self._wish = desk, position, go, wish
        self._overhead, self._say, self._ready, self._came = overhead, say, ready, came
        self._last: Result | None = None
        waits = go.infinite or self._limit(0.0) is None
        self.thinking = Thinking(self._find, say, waits=waits)

    def _find(self) -> str:
        """The answer, whatever happens."""
        if not self._ready.is_set():
            self._ready.wait()
            self._came = time.perf_counter()  # nobody's time runs while things are compiled
        position = self._position
        try:
            if position is None or not self._has_move(position):
                return NONE
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

    def _known(self, position: Position) -> Result | None:
        """What tables know of a position; tables that cannot be used stop nothing."""
        try:
            found = self._desk.known(position, self._wish)
        except CounterplayError as error:
            self._tell(f"{error}: without tables")
            self._wish = dataclasses.replace(self._wish, table="")
            return None
        if found is not None:
            self._show(found)
        return found

    def _searched(self, position: Position) -> Result:
        engine = self._engine()
        limit = self._limit(time.perf_counter() - self._came)
        if limit is None:
            limit = NO_END
        elif self._go.infinite:  # as if nothing were said about time
            limit = Limit(depth=limit.depth, nodes=limit.nodes or NO_END.nodes)
        kept, left_out = for_method(limit, engine.method)
        for sentence in (*unused(self._desk.game, self._wish), *filter(None, (left_out,))):
            self._tell(sentence)
        found = engine.search(position, kept, self.thinking.stopping, self._show)
        self._show(found)
        return found

    def _engine(self) -> Engine:
        """The engine as the options say; with less memory where there is not so much."""
        try:
            return self._desk.engine(self._wish)
        except CounterplayError as error:
            self._tell(f"{error}; with Hash 16 and one thread instead")
            less = Wish.of(self._wish.method, {**dict(self._wish.settings), **SMALL})
            return self._desk.engine(less)

    def _limit(self, spent: float) -> Limit | None:
        position = self._position
        player = 0 if position is None else max(position.turn, 0)
        return self._go.limit(player, spent, self._overhead)

    def _show(self, found: Result) -> None:
        """Say what was found, unless that has been said."""
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
    """One line of information for each line of play; a mate is counted in plies."""
    milliseconds = round(found.seconds * 1000)
    speed = round(found.nodes / max(found.seconds, 1e-3))
    return [
        f"info depth {max(found.depth, 1)} multipv {number} score {show_score(line, 1)} "
        f"nodes {found.nodes} nps {speed} time {milliseconds} "
        f"pv {' '.join(show_line(line.position, line.line))}"
        for number, line in enumerate((found, *found.alternatives), 1)
    ]
