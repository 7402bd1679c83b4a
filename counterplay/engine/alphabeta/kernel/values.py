"""The scale of values: score points for the player to move, wins by their distance.

In games that are won or lost, a win n plies from the root scores WIN - n: faster wins are better,
slower losses too. The table and `bounds` count from their own state instead. In scored games the
payoff alone counts. Evaluations stay inside EVALUATION_LIMIT; what lies beyond PROVEN is no guess.
"""

from counterplay.core.compile.kernel import TOO_MUCH, hot
from counterplay.core.compile.unbound import rules

# Constants of this module, not attributes of `rules`: Numba leaves out what they rule out.
HAS_BOUNDS = rules.HAS_BOUNDS
HAS_SUFFICIENT_MOVES = rules.HAS_SUFFICIENT_MOVES
HAS_EVALUATOR = rules.HAS_EVALUATOR
HAS_INDEX = rules.HAS_INDEX
HAS_REMAINING = rules.HAS_REMAINING
HAS_NOISY = rules.HAS_NOISY
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


@hot
def end_value(ctx, s, p, ply):
    """The payoff of an ended game; a fault of the rules where it is more than they declare."""
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
def guess(ctx, s, p):
    """The evaluator's guess, inside its limits."""
    return min(max(rules.evaluate(ctx, s, p), -EVALUATION_LIMIT), EVALUATION_LIMIT)


@hot
def from_state(v, ply):
    """A value counted from its own state, as it counts from the root `ply` plies above."""
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
