"""Claim: an evaluation learned from random games beats none, and more games help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.matches import Shuffled, looks_ahead, openings, scores
from counterplay.experiments.plots import COLOURS, baseline, label
from counterplay.textbook.learned import learned_evaluation

GAMES = {"tic-tac-toe": Shuffled(3, 3, 3), "Connect Four 6x5": Shuffled(6, 5, 4, fall=True)}
PLIES = {"tic-tac-toe": 2, "Connect Four 6x5": 4}
"""Random plies at the start of each game."""
LESSONS, QUICK_LESSONS = (1, 10, 100, 1000), (10, 300)
DEPTHS, QUICK_DEPTHS = (1, 2), (1,)
OPENINGS, QUICK_OPENINGS = 40, 10
LEARNERS, QUICK_LEARNERS = 3, 2
"""The number of evaluations learned with different seeds."""


@dataclass(frozen=True)
class Point:
    """The score of an evaluation learned from `lessons` games against none, at the same depth."""

    game: str
    depth: int
    lessons: int
    score: Estimate


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    matches: int
    """Games played for each point."""


def measure(quick: bool, watch: Watch) -> Data:
    learners = range(QUICK_LEARNERS if quick else LEARNERS)
    count = QUICK_OPENINGS if quick else OPENINGS
    todo = [(name, n) for name in GAMES for n in (QUICK_LESSONS if quick else LESSONS)]
    points = []
    for i, (name, lessons) in enumerate(todo):
        game = GAMES[name]
        starts = openings(game, count, PLIES[name])
        learned = [learned_evaluation(game, game.category, lessons, seed, game.root)
                   for seed in learners]  # fmt: skip
        for depth in QUICK_DEPTHS if quick else DEPTHS:
            none = looks_ahead(game, depth, None)
            players = [looks_ahead(game, depth, evaluate) for evaluate in learned]
            found = [x for player in players for x in scores(game, starts, player, none)]
            points.append(Point(name, depth, lessons, estimate(found)))
        watch((i + 1) / len(todo))
    return Data(tuple(points), 2 * count * len(learners))


def caption(data: Data) -> str:
    most = max(p.lessons for p in data.points)
    shown = ", ".join(
        f"{100 * p.score.mean:.0f} ± {100 * p.score.error:.0f} % in {p.game} at "
        f"{_plies(p.depth)}"
        for p in data.points if p.lessons == most
    )  # fmt: skip
    return (
        f"An evaluation learned from random games (the mean payoff of all states with the same "
        f"open lines) against none, both at the same depth. Learned from {most:,} games "
        f"it scores {shown}. {data.matches} games per point, from both sides of random openings; "
        f"95 % intervals."
    )


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (p.game, p.depth, p.lessons, round(100 * p.score.mean, 1), round(100 * p.score.error, 1))
        for p in data.points
    )
    heads = ("game", "plies", "learned from games", "score against none, %", "±")
    title = f"The learned category evaluation against none, {data.matches} games each"
    return [Table("learned", title, heads, rows)]


def plot(data: Data, figure: Any) -> None:
    for i, (axes, name) in enumerate(zip(figure.subplots(1, 2, sharey=True), GAMES, strict=True)):
        label(axes, name, "random games learned from", "" if i else "score against none, %")
        for depth in dict.fromkeys(p.depth for p in data.points):
            points = [p for p in data.points if (p.game, p.depth) == (name, depth)]
            axes.errorbar([p.lessons for p in points], [100 * p.score.mean for p in points],
                          [100 * p.score.error for p in points],
                          fmt="os^"[depth - 1] + ("-", "--")[depth % 2],
                          color=COLOURS[depth - 1],
                          label=f"both search {_plies(depth)}")  # fmt: skip
        axes.set_xscale("log")
        lessons = sorted({p.lessons for p in data.points})
        axes.set_xticks(lessons, [f"{n:,}" for n in lessons])
        baseline(axes, 50)
        axes.set_ylim(0, 105)
        axes.legend(loc="lower right")


CLAIM = Claim(
    name="learned",
    title="A learned category evaluation beats none",
    text="States with the same features form a category. Its mean payoff in played games is an "
    "evaluation (72 % won, 20 % lost and 8 % drawn are worth 0.76).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.0, 4.8),
)
