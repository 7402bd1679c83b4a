"""Star1 and Star2: expectiminimax with cutoffs at chance nodes (Ballard 1983).

Where all payoffs lie between `lower` and `upper`, a chance node is bounded before all its outcomes
are known: each that is still to come counts with p * lower at least and p * upper at most. So an
outcome need only be searched in the window in which it can still matter,

    a = (alpha - what is known - the most the others can add) / p
    b = (beta  - what is known - the least the others can add) / p

and at a value <= a (or >= b) the node cannot get above alpha (or below beta): the outcomes that
are left are cut off. That is Star1. With `probe` (Star2) the first move of every outcome is
searched before any outcome is searched in full: if MAX moves there, its value is a least for the
outcome, if MIN moves a most, and the sum may settle the node. What a probe found is kept, so no
end is evaluated twice.

The decision is that of expectiminimax, at no more ends; how many fewer depends on how tight the
bounds are. A node that a probe opened counts again among the nodes when it is searched in full.
"""

from __future__ import annotations

from math import inf
from typing import Any

from counterplay.textbook.decision import (
    CHANCE,
    ChanceGame,
    Decision,
    Evaluate,
    decide,
    refuse_end,
    require_depth,
    require_two,
)
from counterplay.textbook.log import Log


def star(
    game: ChanceGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    lower: float = -1,
    upper: float = 1,
    probe: bool = False,
) -> Decision:
    """The same decision as expectiminimax; `lower` and `upper` bound payoffs and evaluations."""
    require_two(game, "star", chance=True)
    require_depth(depth)
    refuse_end(game, state)
    if not lower < upper:
        raise ValueError(f"lower={lower} is not below upper={upper}")
    log, max_player = Log(trace), game.player(state)

    def value(
        s: Any, alpha: float, beta: float, left: int | None, probed: float | None = None
    ) -> tuple[float, Any]:
        if game.terminal(s) or left == 0:
            return log.leaf(utility(s)), None
        left = None if left is None else left - 1
        if game.player(s) == CHANCE:
            return chance_value(s, alpha, beta, left), None
        choose = max_value if game.player(s) == max_player else min_value
        return choose(s, alpha, beta, left, probed)

    def utility(s: Any) -> float:
        guess = evaluate(s, max_player) if evaluate and not game.terminal(s) else 0
        v = game.utility(s, max_player) if game.terminal(s) else guess
        if not lower <= v <= upper:
            raise ValueError(f"a state is worth {v}, outside lower={lower} and upper={upper}")
        return v

    def max_value(
        s: Any, alpha: float, beta: float, left: int | None, probed: float | None
    ) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s), alpha, beta):
            v = value(game.result(s, move), alpha, beta, left)[0] if probed is None else probed
            probed = None
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            alpha = max(alpha, best)
        return log.leave(best), best_move

    def min_value(
        s: Any, alpha: float, beta: float, left: int | None, probed: float | None
    ) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s), alpha, beta):
            v = value(game.result(s, move), alpha, beta, left)[0] if probed is None else probed
            probed = None
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            beta = min(beta, best)
        return log.leave(best), best_move

    def chance_value(s: Any, alpha: float, beta: float, left: int | None) -> float:
        outcomes, odds = zip(*((r, p) for r, p in game.chance(s) if p > 0), strict=True)
        least, most = [lower] * len(odds), [upper] * len(odds)
        found: list[float | None] = [None] * len(odds)
        for probing in (True, False) if probe else (False,):
            note = f"probabilities {odds}" + ", probed" * probing
            for i, outcome in enumerate(log.open("chance", outcomes, alpha, beta, note)):
                child = game.result(s, outcome)
                a = (alpha - others(odds, most, i)) / odds[i]
                b = (beta - others(odds, least, i)) / odds[i]
                if not probing:
                    v = value(child, max(a, lower), min(b, upper), left, found[i])[0]
                    least[i] = most[i] = v
                elif game.terminal(child) or left == 0 or game.player(child) == CHANCE:
                    continue
                elif game.player(child) == max_player:
                    v = least[i] = first_value("max", child, lower, min(b, upper), left)
                else:
                    v = most[i] = first_value("min", child, max(a, lower), upper, left)
                found[i] = v
                if most[i] <= a:
                    log.cut(f"at most {mean(odds, most)}, and alpha is {alpha}")
                    return log.leave(mean(odds, most))
                if least[i] >= b:
                    log.cut(f"at least {mean(odds, least)}, and beta is {beta}")
                    return log.leave(mean(odds, least))
            log.leave(mean(odds, least))
        return mean(odds, least)

    def first_value(kind: str, s: Any, alpha: float, beta: float, left: int | None) -> float:
        first = next(log.open(kind, game.actions(s), alpha, beta, "probe"))
        v, _ = value(game.result(s, first), alpha, beta, None if left is None else left - 1)
        return log.leave(v, f"at {'least' if kind == 'max' else 'most'} {v}")

    best, best_move = value(state, lower, upper, depth)
    return decide(best_move, best, log)


def mean(odds: tuple[float, ...], values: list[float]) -> float:
    return sum(p * v for p, v in zip(odds, values, strict=True))


def others(odds: tuple[float, ...], values: list[float], i: int) -> float:
    """What the outcomes other than i add to the mean."""
    return mean(odds, values) - odds[i] * values[i]
