"""Iterative deepening: search one ply deeper each time, until the answer is final or time is up.

It serves every kernel whose context has `depth`, `nodes`, `node_limit`, `aborted`, `fault`,
`horizon`, `root_first`, `line` and `line_length`, and whose entry is `think`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Generic, TypeVar

from counterplay.core.kernel import NO_ACTION, Context
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.core.rules import plies
from counterplay.search.watch import watch

NO_LIMIT = 2**62
Value = TypeVar("Value")


@dataclass(frozen=True)
class Iteration(Generic[Value]):
    """What is known after a search to one depth; `complete` if nothing was cut off there."""

    depth: int
    value: Value
    line: tuple[int, ...]
    complete: bool


def deepen(
    kernel: ModuleType,
    context: Context,
    position: Position,
    limit: Limit,
    stop: threading.Event | None,
    start: Value,
    read: Callable[[], Value],
    stopped: Callable[[Iteration[Value], tuple[int, ...], int], Iteration[Value]],
    is_final: Callable[[Iteration[Value]], bool],
) -> Iteration[Value]:
    """The last iteration within the limits, with what a stopped one still found.

    `start` is the value before any search, `read` takes one from the context. `stopped` says
    what to make of an iteration that was stopped after its first moves: given the last finished
    one, the line found so far, and the place of the move it tried first. `is_final` is told of
    each finished iteration and says whether it is the last.
    """
    ctx, game = context.record, position.game
    context.set_root(position.state)
    ctx.nodes, ctx.aborted, ctx.fault, ctx.root_first = 0, 0, 0, -1
    ctx.node_limit = limit.nodes or NO_LIMIT
    deepest = min(limit.depth or NO_LIMIT, plies(game))
    moves = position.actions
    if not moves:
        ctx.fault = NO_ACTION
        context.complain()
    found = Iteration(0, start, (moves[0],), False)

    def work() -> None:
        nonlocal found
        for depth in range(1, deepest + 1):
            ctx.depth, first = depth, int(ctx.root_first)
            context.call(kernel.think)
            line = tuple(int(move) for move in ctx.line[0, : ctx.line_length[0]])
            if ctx.aborted:
                if line and not ctx.fault:
                    found = stopped(found, line, first)
                return
            found = Iteration(depth, read(), line, int(ctx.horizon) == 0)
            if is_final(found) or found.complete:
                return

    def halt() -> None:
        ctx.node_limit = 0

    watch(work, halt, limit.seconds, stop)
    context.complain()
    return found
