"""The range of values that a node can still have during a search.

An unsearched node can have any value: [−∞, +∞]. A terminal state has its payoff. The range of any
other node follows from the ranges of its children, searched or not:

    MAX      [largest low,        largest high]
    MIN      [smallest low,       smallest high]
    chance   [mean of the lows,   mean of the highs], weighted by probability

The book's figure of alpha-beta shows these ranges. They are correct at every step, because moves
that are pruned stay at [−∞, +∞].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf

Range = tuple[float, float]
UNKNOWN: Range = (-inf, inf)
LOWER_BOUND = re.compile(r"\b(at least|lower)\b")
UPPER_BOUND = re.compile(r"\b(at most|upper)\b")
STAND_PAT = re.compile(r"^stand pat (-?[\d.e+-]+)$")


def combine(kind: str, children: Sequence[Range], weights: Sequence[float] = ()) -> Range:
    """Return the range of a node of this kind from the ranges of all its children."""
    if not children:
        return UNKNOWN
    lows, highs = zip(*children, strict=True)
    if kind == "max":
        return max(lows), max(highs)
    if kind == "min":
        return min(lows), min(highs)
    return expected(lows, weights), expected(highs, weights)


def expected(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the weighted mean. Values of weight 0 do not count, even if they are infinite."""
    return sum(w * v for v, w in zip(values, weights, strict=True) if w)


def intersection(one: Range, other: Range) -> Range:
    """Return the values that lie in both ranges."""
    return max(one[0], other[0]), min(one[1], other[1])


def range_of_value(value: float, note: str = "") -> Range:
    """Return the range of a node with this value; the note says if the value is only a bound."""
    if LOWER_BOUND.search(note):
        return value, inf
    if UPPER_BOUND.search(note):
        return -inf, value
    return value, value


def stand_pat_range(note: str) -> list[Range]:
    """Return the range of standing pat, from a note of quiescence search: `stand pat 3`."""
    match = STAND_PAT.search(note)
    return [range_of_value(float(match[1]))] if match else []
