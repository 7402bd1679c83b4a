"""Alpha-beta from Python: the engine of one game, which keeps its table from move to move."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from counterplay.core.compile.bind import bind
from counterplay.core.compile.rules import plies
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.answers import Answers, Finding
from counterplay.engine.alphabeta.contexts import UNVISITED, Maker, forget, set_exact, set_root
from counterplay.engine.alphabeta.exact import ExactSearch
from counterplay.engine.alphabeta.kernel.switches import PROBCUT, SELECTIVE, SYMMETRY
from counterplay.engine.alphabeta.parallel import Helpers
from counterplay.engine.alphabeta.probcut.calibration import Calibration, calibration_for
from counterplay.engine.alphabeta.settings import Settings, bits_of, require_hooks
from counterplay.engine.alphabeta.symmetry import OWN_FRAME, Frames
from counterplay.engine.alphabeta.time_management import TimeManager
from counterplay.engine.alphabeta.transposition import Table
from counterplay.engine.alphabeta.tuned import with_tuned
from counterplay.engine.fitness import (
    first_reason,
    needs_constant_total,
    needs_no_chance,
    needs_two_players,
    needs_whole_state,
)
from counterplay.engine.iterative_deepening import NO_LIMIT, Deepening, Iteration, deepen
from counterplay.engine.probes import ProbeTables

KERNEL = Path(__file__).parent / "kernel" / "search.py"

SOLVE_FACTOR = 4
"""Solve the rest of the game once that takes at most this many times the nodes searched so far."""

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
    """A sentence that says why alpha-beta does not fit a game; None if it does."""
    return first_reason(
        needs_whole_state(game, "alphabeta"),
        needs_two_players(game, "alphabeta"),
        needs_constant_total(game, "alphabeta"),
        needs_no_chance(game, "alphabeta"),
    )


class AlphaBeta:
    """An engine for one game: the compiled search and its transposition table."""

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
        self.settings = with_tuned(settings or Settings(), asked, game)
        require_hooks(self.settings, asked, game)
        self.kernel = bind(game, self.kernel_file)
        self.use = bits_of(self.settings, game)
        self.calibration = self._calibration(asked)
        if self.calibration is None:
            self.use &= ~PROBCUT
        self.table = Table(self.settings.memory, sharers=self.settings.threads)
        self.contexts = Maker(
            game, self.kernel, self.settings, self.use, self.table, self.calibration, endgames
        ).contexts()
        self.context = self.contexts[0]
        self.helpers = Helpers(self.contexts, self.kernel)
        self.answers = Answers(game, self.kernel, self.method, self._frames())

    def _calibration(self, asked: frozenset[str]) -> Calibration | None:
        if not self.use & PROBCUT:
            return None
        is_asked = bool(asked & {"probcut", "probcut_deviations"})
        return calibration_for(self.game, self.settings.calibration, is_asked)

    def _frames(self) -> Frames:
        """The plies at which the kernel continues from canonical states."""
        if not (self.kernel.USES_SYMMETRY and self.use & SYMMETRY):
            return OWN_FRAME
        return Frames(self.settings.symmetry_plies, self.settings.symmetry_remaining)

    def new_game(self) -> None:
        """Forget the results of earlier searches."""
        self.table.clear(self.contexts)
        for context in self.contexts:
            forget(context, self.kernel, self.settings.seed)

    def search(
        self,
        position: Position,
        limit: Limit,
        stop: threading.Event | None = None,
        report: Report | None = None,
        among: Sequence[int] | None = None,
        lines: int | None = None,
    ) -> Result:
        """Search deeper and deeper until the answer is exact or a limit is reached.

        `among` restricts the search to these root moves. `lines` is the number of best lines to
        find; None takes it from the settings. `report` is called with the answer of each depth.
        """
        started = time.perf_counter()
        for context in self.contexts:
            context.record.lines = lines or self.settings.lines
            context.record.mover[:] = UNVISITED
            set_exact(context.record, self.settings, self.use, self.settings.exact)
            set_root(context, self.kernel, position, among)

        def tell(found: Iteration[Finding]) -> None:
            if report is not None:
                report(self._result(position, found, time.perf_counter() - started))

        deepest = min(limit.depth or NO_LIMIT, plies(self.game))
        with self.helpers.searching(self.settings.exact, deepest):
            if self.settings.exact:
                solver = ExactSearch(self.context, self.kernel, self.answers, position)
                found = solver.solve(limit, stop, tell)
            else:
                found = deepen(DepthSearch(self, position, limit), limit, stop, tell)
        return self._result(position, found, time.perf_counter() - started)

    def _result(self, position: Position, found: Iteration[Finding], seconds: float) -> Result:
        records = [context.record for context in self.contexts]
        nodes = sum(int(ctx.nodes) for ctx in records)
        result = self.answers.result(position, found, nodes, seconds)
        used_tables = any(ctx.probes for ctx in records)
        return dataclasses.replace(result, source="search and table") if used_tables else result

    def halt(self) -> None:
        """Make the current search return at once. Another thread may call this."""
        self.context.record.node_limit = 0

    def progress(self) -> Progress:
        """What the current search, or the last one, has done so far."""
        records = [context.record for context in self.contexts]
        return Progress(
            nodes=sum(int(ctx.nodes) for ctx in records),
            deepest=max(int((ctx.mover != UNVISITED).sum()) for ctx in records),
            table_hits=sum(int(ctx.probes) for ctx in records),
            fullness=self.table.fullness(int(self.context.record.table_age)),
        )


def remaining_of(engine: AlphaBeta, position: Position, limit: Limit) -> int | None:
    """The moves that remain in the game; None if unknown, or more than the depth limit."""
    game = engine.game
    if "remaining" not in game.functions or game.evaluator is None:
        return None
    remaining = int(game.ask("remaining", position.state))
    return remaining if remaining <= (limit.depth or NO_LIMIT) else None


class DepthSearch(Deepening[Finding]):
    """The search of one position to a depth, for iterative deepening."""

    def __init__(self, engine: AlphaBeta, position: Position, limit: Limit) -> None:
        super().__init__(engine.context, engine.kernel.run, position)
        self.kernel, self.answers, self.use = engine.kernel, engine.answers, engine.use
        self.settings, self.helpers = engine.settings, engine.helpers
        ctx = self.context.record
        ctx.task = self.kernel.THINK
        self.last_depth = plies(engine.game)
        self.remaining = remaining_of(engine, position, limit)
        self.first, self.time = int(ctx.root_moves[0]), TimeManager(int(ctx.margin))

    def start(self) -> Finding:
        return self.answers.start(self.position, self.first)

    def read(self) -> Finding:
        return self.answers.read(self.context)

    def stopped(self, last: Iteration[Finding]) -> Iteration[Finding]:
        return self.answers.stopped(self.context, last)

    def is_final(self, found: Iteration[Finding]) -> bool:
        return self.answers.is_final(found)

    def prepare(self, depth: int) -> None:
        """At the depth of the longest game, prune nothing: the answer is then exact.

        The same as soon as a search to the end of the game takes not many times the nodes so far.
        """
        ctx = self.context.record
        if depth == self.last_depth:
            ctx.use = self.use & ~SELECTIVE
            ctx.depth = self.kernel.COMPLETE - 1  # accept only complete entries from the table
        elif self._is_near_end() and not ctx.exact:
            set_exact(ctx, self.settings, self.use, True)
            self.helpers.follow(lambda other: set_exact(other, self.settings, self.use, True))

    def _is_near_end(self) -> bool:
        """Whether the rest of the game is likely to be solved in a few times the nodes so far."""
        if self.remaining is None:
            return False
        expected = self.settings.endgame_branching**self.remaining
        return expected <= SOLVE_FACTOR * int(self.context.record.nodes)

    def time_share(self, found: Iteration[Finding]) -> float:
        """The part of the move's time to use; a forced move needs none."""
        if self.context.record.root_count <= 1:
            return 0.0
        return self.time.share(found.value[0])
