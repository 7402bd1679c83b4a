"""Strong solutions: what every position of a game is worth."""

from __future__ import annotations

from counterplay.core.game.game import Game
from counterplay.tablebase.endgames import Tablebase as Tablebase
from counterplay.tablebase.endgames import build_tablebase as build_tablebase
from counterplay.tablebase.lookup import Entry as Entry
from counterplay.tablebase.reachable.solve import Report, explore
from counterplay.tablebase.solution import Solution as Solution
from counterplay.tablebase.stats import Stats as Stats


def solve(
    game: Game, *, memory: int | None = None, threads: int = 0, report: Report | None = None
) -> Solution:
    """Solve a game: every position that can come up in it, with its outcome and distance.

    All states are entered and kept in memory: `memory` megabytes at most, half of what the machine
    has left if nothing is said. `threads` work at once, as many as there are cores if not said.
    """
    found = explore(game, memory=memory, threads=threads, report=report)
    return Solution(game, found.states, found.values)
