"""Bets that a blueprint does not have: which of its bets stands for one, and the way back.

A bet is a fraction of the pot after a call. A bet x between two known ones, A < x < B, counts as A
with the probability (B - x)(1 + A) / ((B - A)(1 + x)): the pseudo-harmonic mapping of Ganzfried and
Sandholm ("Action Translation in Extensive-Form Games with Large Action Spaces", 2013).
"""

from __future__ import annotations

from collections.abc import Sequence

CALL = 1
"""Higher moves are bets: the chips that their player has then paid, plus 1."""


def fraction(move: int, called: int) -> float:
    """A bet as a fraction of the pot after a call, in which each player has `called` chips."""
    return (move - 1 - called) / (2 * called)


def stands_for(size: float, known: Sequence[float], coin: float) -> int:
    """The place of the known bet that stands for a bet; `coin` is a random number from 0 to 1."""
    above = next((i for i, b in enumerate(known) if b >= size), len(known) - 1)
    if above == 0 or known[above] <= size:
        return above
    a, b = known[above - 1], known[above]
    is_lower = coin < (b - size) * (1 + a) / ((b - a) * (1 + size))
    return above - 1 if is_lower else above


def nearest_bet(size: float, bets: Sequence[int], called: int) -> int:
    """The possible bet that is nearest to a fraction of the pot."""
    return min(bets, key=lambda move: abs(fraction(move, called) - size))
