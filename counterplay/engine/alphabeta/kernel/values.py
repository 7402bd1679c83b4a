"""The scale of values: score points for the player to move. A win counts by its distance.

In games that are won or lost, a win n plies from the root scores WIN - n. So faster wins and
slower losses are better. The table and `bounds` count the distance from their own state instead.
In scored games only the payoff counts. Evaluations stay within EVALUATION_LIMIT; a value beyond
PROVEN is a proven win or loss.
"""

from counterplay.core.compile.kernel import TOO_MUCH, hot
from counterplay.core.compile.unbound import rules

# Constants of this module, not attributes of `rules`: Numba drops the branches they rule out.
HAS_BOUNDS = rules.HAS_BOUNDS
HAS_SUFFICIENT_MOVES = rules.HAS_SUFFICIENT_MOVES
HAS_EVALUATOR = rules.HAS_EVALUATOR
HAS_INDEX = rules.HAS_INDEX
HAS_REMAINING = rules.HAS_REMAINING
HAS_NOISY = rules.HAS_NOISY
HAS_EXCHANGE = rules.HAS_EXCHANGE
HAS_IN_CHECK = rules.HAS_IN_CHECK
HAS_NULL = rules.HAS_NULL
HAS_ORDER = rules.HAS_ORDER
PLIES = rules.PLIES
WIN = rules.WIN
SCORED = rules.SCORED
PROVEN = WIN + 1 if SCORED else WIN - 1000
EVALUATION_LIMIT = WIN if SCORED else PROVEN - 1
INFINITY = 2**31 - 1
NO_CUT = INFINITY
UNIT = 1024
"""The numbers of `numbers.py` are in UNIT-ths."""


@hot
def end_value(ctx, s, p, ply):
    """The payoff of a finished game. A payoff above the declared one is a fault of the rules."""
    v = rules.score(ctx, s, p)
    if abs(v) > WIN:
        ctx.fault = TOO_MUCH
        ctx.aborted = 1
    if not SCORED:
        if v > 0:
            return v - ply
        if v < 0:
            return v + ply
    return v


@hot
def from_state(v, ply):
    """A value counted from its own state, counted from the root `ply` plies above."""
    if not SCORED:
        if v > PROVEN:
            return v - ply
        if v < -PROVEN:
            return v + ply
    return v


@hot
def to_state(v, ply):
    """The inverse of `from_state`."""
    if not SCORED:
        if v > PROVEN:
            return v + ply
        if v < -PROVEN:
            return v - ply
    return v
