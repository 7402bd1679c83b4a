"""Alpha-beta from Python: a table of its own, and answers in payoffs and plies."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from counterplay.core.bind import bind
from counterplay.core.casts import tidy
from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.core.kernel import Context
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.core.results import Kind, Outcome, Result
from counterplay.search.deepen import Iteration, deepen

KERNEL = Path(__file__).parent / "kernels" / "alphabeta.py"
PAIR_BYTES = 32

Report = Callable[[Result], None]


class AlphaBeta:
    """A player of one game: the compiled search and its table, kept from move to move."""

    method = "alphabeta"

    def __init__(self, game: Game, memory: int = 64) -> None:
        self.game = game
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        self._allocate(memory)

    def _allocate(self, memory: int) -> None:
        """A table of at most `memory` megabytes: the largest power of two that fits."""
        if isinstance(memory, bool) or not isinstance(memory, int) or memory < 1:
            raise InputError(f"memory={memory!r} must be a whole number of megabytes, from 1 up")
        bits = (memory * 2**20 // PAIR_BYTES).bit_length() - 1
        try:
            table = np.zeros(PAIR_BYTES // 8 << bits, np.uint64)
        except (MemoryError, ValueError):
            raise InputError(f"memory={memory}: there is no room for that many megabytes") from None
        self.context.keep("table", table)
        self.context.record.table_words = len(table)
        self.context.record.table_shift = 64 - bits

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search ever deeper until value and distance are exact, or a limit is reached."""
        ctx, started = self.context.record, time.perf_counter()
        most = self.kernel.GUESS_LIMIT

        def is_final(found: Iteration[int]) -> bool:
            if report is not None:
                report(self._result(position, found, time.perf_counter() - started))
            distance = self._distance(found)
            return distance is not None and distance <= found.depth

        found = deepen(
            self.kernel,
            self.context,
            position,
            limit,
            stop,
            start=max(-most, min(most, self.game.evaluate(position.state))),
            read=lambda: int(ctx.value),
            stopped=self._stopped,
            is_final=is_final,
        )
        return self._result(position, found, time.perf_counter() - started)

    def _stopped(self, found: Iteration[int], line: tuple[int, ...], first: int) -> Iteration[int]:
        """What a stopped iteration leaves: the best move of the depth before was tried first, so
        its line is no worse; unless all moves tried so far lose, when an untried one is better.
        """
        ctx = self.context.record
        if ctx.value >= -self.kernel.PROVEN:
            return Iteration(found.depth, int(ctx.value), line, False)
        moves = ctx.moves[0].tolist()
        order = [first, *(i for i in range(len(moves)) if i != first)] if first >= 0 else None
        untried = order[ctx.root_tried] if order else ctx.root_tried
        return Iteration(found.depth, found.value, (moves[untried],), False)

    def _distance(self, found: Iteration[int]) -> int | None:
        """Plies to a proven win or loss."""
        facts = self.game.facts
        if facts.scored or abs(found.value) <= self.kernel.PROVEN:
            return None
        return facts.win_score - abs(found.value)

    def _result(self, position: Position, found: Iteration[int], seconds: float) -> Result:
        facts, distance, points = self.game.facts, self._distance(found), found.value
        kind: Kind = "estimate"
        outcome: Outcome | None = None
        if distance is not None:
            points = facts.win_score if points > 0 else -facts.win_score
        elif found.complete:
            distance = len(found.line)
        if distance is not None:
            kind = "exact"
            outcome = "win" if points > 0 else "loss" if points < 0 else "draw"
        mine, theirs = (tidy(sign * points / facts.unit + facts.even_share) for sign in (1, -1))
        return Result(
            position=position,
            move=found.line[0],
            value=mine,
            values=(mine, theirs) if position.player == 0 else (theirs, mine),
            kind=kind,
            outcome=outcome,
            distance=distance,
            line=found.line,
            depth=found.depth,
            nodes=int(self.context.record.nodes),
            seconds=seconds,
            method=self.method,
        )
