"""Claim: ProbCut beats the regular program although that one has twice the time. Othello.

Buro's Logistello with ProbCut scored 64 % against itself with twice the time. Here the time is a
number of nodes, so that the result does not depend on the machine: a node takes about as long with
ProbCut as without. Both players search with quiescence and without the other selective techniques,
as Logistello did. There are two evaluations:

    linear     a few features, weighted by how full the board is
    patterns   the evaluation of the game: pattern tables as in Logistello
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import sqrt
from typing import Any

from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult
from counterplay.arena.tally import MatchTally
from counterplay.experiments.figures.claim import NORMAL_95, Claim, Table, Watch
from counterplay.experiments.plots import COLOURS, baseline, label, note
from counterplay.games import load

NODES, QUICK_NODES = (1_000, 4_000, 32_000), (200,)
GAMES, QUICK_GAMES = 300, 20
ENOUGH = 100
"""Fewer games only show that the command works."""

EVALUATIONS = {"linear": ",weights=linear", "patterns": ""}
"""The settings of a player for each evaluation."""
QUICK_EVALUATIONS = ("patterns",)
OTHERS = "late_move_reductions=off,futility=off,singular_extensions=off"
NAMES = {"linear": "the linear evaluator", "patterns": "the pattern tables"}
SHALLOW = " So few games of so shallow searches only show that the command works."
BURO = 64.0
"""Per cent, by M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm,
1995; quoted by Russell and Norvig, section 5.4.3."""


@dataclass(frozen=True)
class Point:
    """A match of ProbCut with some nodes a move against twice the nodes without ProbCut."""

    evaluator: str
    nodes: int
    score: float
    """In per cent; a draw is half."""
    error: float
    """Half the width of the 95 % interval, in per cent."""
    depth: float
    depth_without: float


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    games: int


def measure(quick: bool, watch: Watch) -> Data:
    game = load("othello")
    budgets, count = (QUICK_NODES, QUICK_GAMES) if quick else (NODES, GAMES)
    names = QUICK_EVALUATIONS if quick else EVALUATIONS
    todo = [(name, nodes) for name in names for nodes in budgets]
    whole = sum(nodes for _, nodes in todo)
    points: list[Point] = []
    done = 0
    for name, nodes in todo:
        options = f"{OTHERS}{EVALUATIONS[name]}"

        def report(tally: MatchTally, before: int = done, nodes: int = nodes) -> None:
            watch((before + nodes * len(tally.records) / count) / whole)

        played = match(
            game,
            f"alphabeta:probcut=on,nodes={nodes},name=probcut,{options}",
            f"alphabeta:probcut=off,nodes={2 * nodes},name=twice,{options}",
            games=count, seed=1, jobs=1 if quick else os.cpu_count() or 1, report=report,
        )  # fmt: skip
        if not played.finished:  # the match was stopped by Ctrl-C
            raise KeyboardInterrupt
        points.append(point(name, nodes, played))
        done += nodes
    return Data(tuple(points), count)


def point(name: str, nodes: int, played: MatchResult) -> Point:
    games = played.wins + played.draws + played.losses
    score = (played.wins + played.draws / 2) / games
    variance = (played.wins + played.draws / 4) / games - score**2
    depths = [side.depth or 0.0 for side in played.sides]
    return Point(name, nodes, 100 * score, 100 * NORMAL_95 * sqrt(variance / games), *depths)


def caption(data: Data) -> str:
    shown = "; ".join(
        f"{NAMES[name]} "
        + ", ".join(
            f"{p.score:.1f} ± {p.error:.1f} % at {p.nodes:,} nodes"
            for p in data.points
            if p.evaluator == name
        )
        for name in dict.fromkeys(p.evaluator for p in data.points)
    )
    most = max(data.points, key=lambda p: p.nodes)
    return (
        f"Othello: the score of ProbCut against the same program without it and with twice the "
        f"nodes a move, {data.games} games each, 95 % intervals: {shown}. 50 % means that ProbCut "
        f"is worth twice the time; Buro measured {BURO:.0f} %. With "
        f"{most.nodes:,} nodes ProbCut searches {most.depth:.1f} plies deep, twice the nodes "
        f"without it {most.depth_without:.1f}." + ("" if data.games >= ENOUGH else SHALLOW)
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (NAMES[p.evaluator], p.nodes, round(p.score, 1), round(p.error, 1), round(p.depth, 1),
         round(p.depth_without, 1))
        for p in data.points
    )  # fmt: skip
    heads = ("evaluation", "nodes", "score, %", "±", "depth", "depth of twice the nodes")
    return [Table("probcut", "ProbCut against twice the nodes without it", heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "nodes a move of ProbCut; the other has twice as many", "score of ProbCut, %")
    axes.set_xscale("log")
    for i, name in enumerate(dict.fromkeys(p.evaluator for p in data.points)):
        points = [p for p in data.points if p.evaluator == name]
        axes.errorbar([p.nodes for p in points], [p.score for p in points],
                      [p.error for p in points], fmt="os"[i] + "-", color=COLOURS[i],
                      label=NAMES[name])  # fmt: skip
    ticks = sorted({p.nodes for p in data.points})
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.minorticks_off()
    baseline(axes, 50)
    note(axes, "worth twice the time", (ticks[0], 50), va="bottom")
    baseline(axes, BURO)
    note(axes, "Logistello (Buro 1995)", (ticks[0], BURO), va="bottom")
    axes.set_ylim(min(30, *(p.score - p.error - 2 for p in data.points)), 80)
    axes.legend(loc="lower right")


CLAIM = Claim(
    name="probcut",
    title="ProbCut against twice the time",
    text="ProbCut prunes moves that are probably outside the window. Logistello with ProbCut beat "
    "the regular version 64 % of the time, even when that one had twice as much time (Buro 1995; "
    "Russell and Norvig, section 5.4.3).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
