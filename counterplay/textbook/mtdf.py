"""MTD(f): null-window searches that close in on the value (Plaat and others 1996).

    MTD(f):    low, high, g = -inf, +inf, f          f is a first guess of the value
               until low and high meet:
                   gamma = g, or the next number above it if g equals low
                   g = MT(root, gamma)
                   if g >= gamma: low = g            the value is g or more
                   else:          high = g           the value is g or less
    MT(s, gamma): is s worth gamma or more? A search in which a MAX node stops at the first move
               worth gamma or more, and a MIN node at the first move below; it returns a bound

A table keeps the bounds that are proved for each node. A later search does not repeat the work of
an earlier one, and no leaf is evaluated twice. Each search evaluates only leaves that alpha-beta
evaluates too. So MTD(f) with a complete table never evaluates more, for any first guess. From +inf
it evaluates the leaves of SSS*; from the value itself, two searches are enough. The price is the
table: one entry for each node. (Plaat, Schaeffer, Pijls and de Bruin 1996.)
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nextafter
from typing import Any

from counterplay.textbook.arguments import begin, depth_limit, state_value
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide


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
    """Return the same decision as minimax. `first` is f; `key(s)` is the table key of a state."""
    log, max_player = begin(game, state, "mtdf", depth, trace)
    leaf_value = state_value(game, evaluate, max_player)
    table: dict[Any, tuple[float, float]] = {}  # by state and remaining plies: low and high

    def test(s: Any, gamma: float, remaining: float) -> float:
        entry = key(s), remaining
        low, high = table.get(entry, (-inf, inf))
        if low >= gamma or low == high:
            return log.known(low, f"at least {low}, by the table")
        if high < gamma:
            return log.known(high, f"at most {high}, by the table")
        if game.terminal(s) or remaining == 0:
            bound = log.leaf(leaf_value(s))
            table[entry] = bound, bound
        else:
            bound, _ = search(s, gamma, remaining)
            table[entry] = (bound, high) if bound >= gamma else (low, bound)
        return bound

    def search(s: Any, gamma: float, remaining: float) -> tuple[float, Any]:
        find = max_value if game.player(s) == max_player else min_value
        return find(s, gamma, remaining - 1)

    def max_value(s: Any, gamma: float, remaining: float) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s), note=f">= {gamma}?"):
            v = test(game.result(s, move), gamma, remaining)
            if v > best:
                best, best_move = v, move
            if best >= gamma:
                log.cut(f"{best} >= {gamma}: one such move is enough")
                break
        return log.leave(best), best_move

    def min_value(s: Any, gamma: float, remaining: float) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s), note=f">= {gamma}?"):
            v = test(game.result(s, move), gamma, remaining)
            if v < best:
                best, best_move = v, move
            if best < gamma:
                log.cut(f"{best} < {gamma}: one such move is enough")
                break
        return log.leave(best), best_move

    low, high, g, best_move = -inf, inf, first, None
    while low < high:
        gamma = nextafter(g, inf) if g == low else g
        g, move = search(state, gamma, depth_limit(depth))
        if g >= gamma:
            low, best_move = g, move
        else:
            high = g
    return decide(best_move, g, log)
