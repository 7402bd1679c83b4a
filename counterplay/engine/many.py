"""Search many positions in one call. The loop over the positions is native code."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import CounterplayError, InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position, as_position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.answers import Finding, Line
from counterplay.engine.alphabeta.engine import AlphaBeta
from counterplay.engine.base import make_engine, require_alphabeta, require_move
from counterplay.engine.iterative_deepening import NO_LIMIT, Iteration
from counterplay.engine.watchdog import watch

Found = dict[int, tuple[Iteration[Finding], int, float]]
"""By the number of a position: its iteration, nodes and seconds."""


def search_many(
    game: Game,
    /,
    positions: Iterable[Position | str],
    *,
    depth: int | None = None,
    stop: threading.Event | None = None,
    **settings: Any,
) -> list[Result]:
    """Search every position to `depth`, or to the end of the game with `exact=True`.

    One engine with one transposition table searches all positions; several threads divide them.
    A result's line is the best move only, and its `seconds` is an equal share of its batch.
    """
    require_alphabeta(game, "search_many")
    player = make_engine(game, "alphabeta", **settings)
    assert isinstance(player, AlphaBeta)
    if depth is None and not player.settings.exact:
        raise InputError("search_many needs depth=… or exact=True")
    if game.facts.repetition or game.facts.superko or game.facts.no_progress:
        raise UnfitError(f"{game.name} has rules about the history of a game: use search")
    player.new_game()  # touch the pages of a fresh table before the clock runs
    limit = Limit(depth=depth)
    places = [as_position(game, position) for position in positions]
    for where in places:
        require_move(where)
    step = len(player.contexts)

    def work(number: int) -> None:
        mine = range(number, len(places), step)
        try:
            _run(player, player.contexts[number], places, mine, limit, found)
        except CounterplayError as error:
            failures.append(error)
            halt()

    found: Found = {}
    failures: list[CounterplayError] = []
    threads = [
        threading.Thread(target=work, args=(i,), name="counterplay-batch", daemon=True)
        for i in range(1, step)
    ]

    def whole() -> None:
        for thread in threads:
            thread.start()
        work(0)
        for thread in threads:
            thread.join()

    def halt() -> None:
        for context in player.contexts:
            context.record.node_limit = 0

    watch(whole, halt, None, stop)
    if failures:
        raise failures[0]
    for context in player.contexts:
        context.complain()
    return [player.answers.result(where, *found[i]) for i, where in enumerate(places) if i in found]


def _run(
    player: AlphaBeta,
    context: Context,
    places: Sequence[Position],
    mine: Sequence[int],
    limit: Limit,
    found: Found,
) -> None:
    """Search the positions of one thread, batch by batch."""
    ctx, kernel = context.record, player.kernel
    ctx.nodes, ctx.aborted, ctx.fault, ctx.node_limit = 0, 0, 0, NO_LIMIT
    ctx.task, ctx.lines = kernel.BATCH, 1
    ctx.busy = 0  # each thread has positions of its own
    for first in range(0, len(mine), kernel.BATCH_SIZE):
        batch = mine[first : first + kernel.BATCH_SIZE]
        for i, number in enumerate(batch):
            context.array["batch_roots"][0, i] = player.game.shape.encode(places[number].state)
        ctx.batch_count = len(batch)
        ctx.depth = limit.depth or 0
        started = time.perf_counter()
        context.call(kernel.run)
        share = (time.perf_counter() - started) / len(batch)
        if ctx.aborted:
            return
        for i, number in enumerate(batch):
            line = Line(int(ctx.batch_values[i]), (int(ctx.batch_moves[i]),))
            complete = int(ctx.batch_horizons[i]) == 0
            lines: Finding = (line,)
            iteration = Iteration(int(ctx.batch_depths[i]), lines, complete)
            found[number] = iteration, int(ctx.batch_nodes[i]), share
