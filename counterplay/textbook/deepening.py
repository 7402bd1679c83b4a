"""Iterative deepening: search 1 ply deep, then 2, then 3 …, each search guided by the last one.

    for limit in 1, 2, 3, …:
        search `limit` plies deep; on the line recorded by the search before, try its move first
        record the best line
    until the depth asked for, the end of the game on every line, or the end of the budget

(Slate and Atkin 1977; Korf 1985.) The searches before the last one cost little, since a tree with
b moves a node has about b times as many nodes one ply deeper: all of them together come to about
b/(b-1) times the last. The recorded line pays that back, for it puts a good move first where
alpha-beta needs it most. And whenever time runs out there is an answer: that of the deepest search
that was completed. The first search is always completed.

In the trace the root is opened once for each depth, and left with a note of what that search took.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Any

from counterplay.textbook.decision import (
    Decision,
    Evaluate,
    TextbookGame,
    decide,
    refuse_end,
    require_depth,
    require_two,
)
from counterplay.textbook.log import Log

Line = tuple[Any, ...]
"""Moves, from a state on."""


class _SpentError(Exception):
    """The budget is spent."""


def deepening(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Decision:
    """The decision of the deepest search that `depth` and the budget allow."""
    require_two(game, "iterative deepening")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player, start = Log(trace), game.player(state), monotonic()
    guess: Evaluate = evaluate or (lambda s, p: 0)
    most_nodes = inf if nodes is None else nodes
    most_seconds = inf if seconds is None else seconds
    limit, cut_off = 0, False

    def spent() -> bool:
        return log.nodes >= most_nodes or monotonic() - start >= most_seconds

    def value(s: Any, d: int, alpha: float, beta: float, recorded: Line) -> tuple[float, Line]:
        nonlocal cut_off
        if limit > 1 and spent():
            raise _SpentError
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), ()
        if d == limit:
            cut_off = True
            return log.leaf(guess(s, max_player), f"cut off at depth {d}"), ()
        if game.player(s) == max_player:
            return max_value(s, d, alpha, beta, recorded)
        return min_value(s, d, alpha, beta, recorded)

    def max_value(s: Any, d: int, alpha: float, beta: float, recorded: Line) -> tuple[float, Line]:
        best, best_line = -inf, ()
        before, note = log.nodes, f"search to depth {limit}" if d == 0 else ""
        for move in log.open("max", recorded_first(s, recorded), alpha, beta, note):
            rest = recorded[1:] if recorded[:1] == (move,) else ()
            v, line = value(game.result(s, move), d + 1, alpha, beta, rest)
            if v > best:
                best, best_line = v, (move, *line)
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        note = f"depth {limit}: {log.nodes - before} nodes, line {best_line}" if d == 0 else ""
        return log.leave(best, note), best_line

    def min_value(s: Any, d: int, alpha: float, beta: float, recorded: Line) -> tuple[float, Line]:
        best, best_line = inf, ()
        for move in log.open("min", recorded_first(s, recorded), alpha, beta):
            rest = recorded[1:] if recorded[:1] == (move,) else ()
            v, line = value(game.result(s, move), d + 1, alpha, beta, rest)
            if v < best:
                best, best_line = v, (move, *line)
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_line

    def recorded_first(s: Any, recorded: Line) -> list[Any]:
        return sorted(game.actions(s), key=lambda move: (move,) != recorded[:1])

    answer, line = -inf, tuple[Any, ...]()
    while limit == 0 or (cut_off and limit != depth and not spent()):
        limit, cut_off = limit + 1, False
        try:
            answer, line = max_value(state, 0, -inf, inf, line)
        except _SpentError:
            while log.path:  # nodes are open still
                log.cut("the budget is spent")
                log.leave(None, f"the budget ran out during the search to depth {limit}")
            break
    return decide(line[0], answer, log)
