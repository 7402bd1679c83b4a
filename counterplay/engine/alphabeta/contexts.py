"""The contexts of alpha-beta: a record for each thread, filled from settings and a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, Context
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.engine.alphabeta.game_history import set_path
from counterplay.engine.alphabeta.kernel.switches import SELECTIVE
from counterplay.engine.alphabeta.numbers import NUMBERS, UNIT
from counterplay.engine.alphabeta.probcut.calibration import Calibration
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.alphabeta.transposition import Table, next_search
from counterplay.engine.evaluation_scale import bias_of, margin_of
from counterplay.engine.iterative_deepening import NO_LIMIT
from counterplay.engine.probes import ProbeTables

JITTER = (1 << 20) - 1
"""The range of the noise that helper threads add to the rank of a move."""

UNVISITED = -1
"""The player to move at a ply that the search has not reached."""

COPIED = (
    "beam",
    "rollouts",
    "lines",
    "order_depth",
    "symmetry_plies",
    "symmetry_remaining",
    "order_points",
)
"""Settings that the kernel reads under the same name."""

IN_KERNEL = tuple(NUMBERS.keys() - {"reduction_base", "reduction_slope"})
"""Numbers that the kernel reads under the same name, in UNIT-ths."""


@dataclass(frozen=True)
class Maker:
    """All that the contexts of one engine have in common."""

    game: Game
    kernel: ModuleType
    settings: Settings
    use: int
    table: Table
    calibration: Calibration | None
    endgames: ProbeTables | None

    def contexts(self) -> list[Context]:
        """A context for each thread."""
        return [self._context(number) for number in range(self.settings.threads)]

    def _context(self, number: int) -> Context:
        """The context of one thread. All but the first sort moves a little differently."""
        settings, context = self.settings, Context(self.game, self.kernel)
        ctx = context.record
        self.table.share(context)
        context.keep("evaluations", np.zeros(self.kernel.SLOTS, np.uint64))
        if self.calibration is not None:
            self.calibration.put(ctx, settings.probcut_deviations)
        ctx.margin = settings.margin or margin_of(self.game)
        ctx.bias = bias_of(self.game) if settings.bias and self.game.evaluator else 0
        ctx.random = settings.seed + number
        ctx.jitter = 0 if number == 0 else JITTER
        ctx.stagger = number % 2
        ctx.counters[:] = self.kernel.NO_MOVE
        if self.endgames is not None:
            context.keep("tablebase", self.endgames.directory)
            ctx.tablebase_count = len(self.endgames.directory)
        for name in COPIED:
            setattr(ctx, name, getattr(settings, name))
        set_exact(ctx, settings, self.use, settings.exact)
        for name in IN_KERNEL:
            setattr(ctx, name, round(UNIT * getattr(settings, name)))
        logs = np.log(np.arange(len(ctx.reductions)).clip(1))
        curve = np.outer(logs, logs) * settings.reduction_slope + settings.reduction_base
        ctx.reductions[:] = np.round(UNIT * curve)
        return context


def set_exact(ctx: Any, settings: Settings, use: int, is_exact: bool) -> None:
    """Search to the end of the game and prune nothing, or search to a depth.

    The depth of an exact search is the number of moves that remain in the game.
    """
    ctx.exact, ctx.use = is_exact, use & ~SELECTIVE if is_exact else use
    if is_exact:
        ctx.transposition_depth = settings.transposition_remaining
        ctx.enhanced_cutoff_depth = settings.enhanced_cutoff_remaining
        ctx.evaluation_order_depth = settings.evaluation_order_remaining
    else:
        ctx.transposition_depth = settings.transposition_depth
        ctx.enhanced_cutoff_depth = settings.enhanced_cutoff_depth
        ctx.evaluation_order_depth = settings.evaluation_order_depth


def set_root(
    context: Context,
    kernel: ModuleType,
    position: Position,
    among: Sequence[int] | None = None,
) -> None:
    """Make a position the root of the next search. With `among`, search only these moves."""
    ctx = context.record
    context.set_root(position.state)
    ctx.nodes, ctx.aborted, ctx.fault, ctx.improved, ctx.probes = 0, 0, 0, 0, 0
    ctx.node_limit = NO_LIMIT
    next_search(ctx)
    ctx.killers[:] = kernel.NO_MOVE
    moves = position.legal_moves if among is None else list(among)
    if not moves:
        ctx.fault = NO_ACTION
        context.complain()
    ctx.root_count = len(moves)
    ctx.root_moves[: len(moves)] = moves
    ctx.root_values[:] = 0
    ctx.best_lengths[:] = 0
    if kernel.HAS_PATH:
        set_path(ctx, position, kernel.LONGEST_PAST)


def forget(context: Context, kernel: ModuleType, seed: int) -> None:
    """Clear what move ordering has learned, and start the random numbers again."""
    ctx = context.record
    ctx.history[:], ctx.replies[:], ctx.counters[:] = 0, 0, kernel.NO_MOVE
    ctx.random = seed
