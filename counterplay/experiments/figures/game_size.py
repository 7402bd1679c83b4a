"""Claim: the size of chess, by the branching factor and the length of well-played games."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from statistics import mean
from typing import Any

from counterplay.experiments.figures.chess_play import chess, games
from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.plots import COLOURS, baseline, label, note

GAMES, QUICK_GAMES = 100, 4
NODES, QUICK_NODES = 20_000, 300
STAGE = 10
"""Plies in one row of the table."""


@dataclass(frozen=True)
class Stage:
    """The mean number of legal moves in STAGE plies, from ply `first` on."""

    first: int
    positions: int
    moves: float


@dataclass(frozen=True)
class Data:
    branching: Estimate
    """Legal moves: the mean over the means of the games."""
    length: Estimate
    """In plies."""
    stages: tuple[Stage, ...]
    nodes: int
    """The node limit of each move."""

    @property
    def tree(self) -> float:
        """The decimal logarithm of the branching factor to the power of the length."""
        return self.length.mean * log10(self.branching.mean)


def measure(quick: bool, watch: Watch) -> Data:
    count, nodes = (QUICK_GAMES, QUICK_NODES) if quick else (GAMES, NODES)
    widths: list[list[int]] = []
    for number, end in enumerate(games(count, nodes), 1):
        widths.append([len(chess().actions(s)) for s in end.past])
        watch(number / count)
    stages = []
    for first in range(0, max(map(len, widths)), STAGE):
        seen = [width for one in widths for width in one[first : first + STAGE]]
        stages.append(Stage(first, len(seen), mean(seen)))
    return Data(
        estimate([mean(one) for one in widths]),
        estimate([float(len(one)) for one in widths]),
        tuple(stages),
        nodes,
    )


def caption(data: Data) -> str:
    b, m = data.branching, data.length
    return (
        f"{b.count} games of the engine against itself from known openings, {data.nodes:,} nodes "
        f"a move; a player who is a piece behind resigns, and long even games are drawn. There are "
        f"{b.mean:.1f} ± {b.error:.1f} legal moves in a position, and a game lasts "
        f"{m.mean:.0f} ± {m.error:.0f} plies. So the tree has about "
        f"{b.mean:.0f}^{m.mean:.0f} = 10^{data.tree:.0f} leaves (the textbook, line 23: "
        f"about 35 moves, 50 by each player, 10^154)."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (f"{s.first + 1} to {s.first + STAGE}", s.positions, round(s.moves, 1)) for s in data.stages
    )
    title = f"Legal moves by ply ({data.branching.count} games)"
    return [Table("game_size", title, ("plies", "positions", "legal moves"), rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "plies played", "legal moves (mean)")
    middles = [s.first + STAGE / 2 for s in data.stages]
    axes.plot(middles, [s.moves for s in data.stages], "o-", color=COLOURS[0])
    baseline(axes, data.branching.mean)
    mean_at = (middles[-1], data.branching.mean + 0.6)
    note(axes, f"mean {data.branching.mean:.1f}", mean_at, ha="right")
    axes.axvline(data.length.mean, color=COLOURS[1], linestyle="--", linewidth=1.2)
    length_at = (data.length.mean + 2, 4)
    note(axes, f"mean length {data.length.mean:.0f}", length_at, color=COLOURS[1])
    axes.set_ylim(bottom=0)


CLAIM = Claim(
    name="game_size",
    title="Chess has about 35 moves in a position and 100 plies in a game",
    text="The branching factor of chess is about 35 and games often go to 50 moves of each side, "
    "which makes a tree of about 35^100 nodes (Russell and Norvig 1995). Shannon (1950) assumed 30 "
    "moves, and 40 moves of each side.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
