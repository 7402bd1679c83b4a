"""The move loop of alpha-beta, shared by the algorithms that extend it.

`alphabeta` spells this loop out, once for MAX and once for MIN. The other pages show only what they
change: the order of the moves, the value at the depth limit, a table of known states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any

from counterplay.textbook.log import Log

Child = Callable[[Any, float, float], float]
"""child(move, alpha, beta): the value of the successor by a move, searched in this window."""


def best_of(
    log: Log,
    is_max: bool,
    moves: Iterable[Any],
    child: Child,
    alpha: float,
    beta: float,
    stand: float | None = None,
    note: str = "",
) -> tuple[float, Any]:
    """Search the moves of one node; return its value and its best move.

    The value is exact inside the window and a bound outside it (fail-soft).
    `stand` is the value of making none of these moves, if the player has that choice.
    """
    best, best_move = stand, None
    if best is None:
        best = -inf if is_max else inf
    for move in log.open("max" if is_max else "min", moves, alpha, beta, note):
        low, high = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        v = child(move, low, high)
        if v > best if is_max else v < best:
            best, best_move = v, move
        if is_max and best >= beta:
            log.cut(f"{best} >= beta {beta}: MIN will not let it come to this")
            break
        if not is_max and best <= alpha:
            log.cut(f"{best} <= alpha {alpha}: MAX will not let it come to this")
            break
    return log.leave(best), best_move
