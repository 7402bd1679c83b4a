"""Claim: the best play of Pig is no simple rule, and the first player wins 53.06 % with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.values import winning_chance
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.plots import COLOURS, GREY, integer_ticks, label
from counterplay.games import load
from counterplay.tablebase import solve
from counterplay.tablebase.solution import Solution

GOAL, QUICK_GOAL = 100, 20
SECTION = 0.3
"""The other's score in the cross-section, as a share of the goal: 30 in Neller and Presser."""

SCORES = 10
"""Rows and columns of the table."""

NEVER, ROLL, HOLD = 0, 1, 2
"""In a cross-section: this state does not occur, or its best move."""


@dataclass(frozen=True)
class Data:
    goal: int
    states: int
    chance: float
    """The winning chance of the first player."""
    error: float
    thresholds: tuple[tuple[int, ...], ...]
    """By one's own score and the other's: the least turn total at which holding is best."""
    other: int
    """The other's score in the cross-section."""
    section: tuple[tuple[int, ...], ...]
    """By one's own score and the turn total: NEVER, ROLL or HOLD."""


def measure(quick: bool, watch: Watch) -> Data:
    goal = QUICK_GOAL if quick else GOAL
    game = load("pig", goal=goal)

    def report(what: str, done: int, total: int) -> None:
        watch(0.2 if what == "states" else 0.2 + 0.8 * done / total)

    solution = solve(game, report=report)
    best = best_moves(solution, goal)
    holds = best == HOLD
    first = np.where(holds.any(axis=2), holds.argmax(axis=2), goal - np.arange(goal)[:, None])
    other = round(SECTION * goal)
    return Data(
        goal,
        len(solution),
        winning_chance(game.facts, solution.value().value),
        solution.error,
        tuple(tuple(row) for row in first.tolist()),
        other,
        tuple(tuple(row) for row in best[:, other].tolist()),
    )


def best_moves(solution: Solution, goal: int) -> npt.NDArray[np.int8]:
    """By one's own score, the other's and the turn total: NEVER, ROLL or HOLD."""
    at = solution.states
    values = np.full((goal, goal, goal + 6, 2, 2), np.nan)
    index = tuple(at[name].astype(int) for name in ("first", "second", "total", "mover", "rolling"))
    is_open = (index[0] < goal) & (index[1] < goal) & (index[2] < goal)
    values[tuple(part[is_open] for part in index)] = solution.values[is_open]
    best = np.zeros((goal, goal, goal), np.int8)
    for mine in range(goal):
        for total in range(goal - mine):
            roll, hold = values[mine, :, total, 0, 1], values[mine + total, :, 0, 1, 0]
            move = np.where(hold > roll, HOLD, ROLL) if total else ROLL
            best[mine, :, total] = np.where(np.isnan(roll), NEVER, move)
    return best


def caption(data: Data) -> str:
    start = data.thresholds[0][0]
    return (
        f"Pig to {data.goal}, all {data.states:,} states: with best play the first player wins "
        f"with probability {data.chance:.6f} (no payoff is off by more than {data.error:.0e}). "
        f"At 0 to 0, hold at {start}. Far behind, one must roll for more, and near the goal one "
        f"rolls to win. The right half has all totals if the other has {data.other} points."
    )


def tables(data: Data) -> list[Table]:
    step = max(1, data.goal // SCORES)
    scores = [0, *(score for score in range(step, data.goal, step) if score > 1)]
    rows = tuple((i, *(data.thresholds[i][j] for j in scores)) for i in scores)
    headings = ("own score", *(f"other {j}" for j in scores))
    return [Table("pig", "The least turn total at which holding is best", headings, rows)]


def plot(data: Data, figure: Any) -> None:
    from matplotlib.colors import ListedColormap

    left, right = figure.subplots(1, 2)
    thresholds = np.array(data.thresholds, float)
    thresholds[1, :] = thresholds[:, 1] = np.nan  # nobody has one point
    shown = left.imshow(thresholds.T, origin="lower", cmap="viridis", vmin=0)
    figure.colorbar(shown, ax=left, label="hold at", shrink=0.8)
    label(left, "When to hold", "own score", "the other's score")
    section = np.array(data.section)
    colours = ListedColormap(["white", COLOURS[5], COLOURS[4]])
    right.imshow(section.T, origin="lower", cmap=colours, vmin=NEVER, vmax=HOLD, aspect="auto")
    label(right, f"The other has {data.other}", "own score", "turn total")
    for text, at in (("roll", (0.12, 0.1)), ("hold", (0.12, 0.45))):
        right.text(*at, text, transform=right.transAxes, fontsize=13, fontweight="bold")
    right.text(0.72, 0.72, "won", transform=right.transAxes, color=GREY, fontsize=13)
    for axes in (left, right):
        integer_ticks(axes)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.grid(visible=False)


CLAIM = Claim(
    name="pig",
    title="The best play of Pig is no simple rule",
    text="In Pig a player rolls a die as often as wanted: the numbers add up, a 1 loses them and "
    "the turn, and a player who holds keeps them. With best play the first player wins 53.06 % of "
    "games; holding at 20 comes near it, but is not best (Neller and Presser 2004).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.0, 4.8),
)
