"""Max^n from Python: for several players, payoffs of no constant total, and chance."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from counterplay.core.bind import bind
from counterplay.core.casts import tidy
from counterplay.core.game import Game
from counterplay.core.kernel import Context
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.core.results import Outcome, Result
from counterplay.search.alphabeta import Report
from counterplay.search.deepen import Iteration, deepen

KERNEL = Path(__file__).parent / "kernels" / "maxn.py"

Vector = tuple[float, ...]


class MaxN:
    """A player of one game, in which everybody is after their own payoff."""

    method = "maxn"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search ever deeper until the payoffs are exact, or a limit is reached."""
        ctx, facts, started = self.context.record, self.game.facts, time.perf_counter()

        def read() -> Vector:
            return tuple(tidy(v) for v in ctx["values"][0])

        def is_final(found: Iteration[Vector]) -> bool:
            if report is not None:
                report(self._result(position, found, time.perf_counter() - started))
            return False

        found = deepen(
            self.kernel,
            self.context,
            position,
            limit,
            stop,
            start=(facts.even_share,) * facts.players,
            read=read,
            stopped=lambda found, line, first: Iteration(found.depth, read(), line, False),
            is_final=is_final,
        )
        return self._result(position, found, time.perf_counter() - started)

    def _result(self, position: Position, found: Iteration[Vector], seconds: float) -> Result:
        mover = position.player
        # With chance the payoffs are means: how this one game will end is not known.
        is_known = found.complete and not self.game.facts.chance
        return Result(
            position=position,
            move=found.line[0],
            value=found.value[mover],
            values=found.value,
            kind="exact" if found.complete else "estimate",
            outcome=_outcome(found.value, mover) if is_known else None,
            distance=len(found.line) if is_known else None,
            line=found.line,
            depth=found.depth,
            nodes=int(self.context.record.nodes),
            seconds=seconds,
            method=self.method,
        )


def _outcome(values: Vector, mover: int) -> Outcome:
    """Win: more than anybody else; draw: as much as the best of the others; loss: less."""
    others = max((v for p, v in enumerate(values) if p != mover), default=0)
    mine = values[mover]
    return "win" if mine > others else "draw" if mine == others else "loss"
