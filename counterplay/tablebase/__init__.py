"""Tablebases: strong solutions of whole games, and endgame tables."""

from __future__ import annotations

from counterplay.core.game.game import Game
from counterplay.tablebase.build import build_tablebase as build_tablebase
from counterplay.tablebase.lookup import Entry as Entry
from counterplay.tablebase.reachable.solve import Report, explore
from counterplay.tablebase.solution import Solution as Solution
from counterplay.tablebase.statistics import Stats as Stats
from counterplay.tablebase.tablebase import Tablebase as Tablebase


def solve(
    game: Game, *, memory: int | None = None, threads: int = 0, report: Report | None = None
) -> Solution:
    """Solve a game: find every reachable position, its outcome and its distance to the end.

    All positions stay in memory. `memory` is the limit in megabytes; the default is half of the
    memory that is free. `threads` is the number of threads; 0 means one per core. `report` is
    called with the current step, the states done and the states found so far.
    """
    solved = explore(game, memory=memory, threads=threads, report=report)
    return Solution(game, solved.states, solved.values)
