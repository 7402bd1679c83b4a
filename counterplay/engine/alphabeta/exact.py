"""Exact search: solve a position to the end of the game, then follow its best line to the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from counterplay.core.compile.kernel import Context
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.alphabeta.answers import Answers, Finding, Line
from counterplay.engine.alphabeta.contexts import set_root
from counterplay.engine.iterative_deepening import Iteration, work_within

FOLLOW_NODES, FOLLOW_SHARE = 2_000_000, 10
"""The most nodes for one more move of an exact line: this number, or this part of the search."""


@dataclass(frozen=True)
class ExactSearch:
    """The exact search from one position. The root is set in the context already."""

    context: Context
    kernel: ModuleType
    answers: Answers
    position: Position

    def solve(
        self,
        limit: Limit,
        stop: threading.Event | None,
        report: Callable[[Iteration[Finding]], None] | None,
    ) -> Iteration[Finding]:
        """The exact values of the best lines. `report` is called with the range after each step."""
        ctx = self.context.record
        ctx.task = self.kernel.NARROW
        done: list[Line] = []

        def work() -> None:
            for k in range(min(int(ctx.lines), int(ctx.root_count))):
                ctx.solving, ctx.is_open, ctx.improved = k, 0, 0
                while not ctx.is_open or ctx.low < ctx.high:
                    self.context.call(self.kernel.run)
                    if ctx.aborted:
                        return
                    if k == 0 and report is not None:
                        report(self.answers.narrowed(self.context, self.position))
                done.append(self.answers.read(self.context)[k])

        work_within(self.context, limit, stop, work)
        if not done:
            return self.answers.narrowed(self.context, self.position)
        is_complete = int(ctx.horizon) == 0
        done[0] = self._followed(done[0], stop)
        return Iteration(len(done[0].moves), tuple(done), is_complete)

    def _followed(self, line: Line, stop: threading.Event | None) -> Line:
        """The line played to the end of the game: each move keeps the exact value.

        The transposition table knows most moves. If a move takes too many nodes, the line ends.
        """
        ctx, points, moves = self.context.record, line.value, [line.moves[0]]
        nodes, here = int(ctx.nodes), self.position.play(moves[0])
        most, mover = max(FOLLOW_NODES, nodes // FOLLOW_SHARE), self.position.turn
        while not here.is_over:
            if not here.game.facts.scored:
                points += (points > 0) - (points < 0)  # one ply nearer
            points = points if here.turn == mover else -points
            set_root(self.context, self.kernel, here)
            ctx.task, ctx.low = self.kernel.CONFIRM, points
            confirm = partial(self.context.call, self.kernel.run)
            work_within(self.context, Limit(nodes=most), stop, confirm)
            if ctx.aborted or not ctx.improved:
                break
            moves.append(int(ctx.root_moves[0]))
            mover, here = here.turn, here.play(moves[-1])
        ctx.nodes = nodes
        return Line(line.value, tuple(moves))
