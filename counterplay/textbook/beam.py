"""Beam search: at every node only the best few moves are looked at, the rest never.

Forward pruning, as people do it: the moves are sorted by the evaluation of where they lead (an end
by its payoff), and beyond the first `width` they are left out (Shannon's type B program, 1950; the
plausible moves of Greenblatt 1967). Unlike alpha-beta's cutoffs this is a gamble: a sacrifice looks
bad to the evaluation, so the one winning move may be what is left out. The value is therefore an
estimate even where the search goes to the end of every game that it looks at.

A beam of n moves costs at most n^d leaves to depth d, in place of b^d; alpha-beta inside the beam
leaves out more of them. As wide as there are moves it is alpha-beta with sorted moves.
"""

from __future__ import annotations

from math import inf
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


def beam(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    width: int = 3,
) -> Decision:
    """The decision of alpha-beta on the `width` most promising moves of every node."""
    require_two(game, "beam search")
    require_depth(depth)
    if width < 1:
        raise ValueError(f"width={width}: look at least at one move")
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)
    outside = f"outside the beam of {width}"

    def promise(s: Any) -> float:
        return game.utility(s, max_player) if game.terminal(s) else guess(s, max_player)

    def sorted_moves(s: Any, best_for_max_first: bool) -> list[Any]:
        return sorted(
            game.actions(s),
            key=lambda move: promise(game.result(s, move)),
            reverse=best_for_max_first,
        )

    def value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if d == depth:
            return log.leaf(guess(s, max_player), f"cut off at depth {d}"), None
        if game.player(s) == max_player:
            return max_value(s, d, alpha, beta)
        return min_value(s, d, alpha, beta)

    def max_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for tried, move in enumerate(log.open("max", sorted_moves(s, True), alpha, beta), 1):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            if tried == width:
                log.cut(outside)
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(s: Any, d: int, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for tried, move in enumerate(log.open("min", sorted_moves(s, False), alpha, beta), 1):
            v, _ = value(game.result(s, move), d + 1, alpha, beta)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            if tried == width:
                log.cut(outside)
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    best, best_move = max_value(state, 0, -inf, inf)
    return decide(best_move, best, log)
