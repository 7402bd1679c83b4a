"""Claim: two more plies make a chess program stronger, by less and less."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from math import isinf
from typing import Any

from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult
from counterplay.arena.tally import MatchTally
from counterplay.experiments.figures.chess_play import chess
from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.experiments.plots import COLOURS, label, note

DEPTHS, QUICK_DEPTHS = (4, 6, 8, 10, 12), (2, 4)
GAMES, QUICK_GAMES = 100, 4


@dataclass(frozen=True)
class Step:
    """A match of a deeper against a shallower search: Elo with its 95 % interval.

    An infinite bound is None.
    """

    shallow: int
    deep: int
    won: int
    drawn: int
    lost: int
    elo: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Data:
    steps: tuple[Step, ...]
    games: int
    """Of each match."""


def measure(quick: bool, watch: Watch) -> Data:
    depths, count = (QUICK_DEPTHS, QUICK_GAMES) if quick else (DEPTHS, GAMES)
    pairs = list(pairwise(depths))
    # Two more plies take about four times as long.
    shares = [4.0**i / sum(4.0**j for j in range(len(pairs))) for i in range(len(pairs))]
    steps = []
    for i, (shallow, deep) in enumerate(pairs):

        def report(
            tally: MatchTally, before: float = sum(shares[:i]), share: float = shares[i]
        ) -> None:
            watch(before + share * len(tally.records) / count)

        played = match(
            chess(), f"alphabeta:depth={deep}", f"alphabeta:depth={shallow}",
            games=count, jobs=1 if quick else os.cpu_count() or 1, report=report,
        )  # fmt: skip
        if not played.finished:  # the match was stopped by Ctrl-C
            raise KeyboardInterrupt
        steps.append(step(shallow, deep, played))
    return Data(tuple(steps), count)


def step(shallow: int, deep: int, played: MatchResult) -> Step:
    return Step(
        shallow, deep, played.wins, played.draws, played.losses,
        _finite(played.elo), _finite(played.elo_low), _finite(played.elo_high),
    )  # fmt: skip


def _finite(elo: float | None) -> float | None:
    """Return None for an infinite Elo: all games were won, or all lost."""
    return None if elo is None or isinf(elo) else round(elo, 1)


def caption(data: Data) -> str:
    shown = ", ".join(f"{_signed(s.elo)} from {s.shallow} to {s.deep}" for s in data.steps)
    return (
        f"The engine with all techniques against itself with two plies less, {data.games} games "
        f"per step from known openings, each from both sides. Elo gained: {shown}."
    )


def _signed(elo: float | None) -> str:
    return "not measurable" if elo is None else f"{elo:+.0f}"


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{s.deep} against {s.shallow}", s.won, s.drawn, s.lost,
         *(_signed(elo) for elo in (s.elo, s.low, s.high)))
        for s in data.steps
    )  # fmt: skip
    heads = ("plies", "won", "drawn", "lost", "Elo", "at least", "at most")
    title = f"Matches of {data.games} games; Elo with its 95 % interval"
    return [Table("strength_by_depth", title, heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "plies", f"Elo above {data.steps[0].shallow} plies")
    total, heights = 0.0, [0.0]
    for s in data.steps:
        if s.elo is None:
            break
        total += s.elo
        heights.append(total)
    depths = [data.steps[0].shallow, *(s.deep for s in data.steps)]
    axes.plot(depths[: len(heights)], heights, "o-", color=COLOURS[0])
    for s, height in zip(data.steps, heights[1:], strict=False):
        note(axes, f"{s.elo:+.0f}", (s.deep, height), xytext=(-8, 6), ha="right",
             textcoords="offset points", color="black")  # fmt: skip
    axes.set_xticks(depths)


CLAIM = Claim(
    name="strength_by_depth",
    title="Two more plies make a chess program stronger, by less and less",
    text="Playing strength in chess grows with the search depth (Thompson 1982), but by less if "
    "the search is already deep.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
