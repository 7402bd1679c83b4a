"""The algorithms of the textbook by name, and what each of them is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.decision import Decision
from counterplay.textbook.minimax import minimax


@dataclass(frozen=True)
class Algorithm:
    """One algorithm.

    exact        without a depth limit it gives the minimax (or max^n, or expected) value
    two_players  it is for two players with opposite payoffs
    chance       it knows moves of chance
    needs_depth  it has no meaning without a depth
    """

    name: str
    function: Callable[..., Decision]
    about: str
    exact: bool = True
    two_players: bool = True
    chance: bool = False
    needs_depth: bool = False


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("minimax", minimax, "the value if both sides play their best"),
        Algorithm("alphabeta", alphabeta, "minimax without the moves that cannot matter"),
    )
}
