"""Alpha-beta with a transposition table: a state that is met again is looked up (Greenblatt 1967).

Different orders of the same moves lead to the same state. So the game is a graph, and a search that
treats it as a tree repeats work. The table stores for each searched state:

    value       what the search returned
    bound       "exact", or after cutoffs "lower" (the value is at least this) or "upper" (at most)
    remaining   how many plies deep it was searched (infinite: to the end of the game)
    move        the best move, tried first when the state is searched again

An entry answers if it was searched at least as deep as needed now, and is either exact or a bound
that causes a cutoff: a lower bound of beta or more, an upper bound of alpha or less. With a depth
limit, an entry can come from a deeper search than a search without a table would make. Then the
values differ, and the value from the table is the better informed one.

The key of a state is the state itself, or `key(s)`. Keys must differ if the values differ, so they
include the player to move. Values that depend on the path (repetition) cannot be stored. A lookup
counts as a node, not as an evaluation. Time and memory are proportional to the number of distinct
states, not to the number of paths to them. If they do not fit into memory, `size` bounds the table
(`replacement.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, depth_limit, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.replacement import Entry, TranspositionTable
from counterplay.textbook.window import best_of


def transposition(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    key: Callable[[Any], Hashable] | None = None,
    size: int | None = None,
    policy: str = "two_tier",
    table: TranspositionTable | None = None,
) -> Decision:
    """Return the decision of depth-limited alpha-beta that looks known states up in a table.

    `size` bounds the table, which then replaces entries by a `policy`: always, depth, age or
    two_tier. Give a `table` to keep what earlier searches found.
    """
    log, max_player = begin(game, state, "alpha-beta", depth, trace)
    evaluation = evaluate or no_evaluation
    key_of: Callable[[Any], Hashable] = key or (lambda s: s)
    if table is not None and size is not None:
        raise ValueError("give a table or a size, not both")
    known = TranspositionTable(size, policy) if table is None else table
    known.new_search()
    require_hashable(key_of(state))

    def value(s: Any, remaining: float, alpha: float, beta: float) -> tuple[float, Any]:
        if game.terminal(s):
            return log.leaf(game.utility(s, max_player)), None
        if remaining == 0:
            return log.leaf(evaluation(s, max_player), "cut off at the depth limit"), None
        entry = known.get(key_of(s))
        if entry and entry.answers(remaining, alpha, beta):
            return log.known(entry.value, f"from the table: {entry.bound}"), entry.move

        def child(move: Any, alpha: float, beta: float) -> float:
            return value(game.result(s, move), remaining - 1, alpha, beta)[0]

        is_max = game.player(s) == max_player
        moves = sorted(game.actions(s), key=lambda move: entry is None or move != entry.move)
        best, best_move = best_of(log, is_max, moves, child, alpha, beta)
        bound = "lower" if best >= beta else "upper" if best <= alpha else "exact"
        known.put(key_of(s), Entry(best, bound, remaining, best_move))
        return best, best_move

    best, best_move = value(state, depth_limit(depth), -inf, inf)
    return decide(best_move, best, log)


def require_hashable(key: Any) -> None:
    """Raise ValueError if the key cannot be looked up in a table."""
    try:
        hash(key)
    except TypeError:
        raise ValueError(
            "this state is not hashable: give key=…, a function to a hashable key"
        ) from None
