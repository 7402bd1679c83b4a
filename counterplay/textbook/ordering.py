"""Alpha-beta with move ordering: the moves are sorted by the evaluation of their successors.

Alpha-beta works best if the first move it tries is the best one: about b^(m/2) leaves instead of
b^m (Knuth and Moore 1975). The best move is not known beforehand, but the static evaluation gives
an estimate (Slagle and Dixon 1969):

    if MAX is to move   successors by decreasing evaluation
    if MIN is to move   successors by increasing evaluation

A terminal successor counts with its payoff. The sort is stable: equal moves keep the order of the
game. The value is the same as without ordering. The move has that value too, but it can be a
different one of several best moves.

`evaluated` counts the leaves of the search. Sorting evaluates each child of every opened node as
well; these evaluations are not counted, and they are the price of the ordering.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, no_evaluation, state_value
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.window import best_of


def ordered(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """Return the decision of depth-limited alpha-beta that tries the most promising moves first."""
    log, max_player = begin(game, state, "alpha-beta", depth, trace)
    evaluation = evaluate or no_evaluation

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if d == depth:
            return log.leaf(evaluation(s, max_player), f"cut off at depth {d}"), None

        def child(move: Any, alpha: float, beta: float) -> float:
            return value(game.result(s, move), d + 1, alpha, beta)[0]

        is_max = game.player(s) == max_player
        moves = sorted_moves(game, s, max_player, evaluate, best_first=is_max)
        return best_of(log, is_max, moves, child, alpha, beta)

    best, best_move = value(state, 0, -inf, inf)
    return decide(best_move, best, log)


def sorted_moves(
    game: TextbookGame, s: Any, player: int, evaluate: Evaluate | None, best_first: bool
) -> list[Any]:
    """Return the moves by the value of their successors for `player`: the best first, or last."""
    value = state_value(game, evaluate, player)
    return sorted(game.actions(s), key=lambda move: value(game.result(s, move)), reverse=best_first)
