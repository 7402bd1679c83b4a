"""Iterative deepening: search one ply deeper each time, until the answer is final or time is up.

`deepen` works with every kernel whose context has `depth`, `nodes`, `node_limit`, `aborted`,
`fault`, `improved` and `horizon`. A driver describes its search by a `Deepening`.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from counterplay.core.compile.kernel import NO_ACTION, Context
from counterplay.core.compile.rules import plies
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.watchdog import watch

NO_LIMIT = 2**62
Value = TypeVar("Value")


@dataclass(frozen=True)
class Iteration(Generic[Value]):
    """The result of a search to one depth; `complete` if it met no horizon."""

    depth: int
    value: Value
    complete: bool


class Deepening(ABC, Generic[Value]):
    """A search from one position that `deepen` repeats with growing depth.

    context    the kernel's context, with the root set
    function   the entry of the kernel that searches to `depth`
    """

    def __init__(self, context: Context, function: Any, position: Position) -> None:
        self.context, self.function, self.position = context, function, position

    @abstractmethod
    def start(self) -> Value:
        """The value before any search."""

    @abstractmethod
    def read(self) -> Value:
        """The value that the kernel has left in the context."""

    def stopped(self, last: Iteration[Value]) -> Iteration[Value]:
        """The result of an iteration that was stopped; `last` is the last finished one.

        The best move of `last` is searched first, so a better value replaces it.
        """
        if not self.context.record.improved:
            return last
        return Iteration(last.depth, self.read(), False)

    def is_final(self, found: Iteration[Value]) -> bool:
        """Whether a deeper search could not change the answer."""
        return False

    def prepare(self, depth: int) -> None:
        """Called before the search to `depth`."""

    def time_share(self, found: Iteration[Value]) -> float:
        """The part of the time for this move to use, given the last iteration."""
        return 1.0


def deepen(
    search: Deepening[Value],
    limit: Limit,
    stop: threading.Event | None = None,
    report: Callable[[Iteration[Value]], None] | None = None,
) -> Iteration[Value]:
    """The last iteration within the limit. `report` is called with each finished iteration."""
    ctx, started = search.context.record, time.perf_counter()
    deepest = min(limit.depth or NO_LIMIT, plies(search.position.game))
    found: Iteration[Value] | None = None

    def work() -> None:
        nonlocal found
        for depth in range(1, deepest + 1):
            ctx.depth, ctx.improved = depth, 0
            search.prepare(depth)
            search.context.call(search.function)
            if ctx.aborted:
                if not ctx.fault:
                    found = search.stopped(found or Iteration(0, search.start(), False))
                return
            found = Iteration(depth, search.read(), int(ctx.horizon) == 0)
            if report is not None:
                report(found)
            if found.complete or search.is_final(found):
                return
            seconds = time.perf_counter() - started
            if limit.enough is not None and seconds > search.time_share(found) * limit.enough:
                return

    ctx.node_limit = limit.nodes or NO_LIMIT
    _watch(search.context, work, limit.seconds, stop)
    return found or Iteration(0, search.start(), False)


def search_deeper(
    search: Deepening[Value],
    limit: Limit,
    stop: threading.Event | None,
    report: Callable[[Result], None] | None,
    result: Callable[[Iteration[Value], float], Result],
) -> Result:
    """The answer of `deepen`. `result` makes it from an iteration and the seconds so far."""
    started = time.perf_counter()

    def answer(found: Iteration[Value]) -> Result:
        return result(found, time.perf_counter() - started)

    def tell(found: Iteration[Value]) -> None:
        if report is not None:
            report(answer(found))

    return answer(deepen(search, limit, stop, tell))


def begin_search(context: Context, position: Position) -> None:
    """Make a position the root of a new search. Complain if it has no legal move."""
    ctx = context.record
    ctx.nodes, ctx.aborted = 0, 0
    ctx.fault = 0 if position.legal_moves else NO_ACTION
    context.complain()
    context.set_root(position.state)


def work_within(
    context: Context, limit: Limit, stop: threading.Event | None, work: Callable[[], None]
) -> None:
    """Run `work`, which calls a kernel, within the limit. If stopped, `aborted` stays set."""
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
