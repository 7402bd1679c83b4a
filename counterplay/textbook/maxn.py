"""max^n: every player maximises its own payoff; values are vectors (Luckhardt and Irani 1986).

    MAXN(s) = (UTILITY(s, 0), …, UTILITY(s, n-1))                              if TERMINAL(s)
              the MAXN(RESULT(s, a)) with the largest component of PLAYER(s)   otherwise

Payoffs need not have a constant sum: players cooperate, without an agreement, while it pays for
both, and stop when it does not. With two players and opposite payoffs this is minimax. If a player
has several best moves, the first is chosen. This makes no difference to that player, but it can
make one to the others: with ties, the result is one of several equilibria. All b^m leaves are
evaluated: without a bound on the sum of the payoffs nothing can be pruned.
"""

from __future__ import annotations

from typing import Any

from counterplay.textbook.arguments import (
    depth_limit,
    no_evaluation,
    refuse_chance,
    refuse_end,
    require_depth,
)
from counterplay.textbook.decision import CHANCE, Decision, Evaluate, TextbookGame, decide
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
    """Return the first best move of the player to move. `Decision.values` is what each player gets.

    `players` is the number of players; by default the one in the game's facts, or 2.
    """
    require_depth(depth)
    refuse_chance(game, "maxn")
    refuse_end(game, state)
    facts = getattr(game, "facts", None)
    everyone = range(players or (facts.players if facts else 2))
    evaluation, log = evaluate or no_evaluation, Log(trace)

    def value(s: Any, remaining: float) -> tuple[Vector, Any]:
        if game.terminal(s):
            return log.leaf(tuple(game.utility(s, p) for p in everyone)), None
        if remaining == 0:
            return log.leaf(tuple(evaluation(s, p) for p in everyone)), None
        return best_value(s, remaining - 1)

    def best_value(s: Any, remaining: float) -> tuple[Vector, Any]:
        player = game.player(s)
        if player == CHANCE:
            raise ValueError("maxn does not support chance nodes, which this game has")
        best: Vector | None = None
        best_move = None
        for move in log.open(str(player), game.actions(s)):
            v, _ = value(game.result(s, move), remaining)
            if best is None or v[player] > best[player]:
                best, best_move = v, move
        assert best is not None, "a non-terminal state has moves"
        return log.leave(best), best_move

    best, best_move = value(state, depth_limit(depth))
    return decide(best_move, best[game.player(state)], log, best)
