"""Singular extensions: a clearly best move is remembered, and searched beyond the depth limit too.

(Anantharaman, Campbell and Hsu 1990; here as the textbook defines it.) The horizon effect: moves
that only delay an unavoidable loss push it beyond the depth limit. But in other lines the search
did see the move that causes the loss, and there it was clearly best:

    a move is singular     if it is better, by `margin` or more, than every other move of its
                           state; there must be at least one other move
    when found             the move is remembered, with the player who makes it
    at the depth limit     remembered moves that are legal are searched; the player may also make
                           none of them, and then the state is worth its evaluation

The next state is at the limit again, so several remembered moves can follow one another, up to
`extra` plies in all (by default as many as `depth`). Few moves are singular, so the tree becomes
deeper but hardly wider.

A move counts as singular only if alpha-beta has proved it: its value must be exact, and the values
or bounds of the other moves must lie `margin` below it. What is found depends on the order of the
search: a move that is found late does not help earlier lines.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, depth_limit, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.window import best_of


def singular(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    margin: float = 1,
    extra: int | None = None,
) -> Decision:
    """Return the decision of depth-limited alpha-beta with singular extensions."""
    if margin <= 0:
        raise ValueError(f"margin={margin}: the margin must be more than 0")
    log, max_player = begin(game, state, "alpha-beta", depth, trace)
    evaluation, limit = evaluate or no_evaluation, depth_limit(depth)
    deepest = limit + (limit if extra is None else extra)
    remembered: list[tuple[int, Any]] = []

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if d >= limit:
            return extended_value(s, d, alpha, beta)
        best, best_move, others = search(s, d, alpha, beta, list(game.actions(s)))
        if alpha < best < beta and is_singular(best, others):
            remember(s, best_move)
        return best, best_move

    def extended_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        stand = evaluation(s, max_player)
        moves = [move for move in game.actions(s) if (game.player(s), move) in remembered]
        enough = stand >= beta if game.player(s) == max_player else stand <= alpha
        if d >= deepest or enough or not moves:
            return log.leaf(stand, f"cut off at depth {d}"), None
        log.evaluated += 1
        return search(s, d, alpha, beta, moves, stand)[:2]

    def search(
        s: Any, d: int, alpha: float, beta: float, moves: list[Any], stand: float | None = None
    ) -> tuple[float, Any, list[float]]:
        """Return the value, the best move, and the values of the other moves."""
        values: list[float] = []

        def child(move: Any, alpha: float, beta: float) -> float:
            values.append(value(game.result(s, move), d + 1, alpha, beta)[0])
            return values[-1]

        note = "" if stand is None else f"extended; evaluation {stand}"
        is_max = game.player(s) == max_player
        best, best_move = best_of(log, is_max, moves, child, alpha, beta, stand, note)
        return best, best_move, sorted(values, reverse=is_max)[1:]

    def is_singular(best: float, others: list[float]) -> bool:
        return len(others) > 0 and margin <= abs(best - others[0]) < inf

    def remember(s: Any, move: Any) -> None:
        if (game.player(s), move) not in remembered:
            remembered.append((game.player(s), move))

    best, best_move = value(state, 0, -inf, inf)
    return decide(best_move, best, log)
