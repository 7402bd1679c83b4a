"""Alpha-beta from Python: a table, threads that share it, and answers in payoffs and plies."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import NO_ACTION, Context
from counterplay.core.compile.rules import plies
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.answers import Answers, Finding, Line
from counterplay.engine.alphabeta.game_history import set_path
from counterplay.engine.alphabeta.kernel.parallel import BUSY_WORDS
from counterplay.engine.alphabeta.kernel.switches import PROBCUT, SELECTIVE, SYMMETRY
from counterplay.engine.alphabeta.probcut.calibration import calibration_for
from counterplay.engine.alphabeta.settings import Settings, bits_of, require_hooks
from counterplay.engine.alphabeta.symmetry import OWN_FRAME, Frames
from counterplay.engine.alphabeta.time_management import Doubt
from counterplay.engine.alphabeta.transposition import Table, next_search
from counterplay.engine.evaluation_scale import bias_of, margin_of
from counterplay.engine.iterative_deepening import NO_LIMIT, Iteration, deepen, work_within
from counterplay.engine.probes import ProbeTables

KERNEL = Path(__file__).parent / "kernel" / "search.py"

FOLLOW_NODES, FOLLOW_SHARE = 2_000_000, 10
"""What one more move of an exact line may cost: so many nodes, or that share of the search."""

UNVISITED = -1
"""The player to move at a ply that the search has not reached."""

Report = Callable[[Result], None]


@dataclasses.dataclass(frozen=True)
class Progress:
    """What a search has done so far.

    nodes        states visited
    deepest      the most plies from the root
    table_hits   states that endgame tables answered
    fullness     how much of the transposition table this search fills, in thousandths
    """

    nodes: int
    deepest: int
    table_hits: int
    fullness: int


def unfit(game: Game) -> str | None:
    """Why alpha-beta does not fit a game, in a sentence; None where it does."""
    facts = game.facts
    if facts.hidden:
        return f"{game.name} hides part of its state, and alphabeta needs to see all of it"
    if facts.players != 2:
        return f"{game.name} is for {facts.players} players, alphabeta for two: use maxn"
    if facts.total is None:
        return f"{game.name} has no constant total of payoffs, as alphabeta needs: use maxn"
    if facts.chance:
        return f"{game.name} has chance in it, alphabeta cannot have: use maxn"
    return None


class AlphaBeta:
    """A player of one game: the compiled search and its table, kept from move to move."""

    method = "alphabeta"
    kernel_file = KERNEL

    def __init__(
        self,
        game: Game,
        settings: Settings | None = None,
        asked: frozenset[str] = frozenset(),
        endgames: ProbeTables | None = None,
    ) -> None:
        self.game, self.endgames = game, endgames
        self.settings = settings or Settings()
        require_hooks(self.settings, asked, game)
        self.kernel = bind(game, self.kernel_file)
        self.use = bits_of(self.settings, game)
        self.calibration = None
        if self.use & PROBCUT:
            is_asked = bool(asked & {"probcut", "cut_deviations"})
            self.calibration = calibration_for(game, self.settings.calibration, is_asked)
        if self.calibration is None:
            self.use &= ~PROBCUT
        self.table = Table(self.settings.memory, sharers=self.settings.threads)
        self.contexts = [self._context(i) for i in range(self.settings.threads)]
        self.context = self.contexts[0]
        self.notes = np.zeros(BUSY_WORDS, np.uint64)
        if len(self.contexts) > 1:
            for context in self.contexts:
                context.keep("busy", self.notes)
        self.answers = Answers(game, self.kernel, self.method, self._frames())

    def new_game(self) -> None:
        """Forget what earlier searches found."""
        self.table.clear(self.contexts)
        for context in self.contexts:
            ctx = context.record
            ctx.history[:], ctx.replies[:], ctx.counters[:] = 0, 0, self.kernel.NO_MOVE
            ctx.random = self.settings.seed

    def _context(self, number: int) -> Context:
        """The record of one thread; all have one table, and all but the first stray a little."""
        settings, context = self.settings, Context(self.game, self.kernel)
        ctx = context.record
        self.table.share(context)
        ctx.use = self.use
        if self.calibration is not None:
            self.calibration.put(ctx, settings.cut_deviations)
        ctx.margin = settings.margin or margin_of(self.game)
        ctx.bias = bias_of(self.game) if settings.bias and self.game.evaluator else 0
        ctx.exact, ctx.random = settings.exact, settings.seed + number
        ctx.jitter = 0 if number == 0 else (1 << 20) - 1
        ctx.stagger = number % 2
        ctx.counters[:] = self.kernel.NO_MOVE
        if self.endgames is not None:
            context.keep("book", self.endgames.directory)
            ctx.book_count = len(self.endgames.directory)
        for name in (
            "beam", "rollouts", "lines", "order_depth", "symmetry_plies", "symmetry_left",
        ):  # fmt: skip
            setattr(ctx, name, getattr(settings, name))
        # The depth of an exact search is what is left of the game.
        if settings.exact:
            ctx.table_depth, ctx.table_cut_depth = settings.table_left, settings.table_cut_left
        else:
            ctx.table_depth, ctx.table_cut_depth = settings.table_depth, settings.table_cut_depth
        size = len(ctx.reductions)
        logs = np.log(np.arange(size).clip(1))
        ctx.reductions[:] = np.outer(logs, logs) / 2.0 + 0.3
        return context

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
        among: Sequence[int] | None = None,
        lines: int | None = None,
    ) -> Result:
        """Search ever deeper until value and distance are exact, or a limit is reached.

        With `among`, only these root moves are searched. `lines` best lines are found; those of
        the settings if it is None.
        """
        started = time.perf_counter()
        for context in self.contexts:
            context.record.lines = lines or self.settings.lines
            context.record.mover[:] = UNVISITED
            self._set_root(context, position, among)

        def tell(found: Iteration[Finding]) -> Result:
            nodes = sum(int(context.record.nodes) for context in self.contexts)
            seconds = time.perf_counter() - started
            result = self.answers.result(position, found, nodes, seconds)
            used = any(context.record.probes for context in self.contexts)
            return dataclasses.replace(result, source="search and table") if used else result

        def is_final(found: Iteration[Finding]) -> bool:
            if report is not None:
                report(tell(found))
            return self.answers.is_final(found)

        self.notes[:] = 0
        helpers = self._start_helpers(limit)
        try:
            if self.settings.exact:
                found = self._solve(position, limit, stop, is_final)
            else:
                found = self._deepen(position, limit, stop, is_final)
        finally:
            self._stop_helpers(helpers)
        return tell(found)

    def halt(self) -> None:
        """Make the search under way return at once. Another thread may call this."""
        self.context.record.node_limit = 0

    def progress(self) -> Progress:
        """What the search under way, or the last one, has done so far."""
        records = [context.record for context in self.contexts]
        return Progress(
            nodes=sum(int(ctx.nodes) for ctx in records),
            deepest=max(int((ctx.mover != UNVISITED).sum()) for ctx in records),
            table_hits=sum(int(ctx.probes) for ctx in records),
            fullness=self.table.fullness(int(self.context.record.table_age)),
        )

    def _deepen(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None,
        is_final: Callable[[Iteration[Finding]], bool],
    ) -> Iteration[Finding]:
        ctx, last = self.context.record, plies(self.game)
        ctx.task, ctx.use = self.kernel.THINK, self.use
        first, doubt = int(ctx.root_moves[0]), Doubt(int(ctx.margin))

        def prepare(depth: int) -> None:
            if depth == last:  # so deep that the whole game is seen: now leave nothing out
                ctx.use = self.use & ~SELECTIVE
                ctx.depth = self.kernel.COMPLETE - 1  # and take nothing that did from the table

        def part(found: Iteration[Finding]) -> float:
            """Of the move's time; one that is forced needs none."""
            return doubt.part(found.value[0]) if ctx.root_count > 1 else 0.0

        return deepen(
            self.context,
            self.kernel.run,
            position,
            limit,
            stop,
            start=lambda: self.answers.start(position, first),
            read=lambda: self.answers.read(self.context),
            stopped=lambda last: self.answers.stopped(self.context, last),
            is_final=is_final,
            prepare=prepare,
            part=part,
        )

    def _solve(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None,
        tell: Callable[[Iteration[Finding]], bool],
    ) -> Iteration[Finding]:
        """An exact search: windows that close in on the value, and then its line to the end."""
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
                    if k == 0:
                        tell(self.answers.narrowed(self.context, position))
                done.append(self.answers.read(self.context)[k])

        work_within(self.context, limit, stop, work)
        if not done:
            return self.answers.narrowed(self.context, position)
        is_complete = int(ctx.horizon) == 0
        done[0] = self._followed(position, done[0], stop)
        return Iteration(len(done[0].moves), tuple(done), is_complete)

    def _followed(self, position: Position, line: Line, stop: threading.Event | None) -> Line:
        """An exact line to the end: at each state a move that keeps what was found.

        The table knows most of it already; where it does not, the line may end early.
        """
        ctx, points, moves = self.context.record, line.value, [line.moves[0]]
        nodes, where = int(ctx.nodes), position.play(moves[0])
        most, mover = max(FOLLOW_NODES, nodes // FOLLOW_SHARE), position.turn
        while not where.is_over:
            if not self.game.facts.scored:
                points += (points > 0) - (points < 0)  # one ply nearer
            points = points if where.turn == mover else -points
            self._set_root(self.context, where)
            ctx.task, ctx.low = self.kernel.CONFIRM, points
            confirm = partial(self.context.call, self.kernel.run)
            work_within(self.context, Limit(nodes=most), stop, confirm)
            if ctx.aborted or not ctx.improved:
                break
            moves.append(int(ctx.root_moves[0]))
            mover, where = where.turn, where.play(moves[-1])
        ctx.nodes = nodes
        return Line(line.value, tuple(moves))

    def _set_root(
        self, context: Context, position: Position, among: Sequence[int] | None = None
    ) -> None:
        ctx = context.record
        context.set_root(position.state)
        ctx.nodes, ctx.aborted, ctx.fault, ctx.improved, ctx.probes = 0, 0, 0, 0, 0
        ctx.node_limit = NO_LIMIT
        next_search(ctx)
        ctx.history[:] >>= 3
        ctx.replies[:] >>= 3
        ctx.killers[:] = self.kernel.NO_MOVE
        moves = position.legal_moves if among is None else list(among)
        if not moves:
            ctx.fault = NO_ACTION
            context.complain()
        ctx.root_count = len(moves)
        ctx.root_moves[: len(moves)] = moves
        ctx.root_values[:] = 0
        ctx.best_lengths[:] = 0
        if self.kernel.HAS_PATH:
            set_path(ctx, position, self.kernel.LONGEST_PAST)

    def _frames(self) -> Frames:
        """Which states of a line are canonical ones."""
        if not (self.kernel.CAN_MIRROR and self.use & SYMMETRY):
            return OWN_FRAME
        return Frames(self.settings.symmetry_plies, self.settings.symmetry_left)

    def _start_helpers(self, limit: Limit) -> list[threading.Thread]:
        """The other threads search too, for what they leave in the table: at most a ply deeper."""
        threads = []
        for context in self.contexts[1:]:
            task = self.kernel.SOLVE if self.settings.exact else self.kernel.THINK_ON
            context.record.task = task
            context.record.deepest = min(limit.depth or NO_LIMIT, plies(self.game))
            work = partial(context.call, self.kernel.run)
            threads.append(threading.Thread(target=work, name="counterplay-helper", daemon=True))
            threads[-1].start()
        return threads

    def _stop_helpers(self, threads: list[threading.Thread]) -> None:
        for context in self.contexts[1:]:
            context.record.node_limit = 0
        for thread in threads:
            thread.join()
