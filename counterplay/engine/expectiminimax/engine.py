"""Expectiminimax from Python: the engine of one game, which keeps its table from move to move."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt

from counterplay.core.bits.casts import tidy
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Answer, Outcome, Result
from counterplay.engine.alphabeta.engine import Progress, Report
from counterplay.engine.alphabeta.transposition import table_of
from counterplay.engine.expectiminimax.kernel.table import AGES, BUCKET_WORDS
from counterplay.engine.expectiminimax.settings import (
    Settings,
    bits_of,
    require_hooks,
    samples_of,
)
from counterplay.engine.fitness import (
    first_reason,
    needs_constant_total,
    needs_every_players_evaluation,
    needs_no_history,
    needs_two_players,
    needs_whole_state,
)
from counterplay.engine.iterative_deepening import (
    Deepening,
    Iteration,
    begin_search,
    search_deeper,
)

KERNEL = Path(__file__).parent / "kernel" / "search.py"
CERTAIN = 1e-12
"""A value this close to the best or worst payoff is that payoff."""


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A move and its value for the mover, measured from an even share."""

    move: int
    value: float


Finding = tuple[Candidate, ...]
"""The best moves, best first."""


def unfit(game: Game) -> str | None:
    """A sentence that says why expectiminimax does not fit a game; None if it does."""
    return first_reason(
        needs_whole_state(game, "expectiminimax"),
        needs_two_players(game, "expectiminimax"),
        needs_constant_total(game, "expectiminimax"),
        needs_no_history(game, "expectiminimax"),
        needs_every_players_evaluation(game),
    )


def make_context(
    game: Game,
    kernel: ModuleType,
    settings: Settings,
    table: npt.NDArray[np.uint64],
    thread: int = 0,
) -> Context:
    """The context of one thread of a kernel that contains the search."""
    context = Context(game, kernel)
    context.keep("table", table)
    ctx = context.record
    ctx.table_words = len(table)
    ctx.table_shift = 65 - (len(table) // BUCKET_WORDS).bit_length()
    ctx.thread, ctx.threads = thread, settings.threads
    ctx.use = bits_of(settings, game)
    ctx.beam, ctx.reply_beam, ctx.margin = settings.beam, settings.reply_beam, settings.margin
    ctx.seed = settings.seed
    ctx.samples = samples_of(settings, game)
    return context


class Expectiminimax:
    """An engine for one game of two players and chance: the compiled search and its table."""

    method = "expectiminimax"
    kernel_file = KERNEL

    def __init__(
        self,
        game: Game,
        settings: Settings | None = None,
        asked: frozenset[str] = frozenset(),
    ) -> None:
        self.game, self.settings = game, settings or Settings()
        require_hooks(self.settings, asked, game)
        self.kernel = bind(game, self.kernel_file)
        self.table = table_of(self.settings.memory)
        self.contexts = [
            make_context(game, self.kernel, self.settings, self.table, thread)
            for thread in range(self.settings.threads)
        ]
        self.context = self.contexts[0]

    @cached_property
    def reader(self) -> Context:
        """A context that reads the table. That of the search goes on with the next depth."""
        return make_context(self.game, self.kernel, self.settings, self.table, 0)

    def new_game(self) -> None:
        """Forget the results of earlier searches."""
        self.table[:] = 0

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
        among: Sequence[int] | None = None,
        lines: int | None = None,
    ) -> Result:
        """Search deeper and deeper until the value is exact or a limit is reached.

        `among` restricts the search to these moves. `lines` is the number of best moves to find;
        None takes it from the settings.
        """
        for context in self.contexts:
            ctx = context.record
            ctx.table_age = (int(ctx.table_age) + 1) % AGES
            ctx.lines = lines or self.settings.lines
            begin_search(context, position)
            ctx.node_limit = 2**62
            context.call(self.kernel.begin)
            context.complain()
            if among is not None:
                kept = [move for move in ctx.root_moves[: ctx.root_count].tolist() if move in among]
                ctx.root_moves[: len(kept)], ctx.root_count = kept, len(kept)
            ctx.nodes = 0
        search = DepthSearch(self, position)

        def result(found: Iteration[Finding], seconds: float) -> Result:
            return self._result(position, found, seconds)

        found = search_deeper(search, limit, stop, report, result)
        return dataclasses.replace(found, answers=self._answers(found))

    def halt(self) -> None:
        """Make the current search return at once. Another thread may call this."""
        self.context.record.node_limit = 0

    def progress(self) -> Progress:
        """What the current search, or the last one, has done so far."""
        nodes = sum(int(context.record.nodes) for context in self.contexts)
        return Progress(nodes, int(self.context.record.depth), 0, 0)

    def _result(self, position: Position, found: Iteration[Finding], seconds: float) -> Result:
        results = [self._one(position, one, found, seconds) for one in found.value]
        best = dataclasses.replace(results[0], line=self._line(position, found))
        return dataclasses.replace(best, alternatives=tuple(results[1:]))

    def _one(
        self, position: Position, one: Candidate, found: Iteration[Finding], seconds: float
    ) -> Result:
        facts = self.game.facts
        mine, theirs = (tidy(sign * one.value + facts.even_share) for sign in (1, -1))
        return Result(
            position=position,
            move=one.move,
            value=mine,
            values=(mine, theirs) if position.turn == 0 else (theirs, mine),
            kind="exact" if found.complete else "estimate",
            outcome=self._outcome(one.value) if found.complete else None,
            distance=None,
            line=(one.move,),
            depth=found.depth,
            nodes=sum(int(context.record.nodes) for context in self.contexts),
            seconds=seconds,
            method=self.method,
        )

    def _outcome(self, value: float) -> Outcome | None:
        """Win or loss if it is certain; with chance, the outcome of one game is not known."""
        span = self.game.facts.best - self.game.facts.even_share
        if abs(value) >= span - CERTAIN:
            return "win" if value > 0 else "loss"
        return None

    def _line(self, position: Position, found: Iteration[Finding]) -> tuple[int, ...]:
        """The best move and the moves after it, up to the next chance node."""
        moves = [found.value[0].move]
        after = position.play(moves[0])
        while len(moves) < found.depth and not after.is_over and after.turn != CHANCE:
            known = self._look(after, found.depth - len(moves))
            if known is None:
                break
            moves.append(known[0])
            after = after.play(known[0])
        return tuple(moves)

    def _answers(self, found: Result) -> tuple[Answer, ...]:
        """The best reply to each outcome of the roll that follows, as far as it is known."""
        if found.depth <= len(found.line):
            return ()
        after = found.position
        for move in found.line:
            after = after.play(move)
        if after.is_over or after.turn != CHANCE or "chance" not in self.game.functions:
            return ()
        ctx, reader = self.reader.record, self.reader
        reader.set_root(after.state)
        ctx.depth = found.depth - len(found.line)
        count = reader.call(self.kernel.look_after_outcomes)
        return tuple(
            Answer(
                int(ctx.moves[0, i]),
                float(ctx.probabilities[0, i]),
                int(ctx.replies[0, i]),
                self._value(1, ctx.least[0, i], ctx.most[0, i]),
            )
            for i in range(count)
            if ctx.replies[0, i] >= 0
        )

    def _look(self, position: Position, depth: int) -> tuple[int, float] | None:
        """The best move that the table has for a position, and its value for the mover."""
        ctx = self.reader.record
        self.reader.set_root(position.state)
        ctx.depth = depth
        if depth <= 0:
            return None
        self.reader.call(self.kernel.look)
        if ctx.root_moves[0] < 0:
            return None
        sign = 1 if position.turn == 0 else -1
        return int(ctx.root_moves[0]), self._value(sign, *ctx.root_values[:2])

    def _value(self, sign: int, low: float, high: float) -> float:
        """A value for the mover, from bounds of the first player's."""
        return tidy(sign * (float(low) + float(high)) / 2 + self.game.facts.even_share)


class DepthSearch(Deepening[Finding]):
    """The search of one position to a depth, for iterative deepening."""

    def __init__(self, engine: Expectiminimax, position: Position) -> None:
        super().__init__(engine.context, engine.kernel.think, position)
        self.engine = engine
        if len(engine.contexts) > 1:
            self.function = self._together

    def start(self) -> Finding:
        ctx, facts = self.context.record, self.position.game.facts
        evaluation = self.position.game.evaluate_for(self.position.state, self.position.turn)
        span = facts.best - facts.even_share
        value = max(-span, min(span, evaluation / facts.unit))
        return (Candidate(int(ctx.root_moves[0]), value),)

    def read(self) -> Finding:
        ctx = self.context.record
        n = min(int(ctx.lines), int(ctx.root_count))
        return tuple(Candidate(int(ctx.root_moves[k]), float(ctx.root_values[k])) for k in range(n))

    def stopped(self, last: Iteration[Finding]) -> Iteration[Finding]:
        if not self.context.record.improved:
            return last
        best = self.read()[0]
        others = tuple(one for one in last.value if one.move != best.move)
        return Iteration(last.depth, (best, *others)[: len(last.value)], False)

    def time_share(self, found: Iteration[Finding]) -> float:
        """The part of the move's time to use; a forced move needs none."""
        return 0.0 if self.context.record.root_count <= 1 else 1.0

    def _together(self, array: object) -> None:
        """Search one depth with all threads. The helpers only fill the table."""
        main, helpers = self.context.record, self.engine.contexts[1:]
        threads = []
        for context in helpers:
            ctx = context.record
            ctx.depth, ctx.node_limit, ctx.aborted = main.depth, main.node_limit, 0
            ctx.root_moves[:], ctx.root_values[:] = main.root_moves, main.root_values
            work = partial(context.attempt, self.engine.kernel.think)
            threads.append(threading.Thread(target=work, name="counterplay-helper", daemon=True))
        for thread in threads:
            thread.start()
        try:
            self.engine.kernel.think(array)
        finally:
            for context in helpers:
                context.record.node_limit = 0
            for thread in threads:
                thread.join()
        for context in helpers:
            context.raise_failure()
