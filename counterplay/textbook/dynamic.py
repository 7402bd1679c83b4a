"""Dynamic programming: every distinct state is solved once (Bellman 1957).

This is minimax that stores the value of each state and looks it up from then on. A game with N
states takes time O(N b) instead of b^m, and memory O(N). `key(s)` says which states are the same:
by default equal states, or a canonical form under the symmetries of the game, which makes N smaller
still. If payoffs are known to lie between `lower` and `upper`, a node stops as soon as it has found
the best possible value: if only +1 and -1 are possible, the first winning move is enough.

Games in which positions repeat are refused, because a state whose value depends on itself cannot be
solved in this way. Chance nodes are refused as well.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from counterplay.textbook.arguments import begin
from counterplay.textbook.decision import CHANCE, Decision, TextbookGame, decide

Key = Callable[[Any], Any]


def dynamic(
    game: TextbookGame,
    state: Any,
    *,
    trace: bool = False,
    key: Key | None = None,
    lower: float = -inf,
    upper: float = inf,
) -> Decision:
    """Return the same decision as minimax. `nodes` counts every visit of a state."""
    log, max_player = begin(game, state, "dynamic", trace=trace)
    key_of = key or identity
    solved: dict[Any, float | None] = {}  # None while a state is being solved

    def value(s: Any) -> float:
        if key_of(s) not in solved:
            return solve(s)[0]
        known = solved[key_of(s)]
        if known is None:
            raise ValueError("a position repeats here, so no order solves each state once")
        return log.known(known)

    def solve(s: Any) -> tuple[float, Any]:
        if game.terminal(s):
            best, best_move = log.leaf(game.utility(s, max_player)), None
        else:
            solved[key_of(s)] = None
            best, best_move = max_value(s) if game.player(s) == max_player else min_value(s)
        solved[key_of(s)] = best
        return best, best_move

    def max_value(s: Any) -> tuple[float, Any]:
        best, best_move = -inf, None
        for move in log.open("max", game.actions(s)):
            v = value(game.result(s, move))
            if v > best:
                best, best_move = v, move
            if best >= upper:
                log.cut(f"{best} is the most there can be")
                break
        return log.leave(best), best_move

    def min_value(s: Any) -> tuple[float, Any]:
        best, best_move = inf, None
        for move in log.open("min", game.actions(s)):
            v = value(game.result(s, move))
            if v < best:
                best, best_move = v, move
            if best <= lower:
                log.cut(f"{best} is the least there can be")
                break
        return log.leave(best), best_move

    best, best_move = solve(state)
    return decide(best_move, best, log)


def distinct_states(game: Any, state: Any, key: Key | None = None) -> list[Any]:
    """Return the states reachable from `state`, including it, in the order they are first met.

    Of several states with the same key, only the first is listed.
    """
    key_of = key or identity
    seen, states = {key_of(state)}, [state]
    for s in states:  # the list grows during the loop
        if game.terminal(s):
            continue
        is_chance = game.player(s) == CHANCE
        moves = [outcome for outcome, _ in game.chance(s)] if is_chance else game.actions(s)
        for successor in (game.result(s, move) for move in moves):
            if key_of(successor) not in seen:
                seen.add(key_of(successor))
                states.append(successor)
    return states


def identity(s: Any) -> Any:
    return s
