"""How deep a search gets with the nodes that it can afford."""

from __future__ import annotations

from math import log, sqrt

from counterplay.experiments.figures.stated.chess import BRANCHING
from counterplay.experiments.figures.stated.number import Number

MODERN, OLD = 200_000_000, 1_000_000
"""Nodes a move: three minutes at a million a second (textbook), 100 seconds at 10^4 (lesson)."""


def plies(nodes: float, branching: float) -> float:
    """Return the depth of a uniform tree with this many leaves."""
    return log(nodes) / log(branching)


def numbers() -> list[Number]:
    minimax, alphabeta = plies(MODERN, BRANCHING), plies(MODERN, sqrt(BRANCHING))
    return [
        Number("depth", "nodes in three minutes at a million a second", "textbook", 286,
               "roughly 200 million", f"{180 * 10**6:,}", "worked out", "180·10^6"),
        Number("depth", "leaves five plies deep", "textbook", 286, "35^5, about 50 million",
               f"{BRANCHING**5:,}", "worked out", "35^5"),
        Number("depth", "plies of minimax with 200 million nodes", "textbook", 286, "about 5",
               f"{minimax:.1f}", "worked out", "log(2·10^8) / log 35"),
        Number("depth", "branching factor of alpha-beta in the best order", "textbook", 156,
               "about 6", f"{sqrt(BRANCHING):.1f}", "worked out", "√35"),
        Number("depth", "plies of alpha-beta with 200 million nodes", "textbook", 286, "about 10",
               f"{alphabeta:.1f}", "worked out", "log(2·10^8) / log √35, in the best order"),
        Number("depth", "plies with more pruning", "textbook", 286, "roughly 14",
               f"a branching factor of {MODERN ** (1 / 14):.1f}", "worked out",
               "(2·10^8)^(1/14): what pruning has to leave"),
        Number("depth", "nodes in 100 seconds at 10^4 a second", "lesson", 203, "10^6",
               f"{100 * 10**4:,}", "worked out", "100·10^4"),
        Number("depth", "plies of minimax with 10^6 nodes", "lesson", 238, "4",
               f"{plies(OLD, BRANCHING):.1f}", "worked out", "log(10^6) / log 35"),
        Number("depth", "novice, master, champion", "lesson", 242, "4, 8, 12 plies", "", "measured",
               "counterplay figures OUT strength_by_depth: the Elo of two more plies"),
        Number("depth", "positions a second of Deep Blue", "lesson", 253, "200 million", "",
               "quoted", "hardware of 1997"),
    ]  # fmt: skip
