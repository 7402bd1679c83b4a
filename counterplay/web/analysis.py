"""What a page looks at beside its game: a position, a whole game, a tree; one thing at a time."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.web.rooms import Room
from counterplay.web.state import FAILED, State
from counterplay.web.words import found_json, share

LOG = logging.getLogger(__name__)

LOOK_SECONDS = 30.0
REVIEW_SECONDS = 0.15
"""For each position of a game that is looked through."""
OFTEN = 0.1
"""Seconds between two reports of an analysis."""
MOST_REVIEWED = 400

Tell = Callable[[dict[str, Any]], None]
Work = Callable[[], Coroutine[Any, Any, None]]
Draw = Callable[[threading.Event], dict[str, Any]]


class Looking:
    """What one page looks at; whatever it asks for next ends what it asked for before."""

    def __init__(self, state: State, tell: Tell) -> None:
        self.state, self.tell = state, tell
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def position(self, room: Room, ply: int, lines: int) -> None:
        """Analyse the position at a ply."""
        position = room.position.undo(room.ply - ply)
        if position.is_over:
            raise InputError("the game is over here: there is nothing to analyse")
        self._begin(lambda: self._analyse(room, position, lines))

    def game(self, room: Room) -> None:
        """Look through a whole game, ply by ply, for the graph and the moves that lost most."""
        self._begin(lambda: self._review(room))

    def tree(self, draw: Draw) -> None:
        """Draw a search."""
        self._begin(lambda: self._trace(draw))

    def end(self) -> None:
        """Nobody waits any more for what was asked for."""
        self._stop.set()
        if self._task is not None:
            self._task.cancel()
        self._task, self._stop = None, threading.Event()

    def _begin(self, work: Work) -> None:
        self.end()
        self._task = asyncio.create_task(self._do(work))

    async def _do(self, work: Work) -> None:
        try:
            await work()
        except CounterplayError as error:
            self.tell({"type": "error", "text": str(error)})
        except Exception:
            LOG.exception("a look failed")
            self.tell({"type": "error", "text": FAILED})

    async def _analyse(self, room: Room, position: Position, lines: int) -> None:
        loop, last, stop = asyncio.get_running_loop(), [0.0], self._stop
        ply = len(position.moves)

        def show(found: Result, done: bool = False) -> None:
            if stop.is_set() or room.position.moves[:ply] != position.moves:
                return
            room.shares[ply] = share(found)
            self.tell({"type": "analysis", "ply": ply, "done": done, **found_json(found)})

        def report(found: Result) -> None:
            now = time.monotonic()
            if now - last[0] >= OFTEN:
                last[0] = now
                loop.call_soon_threadsafe(show, found)

        limit = Limit(time=LOOK_SECONDS)
        with self.state.warning(room.game, self.tell):
            found = await self.state.thinkers.look(position, limit, lines, stop, report)
        show(found, done=True)

    async def _review(self, room: Room) -> None:
        end, limit, stop = room.position, Limit(time=REVIEW_SECONDS), self._stop
        for ply in range(max(0, room.ply - MOST_REVIEWED), room.ply + 1):
            position = end.undo(len(end.moves) - ply)
            known = await self.state.worth(position, limit, stop)
            if known is not None and room.position.moves[:ply] == position.moves:
                room.shares[ply] = known[0]
                self.tell({"type": "reviewed", "ply": ply, "share": known[0], "best": known[1],
                           "verdict": known[2], "player": position.turn})  # fmt: skip
        self.tell({"type": "reviewed", "done": True})

    async def _trace(self, draw: Draw) -> None:
        stop = self._stop
        self.tell({"type": "tree", **await self.state.thinkers.draw(lambda: draw(stop), stop)})
