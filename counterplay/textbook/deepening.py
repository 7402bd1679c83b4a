"""Iterative deepening: search 1 ply deep, then 2, then 3 …, each search guided by the last one.

    for limit in 1, 2, 3, …:
        search `limit` plies deep; try the principal variation of the last search first
        record the new principal variation
    until the depth limit, the end of the game on every line, or the end of the budget

(Slate and Atkin 1977; Korf 1985.) The early searches cost little: with b moves at each node, a tree
has about b times as many nodes one ply deeper, so all searches together cost about b/(b-1) times
the last one. The recorded line pays for this, because it puts a good move first where alpha-beta
needs it most. And there is an answer whenever the time runs out: that of the deepest completed
search. The first search is always completed.

The trace opens the root once for each depth and leaves it with a note about the cost of that
search.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Any

from counterplay.textbook.arguments import begin, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.log import Log

Line = tuple[Any, ...]
"""A sequence of moves: the principal variation from a state on."""


class Budget:
    """The nodes and seconds that a search may use."""

    def __init__(self, log: Log, nodes: int | None, seconds: float | None) -> None:
        self.log, self.start = log, monotonic()
        self.nodes = inf if nodes is None else nodes
        self.seconds = inf if seconds is None else seconds

    def is_spent(self) -> bool:
        return self.log.nodes >= self.nodes or monotonic() - self.start >= self.seconds


class _BudgetSpentError(Exception):
    """Raised inside a search that has to stop."""


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
    """Return the decision of the deepest search that `depth` and the budget allow."""
    log, max_player = begin(game, state, "iterative deepening", depth, trace)
    evaluation, budget = evaluate or no_evaluation, Budget(log, nodes, seconds)
    limit, cut_off = 0, False

    def value(s: Any, d: int, alpha: float, beta: float, recorded: Line) -> tuple[float, Line]:
        nonlocal cut_off
        if limit > 1 and budget.is_spent():
            raise _BudgetSpentError
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), ()
        if d == limit:
            cut_off = True
            return log.leaf(evaluation(s, max_player), f"cut off at depth {d}"), ()
        if game.player(s) == max_player:
            return max_value(s, d, alpha, beta, recorded)
        return min_value(s, d, alpha, beta, recorded)

    def max_value(s: Any, d: int, alpha: float, beta: float, recorded: Line) -> tuple[float, Line]:
        best, best_line = -inf, ()
        before, note = log.nodes, f"search to depth {limit}" if d == 0 else ""
        for move in log.open("max", recorded_first(s, recorded), alpha, beta, note):
            v, line = value(game.result(s, move), d + 1, alpha, beta, after(move, recorded))
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
            v, line = value(game.result(s, move), d + 1, alpha, beta, after(move, recorded))
            if v < best:
                best, best_line = v, (move, *line)
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_line

    def recorded_first(s: Any, recorded: Line) -> list[Any]:
        return sorted(game.actions(s), key=lambda move: (move,) != recorded[:1])

    best, line = -inf, tuple[Any, ...]()
    while limit == 0 or (cut_off and limit != depth and not budget.is_spent()):
        limit, cut_off = limit + 1, False
        try:
            best, line = max_value(state, 0, -inf, inf, line)
        except _BudgetSpentError:
            while log.path:  # some nodes are still open
                log.cut("the budget is spent")
                log.leave(None, f"the budget ran out during the search to depth {limit}")
            break
    return decide(line[0], best, log)


def after(move: Any, recorded: Line) -> Line:
    """Return the recorded line after a move: empty if the move is not on the line."""
    return recorded[1:] if recorded[:1] == (move,) else ()
