"""The range of values that a node can still have, as the search narrows it.

A node that was not looked at can be worth anything, [−∞, +∞]; an end is worth what it pays. Above
them the range of a node follows from those of its children, looked at or not:

    MAX      [largest low,        largest high]
    MIN      [smallest low,       smallest high]
    chance   [mean of the lows,   mean of the highs], weighted by probability

That is how the book's figure of alpha-beta gets its ranges: they hold whichever way the search
goes on, so moves that were left out simply stay at [−∞, +∞].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

Range = tuple[float, float]
UNKNOWN: Range = (-inf, inf)
BELOW = re.compile(r"\b(at least|lower)\b")
ABOVE = re.compile(r"\b(at most|upper)\b")
STAND_PAT = re.compile(r"^stand pat (-?[\d.e+-]+)$")


def combine(kind: str, children: Sequence[Range], weights: Sequence[float] = ()) -> Range:
    """The range of a node, from the ranges of all its children."""
    if not children:
        return UNKNOWN
    lows, highs = zip(*children, strict=True)
    if kind == "max":
        return max(lows), max(highs)
    if kind == "min":
        return min(lows), min(highs)
    return expected(lows, weights), expected(highs, weights)


def expected(values: Sequence[float], weights: Sequence[float]) -> float:
    """The mean by probability; an outcome that cannot happen does not count, however large."""
    return sum(w * v for v, w in zip(values, weights, strict=True) if w)


def both(one: Range, other: Range) -> Range:
    """What two searches of a node have shown together."""
    return max(one[0], other[0]), min(one[1], other[1])


def known(value: float, note: str = "") -> Range:
    """The range of a node whose value was looked up: the note says whether it is only a bound."""
    if BELOW.search(note):
        return value, inf
    if ABOVE.search(note):
        return -inf, value
    return value, value


def standing(note: str) -> list[Range]:
    """The choice to make no move, in the notes of quiescence: `stand pat 3`."""
    found = STAND_PAT.search(note)
    return [known(float(found[1]))] if found else []
