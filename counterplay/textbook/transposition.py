"""Alpha-beta with a transposition table: a position met again is looked up (Greenblatt 1967).

Different orders of the same moves lead to the same state, so the game is a graph, and a search of
it as a tree does the same work many times over. The table keeps for each state met

    value   what the search of it returned
    bound   "exact", or "lower" or "upper" where moves were cut off: the value is at least, or at
            most, that much
    left    how many plies deep it was searched (infinite to the end of the game)
    move    its best move, tried first when the state is searched again

A lookup answers if the entry was searched at least as deep as is asked for now, and is exact, or
is a bound that cuts off by itself: a lower bound of at least beta, an upper one of at most alpha.
With a depth limit the entry may come from a deeper search than a search without a table makes, and
the values then differ: the table's is better informed.

The key of a state is the state itself, or `key(s)`: it must tell apart all states of different
value, hence also who is to move. Values that depend on the path (repetition) have no place here.
A lookup counts as a node, not as an evaluation. Time and memory: the number of distinct states, in
place of the number of paths to them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import Any, NamedTuple

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


class Entry(NamedTuple):
    """What the table knows of one state."""

    value: float
    bound: str
    left: float
    move: Any


def transposition(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    key: Callable[[Any], Hashable] | None = None,
) -> Decision:
    """The decision of depth-limited alpha-beta, each state searched once where that is enough."""
    require_two(game, "alpha-beta")
    require_depth(depth)
    refuse_end(game, state)
    log, max_player = Log(trace), game.player(state)
    guess: Evaluate = evaluate or (lambda s, p: 0)
    key_of: Callable[[Any], Hashable] = key or (lambda s: s)
    table: dict[Hashable, Entry] = {}
    try:
        hash(key_of(state))
    except TypeError:
        raise ValueError("a state like this cannot be looked up: give key=…, hashable") from None

    def value(s: Any, left: float, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if left == 0:
            return log.leaf(guess(s, max_player), "cut off at the depth limit"), None
        is_max = game.player(s) == max_player
        known = table.get(key_of(s))
        if known and known.left >= left and answers(known, alpha, beta):
            return log.known(known.value, f"from the table: {known.bound}"), known.move
        return max_value(s, left, alpha, beta) if is_max else min_value(s, left, alpha, beta)

    def answers(known: Entry, alpha: float, beta: float) -> bool:
        return (
            known.bound == "exact"
            or (known.bound == "lower" and known.value >= beta)
            or (known.bound == "upper" and known.value <= alpha)
        )

    def max_value(s: Any, left: float, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move, low = -inf, None, alpha
        for move in log.open("max", known_first(s), alpha, beta):
            v, _ = value(game.result(s, move), left - 1, low, beta)
            if v > best:
                best, best_move = v, move
            if best >= beta:
                log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
                break
            low = max(low, best)
        store(s, left, alpha, beta, best, best_move)
        return log.leave(best), best_move

    def min_value(s: Any, left: float, alpha: float, beta: float) -> tuple[float, Any]:
        best, best_move, high = inf, None, beta
        for move in log.open("min", known_first(s), alpha, beta):
            v, _ = value(game.result(s, move), left - 1, alpha, high)
            if v < best:
                best, best_move = v, move
            if best <= alpha:
                log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
                break
            high = min(high, best)
        store(s, left, alpha, beta, best, best_move)
        return log.leave(best), best_move

    def known_first(s: Any) -> list[Any]:
        known = table.get(key_of(s))
        return sorted(game.actions(s), key=lambda move: known is None or move != known.move)

    def store(s: Any, left: float, alpha: float, beta: float, best: float, move: Any) -> None:
        bound = "lower" if best >= beta else "upper" if best <= alpha else "exact"
        table[key_of(s)] = Entry(best, bound, left, move)

    best, best_move = max_value(state, inf if depth is None else depth, -inf, inf)
    return decide(best_move, best, log)
