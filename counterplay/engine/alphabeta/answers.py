"""Translate what the kernel found into results: payoffs, outcomes, distances and moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import ModuleType

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Kind, Outcome, Result
from counterplay.engine.alphabeta.symmetry import OWN_FRAME, Frames, in_own_frame
from counterplay.engine.iterative_deepening import Iteration


@dataclass(frozen=True)
class Line:
    """A line of play: its value in score points, and its moves as the kernel saw them.

    `kind` is set only if the value is known to be a bound.
    """

    value: int
    moves: tuple[int, ...]
    frames: Frames = OWN_FRAME
    kind: Kind | None = None


Finding = tuple[Line, ...]
"""The best lines, best first."""


class Answers:
    """Reads the findings of one game from the kernel's context."""

    def __init__(self, game: Game, kernel: ModuleType, method: str, frames: Frames) -> None:
        self.game, self.kernel, self.method, self.frames = game, kernel, method, frames

    def start(self, position: Position, first: int) -> Finding:
        """The finding before any search: the first move, with the static evaluation."""
        most = self.kernel.EVALUATION_LIMIT
        evaluation = max(-most, min(most, self.game.evaluate(position.state)))
        return (Line(evaluation, (first,)),)

    def read(self, context: Context) -> Finding:
        """The best lines of a finished search."""
        ctx = context.record
        return tuple(
            Line(int(ctx.root_values[k]), self._moves(context, k), self.frames)
            for k in range(min(int(ctx.lines), int(ctx.root_count)))
        )

    def _moves(self, context: Context, k: int) -> tuple[int, ...]:
        ctx = context.record
        if ctx.best_lengths[k] == 0:
            return (int(ctx.root_moves[k]),)
        return tuple(int(move) for move in ctx.best_lines[k, : ctx.best_lengths[k]])

    def stopped(self, context: Context, last: Iteration[Finding]) -> Iteration[Finding]:
        """The finding of an iteration that was stopped.

        The best move of the previous depth was searched first, so the new line is not worse. But
        if every move searched so far loses, an unsearched one is better.
        """
        ctx = context.record
        if not ctx.improved:
            return last
        best = Line(int(ctx.root_values[0]), self._moves(context, 0), self.frames)
        if best.value < -self.kernel.PROVEN and ctx.root_tried < ctx.root_count:
            untried = int(ctx.root_moves[int(ctx.root_tried)])
            best = Line(last.value[0].value, (untried,))
        others = tuple(line for line in last.value if line.moves[0] != best.moves[0])
        lines = (best, *others)[: len(last.value)]
        return Iteration(last.depth, lines, False)

    def narrowed(self, context: Context, position: Position) -> Iteration[Finding]:
        """The finding of an exact search so far: the range that is still possible.

        A lower bound comes with a move that reaches it. A win or loss may be proven before its
        distance is known.
        """
        ctx, proven = context.record, self.kernel.PROVEN
        low, high = int(ctx.low), int(ctx.high)
        move = int(ctx.root_moves[0]) if ctx.improved else position.legal_moves[0]
        estimate = self.start(position, move)[0]
        floor, ceiling = -self.kernel.WIN, self.kernel.WIN
        if not self.game.facts.scored:
            floor, ceiling = -proven, proven  # beyond these only the distance is open
        if not ctx.is_open:
            line = estimate
        elif low >= high or low > proven:
            line = Line(low, (move,))
        elif high < -proven:
            line = Line(high, (move,))
        elif low > floor:
            line = Line(low, (move,), kind="lower")
        elif high < ceiling:
            line = Line(high, (move,), kind="upper")
        else:
            line = estimate
        return Iteration(0, (line,), low >= high and bool(ctx.is_open))

    def is_final(self, found: Iteration[Finding]) -> bool:
        """Whether a deeper search cannot find anything better: every line is proven."""
        distances = [self.distance(line.value) for line in found.value]
        return all(d is not None and d <= found.depth for d in distances)

    def distance(self, points: int) -> int | None:
        """The number of plies to a proven win or loss; None if nothing is proven."""
        facts = self.game.facts
        if facts.scored or abs(points) <= self.kernel.PROVEN:
            return None
        return facts.win_score - abs(points)

    def result(
        self,
        position: Position,
        found: Iteration[Finding],
        nodes: int,
        seconds: float,
    ) -> Result:
        """The result of the best line, with the other lines as its alternatives."""
        results = [self._line_result(position, line, found, nodes, seconds) for line in found.value]
        return replace(results[0], alternatives=tuple(results[1:]))

    def _line_result(
        self,
        position: Position,
        found: Line,
        iteration: Iteration[Finding],
        nodes: int,
        seconds: float,
    ) -> Result:
        facts, points = self.game.facts, found.value
        line = in_own_frame(position, found.moves, found.frames)
        distance = self.distance(points)
        kind: Kind = found.kind or "estimate"
        outcome: Outcome | None = None
        if distance is not None:
            points = facts.win_score if points > 0 else -facts.win_score
        if distance is not None or iteration.complete:
            kind = "exact"
            outcome = "win" if points > 0 else "loss" if points < 0 else "draw"
            if distance is None and ends(position, line):
                distance = len(line)
        mine, theirs = (tidy(sign * points / facts.unit + facts.even_share) for sign in (1, -1))
        return Result(
            position=position,
            move=line[0],
            value=mine,
            values=(mine, theirs) if position.turn == 0 else (theirs, mine),
            kind=kind,
            outcome=outcome,
            distance=distance,
            line=line,
            depth=iteration.depth,
            nodes=nodes,
            seconds=seconds,
            method=self.method,
        )


def ends(position: Position, line: tuple[int, ...]) -> bool:
    """Whether the game is over at the end of a line."""
    for move in line:
        position = position.play(move)
    return position.is_over
