"""max^n: every player for itself, by vectors of utilities (Luckhardt and Irani 1986).

    MAXN(s) = (UTILITY(s, 0), …, UTILITY(s, n-1))                              if TERMINAL(s)
              the MAXN(RESULT(s, a)) with the largest component of PLAYER(s)   otherwise

Payoffs need not add up to anything: players who gain by it work together, without an agreement,
and part when it no longer pays. With two players and opposite payoffs this is minimax. Where a
player has several moves that are best for it, the first is taken; that is nothing to this player
and may be much to the others, so that with ties the result is one of several equilibria. All b^m
ends are looked at: without a bound on the sum of the payoffs nothing can be left out.
"""

from __future__ import annotations

from typing import Any

from counterplay.textbook.decision import (
    CHANCE,
    Decision,
    Evaluate,
    TextbookGame,
    decide,
    refuse_end,
    require_depth,
)
from counterplay.textbook.log import Log

Vector = tuple[float, ...]


def maxn(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    players: int | None = None,
) -> Decision:
    """The first best move for whoever moves; `players`: how many there are, if not told by facts.

    `Decision.values` is what each player gets.
    """
    require_depth(depth)
    refuse_end(game, state)
    facts = getattr(game, "facts", None)
    everyone = range(players or (facts.players if facts else 2))
    log = Log(trace)

    def value(s: Any, left: int | None) -> tuple[Vector, Any]:
        if game.terminal(s):
            return log.leaf(tuple(game.utility(s, p) for p in everyone)), None
        if left == 0:
            return log.leaf(tuple(evaluate(s, p) if evaluate else 0 for p in everyone)), None
        return best_value(s, None if left is None else left - 1)

    def best_value(s: Any, left: int | None) -> tuple[Vector, Any]:
        player = game.player(s)
        if player == CHANCE:
            raise ValueError("maxn knows no dice or cards, and in this game chance decides")
        best: Vector | None = None
        best_move = None
        for move in log.open(str(player), game.actions(s)):
            v, _ = value(game.result(s, move), left)
            if best is None or v[player] > best[player]:
                best, best_move = v, move
        assert best is not None, "a state that is not over has moves"
        return log.leave(best), best_move

    best, best_move = value(state, depth)
    return decide(best_move, best[game.player(state)], log, best)
