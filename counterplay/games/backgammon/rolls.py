"""Rolls that do something, counted out of 36: those that hit, and those that escape.

Points are those of one player, and the other's checkers move up on them: bit 25 - p is the other's
point p, and bit 0 the other's bar.
"""

from counterplay.core.bits.bits import popcount

SIX = 0b111111
"""A bit for each number of a die."""


def hitting_rolls(movers, on_bar, blocked, single):
    """The rolls that hit a single checker, and those that hit two or more.

    movers    the other's checkers, `on_bar` of them on the bar
    blocked   the points where they cannot land
    single    the single checkers

    A roll counts even where the rule to play both dice forbids the hit.
    """
    hit, several = 0, 0
    if single == 0:
        return hit, several
    start, inside = 1 if on_bar > 0 else movers, movers & ~1
    for a in range(1, 7):
        first = start << a & ~blocked
        found = landed_by_double(inside, first, on_bar, blocked, a) & single
        hit += found != 0
        several += found & found - 1 != 0
        for b in range(1, a):
            other = start << b & ~blocked
            then = landed_next(inside, first, on_bar, blocked, b)
            before = landed_next(inside, other, on_bar, blocked, a)
            if (first | other | then | before) & single != 0:
                hit += 2
                both = is_two(first & single, then & single)
                several += 2 * (both or is_two(other & single, before & single))
    return hit, several


def landed_next(inside, landed, on_bar, blocked, die):
    """Where the second die can land, after the first could land on some points."""
    if on_bar > 0 and landed == 0:
        return 0
    return (1 if on_bar > 1 else inside | landed) << die & ~blocked


def landed_by_double(inside, landed, on_bar, blocked, die):
    """Where a double can land, if one die can land on some points: the bar enters first."""
    if landed == 0:
        return 0
    moving, left = inside | landed, 4 - max(on_bar, 1)
    for _ in range(left):
        moving = moving << die & ~blocked
        landed |= moving
    return landed


def is_two(hit, hit_next):
    """Whether two dice hit two single checkers."""
    both = hit | hit_next
    return hit != 0 and hit_next != 0 and both & both - 1 != 0


def escaping_rolls(start, blocked):
    """The rolls that take one checker from `start` as far as both dice say.

    Bit 6 * (a - 1) + b - 1 is the roll of an a, then a b: one of them must have a free landing.
    """
    ahead, rolls = blocked >> start, 0
    dice = ahead >> 1 & SIX
    for a in range(1, 7):
        stop = ahead >> a & 1
        rolls |= (SIX & ~(ahead >> a + 1 | dice & -stop)) << 6 * (a - 1)
    return popcount(rolls)
