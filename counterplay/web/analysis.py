"""Long work for one page: the analysis of a position, the review of a game, a search tree.

A page has one such task at a time. Starting another one stops the one before.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.review.decision import Decision
from counterplay.review.total import total_of
from counterplay.web.results import result_json, share
from counterplay.web.room import Room
from counterplay.web.state import FAILED, State

LOG = logging.getLogger(__name__)

ANALYSIS_SECONDS = 30.0
REVIEW_SECONDS = 0.15
"""Seconds for each position of a review."""
REPORT_INTERVAL = 0.1
"""Seconds between two results of an analysis."""
MOST_REVIEWED = 400
"""The most positions of a review: the last ones of a longer game."""

Send = Callable[[dict[str, Any]], None]
Task = Callable[[], Coroutine[Any, Any, None]]
Draw = Callable[[threading.Event], dict[str, Any]]


def totals(room: Room, decisions: Sequence[Decision]) -> list[dict[str, Any]]:
    """What each player lost in all decisions; nothing in games without dice."""
    if not decisions:
        return []
    sides = ((p, total_of(one for one in decisions if one.player == p)) for p in (0, 1))
    return [{"name": room.game.facts.names[p], **total.as_json()} for p, total in sides]


class Analysis:
    """The analysis task of one connection."""

    def __init__(self, state: State, send: Send) -> None:
        self.state, self.send = state, send
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def analyse(self, room: Room, ply: int, lines: int) -> None:
        """Analyse the position at a ply; send the best `lines` as the search goes deeper."""
        position = room.position_at(ply)
        if position.is_over:
            raise InputError("the game is over here: there is nothing to analyse")
        self._start(lambda: self._analyse(room, position, lines))

    def review(self, room: Room) -> None:
        """Analyse every position of a game; send the evaluation and the best move of each."""
        self._start(lambda: self._review(room))

    def trace(self, draw: Draw) -> None:
        """Draw a search tree in another thread, and send it."""
        self._start(lambda: self._trace(draw))

    def stop(self) -> None:
        """Stop the current task, if there is one."""
        self._stop.set()
        if self._task is not None:
            self._task.cancel()
        self._task, self._stop = None, threading.Event()

    def _start(self, task: Task) -> None:
        self.stop()
        self._task = asyncio.create_task(self._run(task))

    async def _run(self, task: Task) -> None:
        try:
            await task()
        except CounterplayError as error:
            self.send({"type": "error", "text": str(error)})
        except Exception:
            LOG.exception("an analysis failed")
            self.send({"type": "error", "text": FAILED})

    async def _analyse(self, room: Room, position: Position, lines: int) -> None:
        loop, reported, stop = asyncio.get_running_loop(), [0.0], self._stop
        ply = len(position.moves)

        def show(result: Result, done: bool = False) -> None:
            if stop.is_set() or room.position.moves[:ply] != position.moves:
                return
            room.shares[ply] = share(result)
            self.send({"type": "analysis", "ply": ply, "done": done, **result_json(result)})

        def report(result: Result) -> None:  # called in the thread of the search
            now = time.monotonic()
            if now - reported[0] >= REPORT_INTERVAL:
                reported[0] = now
                loop.call_soon_threadsafe(show, result)

        limit = Limit(time=ANALYSIS_SECONDS)
        with self.state.compile_notice(room.game, self.send):
            result = await self.state.workers.analyse(position, limit, lines, stop, report)
        show(result, done=True)

    async def _review(self, room: Room) -> None:
        end, limit, stop = room.position, Limit(time=REVIEW_SECONDS), self._stop
        decisions: list[Decision] = []
        for ply in range(max(0, room.ply - MOST_REVIEWED), room.ply + 1):
            position = end.undo(len(end.moves) - ply)
            played = end.moves[ply] if ply < len(end.moves) else None
            found = await self.state.evaluate(position, played, limit, stop)
            if found is not None and room.position.moves[:ply] == position.moves:
                room.shares[ply] = found.share
                decision = found.decision
                self.send({
                    "type": "reviewed", "ply": ply, "player": position.turn,
                    "share": found.share, "best": found.best_move, "verdict": found.verdict,
                    "loss": decision and decision.loss,
                    "lost": f"-{decision.loss:.3f}" if decision else "",
                })  # fmt: skip
                decisions += [decision] if decision else []
        self.send({"type": "reviewed", "done": True, "totals": totals(room, decisions)})

    async def _trace(self, draw: Draw) -> None:
        stop = self._stop
        self.send({"type": "tree", **await self.state.workers.draw(lambda: draw(stop), stop)})
