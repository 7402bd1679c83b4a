"""Tablebases: strong solutions of whole games, and endgame tables."""

from __future__ import annotations

from counterplay.core.game.checked import say_unchecked
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.tablebase.build import build_tablebase as build_tablebase
from counterplay.tablebase.expected import solve as expected
from counterplay.tablebase.expected.solution import ExpectedSolution as ExpectedSolution
from counterplay.tablebase.kinds import has_expected_values
from counterplay.tablebase.lookup import Entry as Entry
from counterplay.tablebase.reachable.solve import explore
from counterplay.tablebase.reachable.state_space import Report
from counterplay.tablebase.solution import Solution as Solution
from counterplay.tablebase.statistics import Stats as Stats
from counterplay.tablebase.tablebase import Tablebase as Tablebase


def solve(
    game: Game,
    *,
    memory: int | None = None,
    threads: int = 0,
    tolerance: float | None = None,
    report: Report | None = None,
) -> Solution:
    """Solve a game: find every reachable position, its outcome and its distance to the end; or its
    expected payoff, if the game has chance or one player.

    All positions stay in memory. `memory` is the limit in megabytes; the default is half of the
    memory that is free. `threads` is the number of threads; 0 means one per core. `tolerance` is
    the widest gap between the bounds of an expected payoff; the default is 1e-9. `report` is
    called with the current step, the states done and the states found so far.
    """
    say_unchecked(game)
    if has_expected_values(game):
        found = expected.explore(
            game, memory=memory, threads=threads, tolerance=tolerance, report=report
        )
        return ExpectedSolution(
            game, found.states, found.values, found.ranks, found.error, found.sweeps
        )
    if tolerance is not None:
        raise InputError(f"{game.name} has no chance and is solved exactly: leave out `tolerance`")
    solved = explore(game, memory=memory, threads=threads, report=report)
    return Solution(game, solved.states, solved.values)
