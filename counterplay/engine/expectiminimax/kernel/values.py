"""Values of states: payoffs and evaluations of the first player, measured from an even share."""

import numpy as np

from counterplay.core.compile.kernel import TOO_MUCH, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import CHANCE
from counterplay.engine.expectiminimax.kernel.switches import BOUNDS

SPAN = rules.BEST - rules.EVEN
"""Values lie between -SPAN and SPAN: that is what Star1 and Star2 prune by."""
EDGE = SPAN * (1 + 1e-9)
NARROWEST = SPAN * 2.0**-40
"""The least width of a window."""


@native
def end_value(ctx, s):
    """The payoff of the first player at the end of the game."""
    v = np.float64(rules.utility(ctx, s, 0) - rules.EVEN)
    if v > EDGE or v < -EDGE:
        ctx.fault = TOO_MUCH
        ctx.aborted = 1
    return v


@native
def static_value(ctx, ply, s):
    """The static evaluation of the first player, within the payoffs that are possible."""
    v = rules.evaluate(ctx, ply, s, 0) / rules.UNIT
    return max(min(v, SPAN), -SPAN)


@native
def value_range(ctx, s, mover):
    """The lowest and the highest value that `s` can have, by the game's `bounds`."""
    if rules.HAS_BOUNDS and ctx.use & BOUNDS:
        low, high = rules.bounds(ctx, s, -rules.WIN, rules.WIN)
        low, high = max(low, -rules.WIN), min(high, rules.WIN)
        if mover == 0 or mover == CHANCE:
            return low / rules.UNIT, high / rules.UNIT
        return -high / rules.UNIT, -low / rules.UNIT
    return -SPAN, SPAN
