"""Max^n from Python: for several players, payoffs of no constant total, and chance."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import NO_ACTION, Context
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result, outcome_of
from counterplay.engine.alphabeta.answers import ends
from counterplay.engine.alphabeta.engine import Report
from counterplay.engine.alphabeta.transposition import table_of
from counterplay.engine.iterative_deepening import Iteration, deepen
from counterplay.engine.settings import option

KERNEL = Path(__file__).with_name("kernel.py")

Vector = tuple[float, ...]


@dataclass(frozen=True)
class MaxNSettings:
    """Settings of max^n."""

    memory: int = option(64, "megabytes of transposition table", 1, 2**20)


@dataclass(frozen=True)
class Line:
    """A line of play, and what each player gets by it."""

    values: Vector
    moves: tuple[int, ...]


def unfit(game: Game) -> str | None:
    """Why max^n does not fit a game, in a sentence; None where it does."""
    facts = game.facts
    if facts.hidden:
        return f"{game.name} hides part of its state, and maxn needs to see all of it"
    if facts.repetition or facts.superko or facts.no_progress:
        return f"{game.name} has a rule about the way to a position, which maxn forgets"
    if facts.chance and "chance" not in game.functions:
        return f"{game.name} only samples its chance, and maxn needs chance(s, …)"
    speaks_for_one = game.evaluator is not None and "p" not in game.evaluator.asks_for
    if speaks_for_one and (facts.players != 2 or facts.total is None or facts.chance):
        return f"the evaluator of {game.name} speaks for the side to move: write evaluate(s, p, …)"
    return None


class MaxN:
    """A player of one game, in which everybody is after their own payoff."""

    method = "maxn"

    def __init__(self, game: Game, settings: MaxNSettings | None = None) -> None:
        self.game, self.settings = game, settings or MaxNSettings()
        self.kernel = bind(game, KERNEL)
        self.context = Context(game, self.kernel)
        self.table = table_of(self.settings.memory)
        self.context.keep("table", self.table)
        ctx = self.context.record
        ctx.table_words = len(self.table)
        ctx.table_shift = 65 - (len(self.table) // self.kernel.BUCKET_WORDS).bit_length()

    def new_game(self) -> None:
        """Forget what earlier searches found."""
        self.table[:] = 0

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
    ) -> Result:
        """Search ever deeper until the payoffs are exact, or a limit is reached."""
        ctx, facts, started = self.context.record, self.game.facts, time.perf_counter()
        ctx.nodes, ctx.aborted, ctx.root_first = 0, 0, -1
        ctx.fault = 0 if position.legal_moves else NO_ACTION
        self.context.complain()
        self.context.set_root(position.state)

        def tell(found: Iteration[Line]) -> Result:
            return self._result(position, found, time.perf_counter() - started)

        def is_final(found: Iteration[Line]) -> bool:
            if report is not None:
                report(tell(found))
            return False

        def stopped(last: Iteration[Line]) -> Iteration[Line]:
            return Iteration(last.depth, self._read(), False) if ctx.improved else last

        found = deepen(
            self.context,
            self.kernel.think,
            position,
            limit,
            stop,
            start=lambda: Line((facts.even_share,) * facts.players, (position.legal_moves[0],)),
            read=self._read,
            stopped=stopped,
            is_final=is_final,
        )
        return tell(found)

    def _read(self) -> Line:
        ctx = self.context.record
        moves = ctx.line[0, : ctx.line_length[0]].tolist()
        return Line(tuple(tidy(v) for v in ctx["values"][0]), tuple(moves))

    def _result(self, position: Position, found: Iteration[Line], seconds: float) -> Result:
        mover, line = position.turn, found.value
        # With chance the payoffs are means: how this one game will end is not known.
        is_known = found.complete and not self.game.facts.chance
        distance = len(line.moves) if is_known and ends(position, line.moves) else None
        return Result(
            position=position,
            move=line.moves[0],
            value=line.values[mover],
            values=line.values,
            kind="exact" if found.complete else "estimate",
            outcome=outcome_of(line.values, mover) if is_known else None,
            distance=distance,
            line=line.moves,
            depth=found.depth,
            nodes=int(self.context.record.nodes),
            seconds=seconds,
            method=self.method,
        )
