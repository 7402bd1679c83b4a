"""Strong solutions: what every position of a game is worth."""

from __future__ import annotations

from counterplay.core.game import Game
from counterplay.solve.graph import Report, explore
from counterplay.solve.lookup import Entry as Entry
from counterplay.solve.stats import Stats as Stats
from counterplay.solve.table import Table as Table
from counterplay.solve.tables import Tables as Tables
from counterplay.solve.tables import build_tables as build_tables


def solve(
    game: Game, *, memory: int | None = None, threads: int = 0, report: Report | None = None
) -> Table:
    """Solve a game: every position that can come up in it, with its outcome and distance.

    All states are entered and kept in memory: `memory` megabytes at most, half of what the machine
    has left if nothing is said. `threads` work at once, as many as there are cores if not said.
    """
    found = explore(game, memory=memory, threads=threads, report=report)
    return Table(game, found.states, found.values)
