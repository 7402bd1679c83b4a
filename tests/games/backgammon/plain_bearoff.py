"""Bearoff by brute force, as plainly as can be: nothing is shared with the package.

A position is a tuple: the points of the checkers, in order. `plays` follows the rules of the game
to the letter: as many dice as possible must be played, and the higher one if only one can.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

Position = tuple[int, ...]
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def positions(checkers: int, points: int) -> list[Position]:
    """All positions with this many checkers or fewer on the points 1, 2, …"""
    every = range(1, points + 1)
    return [p for n in range(checkers + 1) for p in combinations_with_replacement(every, n)]


def one_die(position: Position, die: int) -> set[Position]:
    after = set()
    for at in set(position):
        rest = list(position)
        rest.remove(at)
        if at > die:
            after.add(tuple(sorted([*rest, at - die])))
        elif at == die or at == max(position):
            after.add(tuple(rest))
    return after


@cache
def plays(position: Position, roll: tuple[int, int]) -> frozenset[Position]:
    a, b = roll
    orders = [(a,) * 4] if a == b else [(a, b), (b, a)]
    ends: set[tuple[int, int, Position]] = set()  # dice played, the highest of them, position
    for order in orders:
        lines = {(0, 0, position)}
        for die in order:
            ends |= lines
            lines = {
                (n + 1, max(most, die), after)
                for n, most, before in lines
                for after in one_die(before, die)
            }
        ends |= lines
    best = max(end[:2] for end in ends if end[0] == max(e[0] for e in ends))
    return frozenset(after for n, most, after in ends if (n, most) == best)


@cache
def expected_rolls(position: Position) -> Fraction:
    if not position:
        return Fraction(0)
    best = (min(map(expected_rolls, plays(position, roll))) for roll in ROLLS)
    return 1 + sum(best, Fraction(0)) / 36


@cache
def equity(mine: Position, theirs: Position, cube: str) -> Fraction:
    """The equity of the side to roll, if the cube is `dead`, `mine`, `centred` or `theirs`."""
    if not theirs:
        return Fraction(-1)
    seen = {"mine": "theirs", "theirs": "mine"}.get(cube, cube)

    def rolled(seen: str) -> Fraction:
        best = (max(-equity(theirs, after, seen) for after in plays(mine, r)) for r in ROLLS)
        return sum(best, Fraction(0)) / 36

    hold = rolled(seen)
    if cube in ("dead", "theirs"):
        return hold
    return max(hold, min(Fraction(1), 2 * rolled("mine")))
