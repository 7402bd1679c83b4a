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
from counterplay.web.findings import findings, lost_share, nag_of
from counterplay.web.results import result_json, share
from counterplay.web.room import Room
from counterplay.web.state import FAILED, State
from counterplay.web.study import position_of

LOG = logging.getLogger(__name__)

FIRST_TURN, LONGEST_TURN = 1.0, 4.0
"""An analysis goes on until it is stopped. If others wait for one, they take turns. The first turn
lasts these seconds, each later one twice as long as the one before, up to the longest: everybody
soon sees something, and can still get deep."""
LONGEST_SECONDS = 24 * 3600.0
WAIT_SECONDS = 0.2
"""How often an analysis whose turn is over looks whether others wait."""
REVIEW = Limit(nodes=40_000)
"""The search of each position of a review: without a clock, so that it is always the same."""
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


def leads_to(room: Room, node: int, position: Position) -> bool:
    """Whether a node still has this position."""
    return node in room.tree.nodes and room.tree.moves_to(node) == position.moves


class Analysis:
    """The analysis task of one connection."""

    def __init__(self, state: State, send: Send) -> None:
        self.state, self.send = state, send
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def analyse(self, room: Room, node: int, lines: int) -> None:
        """Analyse the position at a node; send the best `lines` as the search goes deeper."""
        position = position_of(room, node)
        if position.is_over:
            raise InputError("the game is over here: there is nothing to analyse")
        self._start(lambda: self._analyse(room, node, position, lines))

    def review(self, room: Room) -> None:
        """Analyse every position of a game; send the evaluation and the best move of each."""
        self._start(lambda: self._review(room))

    def judge(self, room: Room, ply: int, move: str) -> None:
        """Judge another move at a ply of the game."""
        position = room.position_at(ply)
        after = position.play(move)
        self._start(lambda: self._judge(position, after))

    def draw(self, kind: str, draw: Draw) -> None:
        """Draw a search tree in another thread, and send it as a message of this type."""
        self._start(lambda: self._draw(kind, draw))

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

    async def _analyse(self, room: Room, node: int, position: Position, lines: int) -> None:
        """Search in turns with other analyses. The engine remembers what it found in its last turn,
        so it is soon as deep again; until then nothing is shown."""
        stop, deepest = self._stop, 0

        def show(result: Result, done: bool = False) -> None:
            nonlocal deepest
            if stop.is_set() or not leads_to(room, node, position):
                return
            if done or result.depth >= deepest:
                deepest = max(deepest, result.depth)
                room.shares[node] = share(result)
                self.send({"type": "analysis", "ply": node, "done": done, **result_json(result)})

        turn, was_interrupted = FIRST_TURN, True
        self.state.compile_engine(room.game)
        while was_interrupted:
            result, was_interrupted = await self._take_turn(position, lines, turn, show)
            turn = min(2 * turn, LONGEST_TURN)
        show(result, done=True)

    async def _take_turn(
        self, position: Position, lines: int, seconds: float, show: Callable[[Result], None]
    ) -> tuple[Result, bool]:
        """Search until the end, or after some seconds until others wait; whether they do."""
        loop, reported = asyncio.get_running_loop(), [0.0]
        begun, end = asyncio.Event(), threading.Event()

        def report(result: Result) -> None:  # called in the thread of the search
            now = time.monotonic()
            if now - reported[0] >= REPORT_INTERVAL:
                reported[0] = now
                loop.call_soon_threadsafe(show, result)
                loop.call_soon_threadsafe(begun.set)

        waiting = asyncio.create_task(self._make_way(begun, end, seconds))
        try:
            limit = Limit(time=LONGEST_SECONDS)
            result = await self.state.workers.analyse(position, limit, lines, end, report)
        finally:
            was_interrupted = waiting.done()
            waiting.cancel()
        return result, was_interrupted

    async def _make_way(self, begun: asyncio.Event, end: threading.Event, seconds: float) -> None:
        """End the turn of an analysis that began these seconds ago when others wait for one."""
        await begun.wait()
        await asyncio.sleep(seconds)
        while not self.state.workers.are_analyses_waiting:
            await asyncio.sleep(WAIT_SECONDS)
        end.set()

    async def _review(self, room: Room) -> None:
        end, stop = room.position, self._stop
        first = max(0, room.ply - MOST_REVIEWED)
        for ply in range(first, room.ply + 1):
            position = end.undo(len(end.moves) - ply)
            played = end.moves[ply] if ply < len(end.moves) else None
            row = await self._reviewed(room, position, played, stop)
            if row is not None and room.position.moves[:ply] == position.moves:
                room.shares[ply] = row["share"]
                self.send({"type": "reviewed", **{n: x for n, x in row.items() if n != "decision"}})
        rows = {ply: row for ply, row in room.reviewed.items() if ply >= first}
        found = findings(room.game.facts.names, room.written, rows)
        decisions = [row["decision"] for row in rows.values() if row["decision"]]
        self.send({"type": "reviewed", "done": True, "totals": totals(room, decisions), **found})

    async def _reviewed(
        self, room: Room, position: Position, played: int | None, stop: threading.Event
    ) -> dict[str, Any] | None:
        """The row of a review about a position, found once; None if chance is to move there."""
        ply = position.ply
        known = room.reviewed.get(ply)
        if known is not None and known["played"] == played:
            return known
        found = await self.state.evaluate(position, played, REVIEW, stop)
        if found is None or stop.is_set():
            return None
        decision = found.decision
        room.reviewed[ply] = row = {
            "ply": ply, "player": position.turn, "played": played, "share": found.share,
            "best": found.best_move, "verdict": found.verdict,
            "is_forced": len(position.legal_moves) < 2, "loss": decision and decision.loss,
            "lost": f"-{decision.loss:.3f}" if decision else "", "decision": decision,
        }  # fmt: skip
        return row

    async def _judge(self, position: Position, after: Position) -> None:
        """Say whether the move between two positions is good, compared with the best one."""
        stop, move = self._stop, after.moves[-1]
        best = await self.state.evaluate(position, move, REVIEW, stop)
        if best is None:
            raise InputError("chance is to move here: there is no move to judge")
        text = position.show_move(move)
        is_good = text == best.best_move
        if not is_good and best.decision is not None:
            is_good = nag_of(best.decision.loss, has_dice=True) is None
        elif not is_good:
            reached = await self.state.evaluate(after, None, REVIEW, stop)
            lost = None if reached is None else lost_share(position.turn, best.share, reached.share)
            is_good = lost is not None and nag_of(lost, has_dice=False) is None
        self.send({
            "type": "judged", "ply": position.ply, "move": text, "good": is_good,
            "best": best.best_move, "verdict": best.verdict,
        })  # fmt: skip

    async def _draw(self, kind: str, draw: Draw) -> None:
        stop = self._stop
        self.send({"type": kind, **await self.state.workers.draw(lambda: draw(stop), stop)})
