"""Solve Pig, and compare every position with plain value iteration in NumPy.

bench/pig.py
bench/pig.py --goal 50

With best play the first player of Pig to 100 wins 53.06 % of games (Neller and Presser, "Optimal
play of the dice game Pig", The UMAP Journal 25, 2004).
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.core.game.values import winning_chance
from counterplay.tablebase.kinds import kernel_of

PRECISION = 1e-13


def by_numpy(goal: int) -> Any:
    """The winning chance of the side to move, by its score, the other's and the turn total."""
    wins = np.zeros((goal, goal, goal))
    change = 1.0
    while change > PRECISION:
        change = 0.0
        for mine in reversed(range(goal)):
            before = wins[mine].copy()
            for total in reversed(range(goal - mine)):
                sums = [total + face for face in range(2, 7)]
                rolled = [wins[mine, :, n] if mine + n < goal else np.ones(goal) for n in sums]
                roll = (1 - wins[:, mine, 0] + sum(rolled)) / 6
                hold = 1 - wins[:, mine + total, 0]
                wins[mine, :, total] = np.maximum(roll, hold) if total else roll
            change = max(change, float(np.abs(wins[mine] - before).max()))
    return wins


def difference(solution: cp.Solution, wins: Any, goal: int) -> float:
    """The largest difference between a solution and the chances, in payoffs."""
    at = {name: solution.states[name].astype(int) for name in solution.states.dtype.names}
    mine = np.where(at["mover"] == 0, at["first"], at["second"])
    theirs = np.where(at["mover"] == 0, at["second"], at["first"])
    is_open = (at["rolling"] == 0) & (mine + at["total"] < goal)
    expected = 2 * wins[mine[is_open], theirs[is_open], at["total"][is_open]] - 1
    sign = np.where(at["mover"] == 0, 1, -1)[is_open]
    return float(np.abs(sign * solution.values[is_open] - expected).max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goal", type=int, default=100)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    game = cp.load("pig", goal=given.goal)
    bind(game, kernel_of(game))
    started = time.perf_counter()
    solution = cp.solve(game, threads=given.threads)
    seconds = time.perf_counter() - started
    started = time.perf_counter()
    wins = by_numpy(given.goal)
    figures = {
        "goal": given.goal,
        "winning_chance": winning_chance(game.facts, solution.value().value),
        "numpy_winning_chance": float(wins[0, 0, 0]),
        "states": len(solution),
        "error": solution.error,
        "largest_difference": difference(solution, wins, given.goal),
        "seconds": round(seconds, 2),
        "numpy_seconds": round(time.perf_counter() - started, 2),
    }
    print(json.dumps(figures))
    assert figures["largest_difference"] <= solution.error + 1e-10


if __name__ == "__main__":
    main()
