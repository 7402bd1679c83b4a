"""Iterative deepening: search one ply deeper each time, until the answer is final or time is up.

It serves every kernel whose context has `depth`, `nodes`, `node_limit`, `aborted`, `fault` and
`horizon`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from counterplay.core.compile.kernel import Context
from counterplay.core.compile.rules import plies
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.watchdog import watch

NO_LIMIT = 2**62
Value = TypeVar("Value")


@dataclass(frozen=True)
class Iteration(Generic[Value]):
    """What is known after a search to one depth; `complete` if nothing was cut off there."""

    depth: int
    value: Value
    complete: bool


def deepen(
    context: Context,
    function: Any,
    position: Position,
    limit: Limit,
    stop: threading.Event | None,
    start: Callable[[], Value],
    read: Callable[[], Value],
    stopped: Callable[[Iteration[Value]], Iteration[Value]],
    is_final: Callable[[Iteration[Value]], bool],
    prepare: Callable[[int], None] = lambda depth: None,
    part: Callable[[Iteration[Value]], float] = lambda found: 1.0,
) -> Iteration[Value]:
    """The last iteration within the limits, with what a stopped one still found.

    `start` gives the value before any search, `read` takes one from the context. `stopped` says
    what to make of an iteration that was stopped, given the last finished one. `is_final` is told
    of each finished iteration and says whether it is the last; `prepare` of each to come. `part`
    says after each what part of a move's share of the clock to take.
    """
    ctx, started = context.record, time.perf_counter()
    deepest = min(limit.depth or NO_LIMIT, plies(position.game))
    found: Iteration[Value] | None = None

    def work() -> None:
        nonlocal found
        for depth in range(1, deepest + 1):
            ctx.depth, ctx.improved = depth, 0
            prepare(depth)
            context.call(function)
            if ctx.aborted:
                if not ctx.fault:
                    found = stopped(found or Iteration(0, start(), False))
                return
            found = Iteration(depth, read(), int(ctx.horizon) == 0)
            if is_final(found) or found.complete:
                return
            seconds = time.perf_counter() - started
            if limit.enough is not None and seconds > part(found) * limit.enough:
                return

    ctx.node_limit = limit.nodes or NO_LIMIT
    _watch(context, work, limit.seconds, stop)
    return found or Iteration(0, start(), False)


def work_within(
    context: Context, limit: Limit, stop: threading.Event | None, work: Callable[[], None]
) -> None:
    """Do some work with a kernel, for as long as it takes if no limit is set; where it is stopped,
    `aborted` stays set.
    """
    context.record.node_limit = limit.nodes or NO_LIMIT
    _watch(context, work, limit.time, stop)


def _watch(
    context: Context,
    work: Callable[[], None],
    seconds: float | None,
    stop: threading.Event | None,
) -> None:
    def halt() -> None:
        context.record.node_limit = 0

    watch(work, halt, seconds, stop)
    context.complain()
