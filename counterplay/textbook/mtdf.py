"""MTD(f): home in on the value by yes-or-no searches (Plaat, Schaeffer, Pijls and de Bruin 1996).

    MTD(f):    low, high, g = -inf, +inf, f          f is a first guess
               until low and high meet:
                   gamma = g, or the next number above it where g is low already
                   g = MT(root, gamma)
                   if g >= gamma: low = g            at least g
                   else:          high = g           at most g
    MT(s, gamma): is s worth gamma or more? a search in which a MAX node stops at the first move
               worth gamma or more and a MIN node at the first one below; the answer is a bound

Every node keeps the bounds proved for it in a table, so that a later question does not repeat the
work of an earlier one, and no end is evaluated twice. Each question alone looks only at ends that
alpha-beta looks at too, so with a table that forgets nothing MTD(f) never evaluates more, whatever
the guess. Started at +inf it looks at the ends that SSS* looks at; started at the value itself,
two questions settle it. The price is the table: one entry for each node seen.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nextafter
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


def mtdf(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    first: float = 0,
    key: Callable[[Any], Any] = lambda s: s,
) -> Decision:
    """The same decision as minimax; `first` is the guess f, `key(s)` names a state in the table."""
    require_two(game, "mtdf")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    table: dict[Any, tuple[float, float]] = {}  # of a state and the plies left: low and high

    def test(s: Any, gamma: float, left: int | None) -> float:
        name = key(s), left
        low, high = table.get(name, (-inf, inf))
        if low >= gamma or low == high:
            return log.known(low, f"at least {low}, by the table")
        if high < gamma:
            return log.known(high, f"at most {high}, by the table")
        if game.terminal(s) or left == 0:
            bound = log.leaf(utility(s))
            table[name] = bound, bound
        else:
            bound, _ = best_of(s, gamma, left)
            table[name] = (bound, high) if bound >= gamma else (low, bound)
        return bound

    def utility(s: Any) -> float:
        if game.terminal(s):
            return game.utility(s, max_player)
        return evaluate(s, max_player) if evaluate else 0

    def best_of(s: Any, gamma: float, left: int | None) -> tuple[float, Any]:
        left = None if left is None else left - 1
        return (max_value if game.player(s) == max_player else min_value)(s, gamma, left)

    def max_value(s: Any, gamma: float, left: int | None) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s), note=f">= {gamma}?"):
            v = test(game.result(s, move), gamma, left)
            if v > best:
                best, best_move = v, move
            if best >= gamma:
                log.cut(f"{best} >= {gamma}: one such move is enough")
                break
        return log.leave(best), best_move

    def min_value(s: Any, gamma: float, left: int | None) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s), note=f">= {gamma}?"):
            v = test(game.result(s, move), gamma, left)
            if v < best:
                best, best_move = v, move
            if best < gamma:
                log.cut(f"{best} < {gamma}: one such move is enough")
                break
        return log.leave(best), best_move

    low, high, guess, best_move = -inf, inf, first, None
    while low < high:
        gamma = nextafter(guess, inf) if guess == low else guess
        guess, move = best_of(state, gamma, depth)
        if guess >= gamma:
            low, best_move = guess, move
        else:
            high = guess
    return decide(best_move, guess, log)
