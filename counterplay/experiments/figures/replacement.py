"""Claim: a small transposition table needs a good policy. Nodes by table size and policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.matches import openings
from counterplay.experiments.figures.small_games import Board, Row
from counterplay.experiments.plots import COLOURS, baseline, label, note
from counterplay.textbook.replacement import POLICIES, TranspositionTable
from counterplay.textbook.transposition import transposition

SIZES, QUICK_SIZES = (64, 128, 256, 512, 1024, 2048, 4096, 8192), (16, 128)
DEPTH, QUICK_DEPTH = 6, 3
OPENINGS, QUICK_OPENINGS = 6, 1
OPENING, PLIES = 2, 14
NAMES = {
    "always": "always: the newest entry",
    "depth": "depth: the deeper search",
    "age": "age: depth, but old searches go",
    "two_tier": "two tiers: one by depth, one always",
}


@dataclass(frozen=True)
class Point:
    """The nodes of a whole game with a table of one size and policy, as a share of no table."""

    size: int
    policy: str
    share: Estimate


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]
    unbounded: Estimate
    """The share of nodes with a table in which nothing is replaced."""
    entries: int
    """The most entries of such a table."""
    nodes_without: int
    depth: int


def nodes_of_game(game: Row, start: Board, depth: int, table: TranspositionTable | None) -> int:
    """Play a game by searches that share a table; return their nodes. None: an empty table for
    each search, of one entry."""
    s, nodes = start, 0
    for _ in range(PLIES):
        if game.terminal(s):
            break
        kept = TranspositionTable(1, "always") if table is None else table
        found = transposition(game, s, depth=depth, evaluate=game.evaluate, table=kept)
        nodes += found.nodes
        s = game.result(s, found.move)
    return nodes


def measure(quick: bool, watch: Watch) -> Data:
    depth, sizes = (QUICK_DEPTH, QUICK_SIZES) if quick else (DEPTH, SIZES)
    game = Row(6, 5, 4, fall=True)
    starts = openings(game, QUICK_OPENINGS if quick else OPENINGS, OPENING)
    without = [nodes_of_game(game, s, depth, None) for s in starts]
    watch(0.1)

    def shares(tables: list[TranspositionTable]) -> Estimate:
        return estimate(
            [
                nodes_of_game(game, s, depth, table) / all_nodes
                for s, table, all_nodes in zip(starts, tables, without, strict=True)
            ]
        )

    unlimited = [TranspositionTable() for _ in starts]
    unbounded = shares(unlimited)
    points = []
    todo = [(size, policy) for size in sizes for policy in POLICIES]
    for done, (size, policy) in enumerate(todo, 1):
        share = shares([TranspositionTable(size, policy) for _ in starts])
        points.append(Point(size, policy, share))
        watch(0.1 + 0.9 * done / len(todo))
    return Data(tuple(points), unbounded, max(map(len, unlimited)), sum(without), depth)


def caption(data: Data) -> str:
    smallest = min(p.size for p in data.points)
    small = {p.policy: p.share.mean for p in data.points if p.size == smallest}
    shown = ", ".join(f"{100 * small[policy]:.0f} % by {policy}" for policy in POLICIES)
    best = min(small, key=small.__getitem__)
    return (
        f"Nodes of all searches of a game of Connect Four, 6x5, {data.depth} plies deep, with one "
        f"table for the whole game, as a share of the nodes without a table; games: "
        f"{data.unbounded.count}. A table that replaces nothing needs up to "
        f"{data.entries:,} entries and saves all but {100 * data.unbounded.mean:.0f} % of the "
        f"nodes. With {smallest} entries it is {shown}: {best} is best."
    )


def tables(data: Data) -> list[Table]:
    sizes = list(dict.fromkeys(p.size for p in data.points))
    share = {(p.size, p.policy): p.share for p in data.points}
    rows = tuple(
        (size, *(round(100 * share[size, policy].mean, 1) for policy in POLICIES)) for size in sizes
    )
    title = "Nodes as a share of the nodes without a table, in per cent"
    return [Table("replacement", title, ("entries", *POLICIES), rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "entries of the table", "nodes, % of a search without a table")
    axes.set_xscale("log", base=2)
    for i, policy in enumerate(POLICIES):
        points = [p for p in data.points if p.policy == policy]
        axes.plot([p.size for p in points], [100 * p.share.mean for p in points], "osv^"[i] + "-",
                  color=COLOURS[i], label=NAMES[policy])  # fmt: skip
    sizes = sorted({p.size for p in data.points})
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.minorticks_off()
    baseline(axes, 100 * data.unbounded.mean)
    note(axes, "nothing replaced", (sizes[0], 100 * data.unbounded.mean),
         va="top", xytext=(0, -4), textcoords="offset points")  # fmt: skip
    axes.set_ylim(bottom=0)
    axes.legend()


CLAIM = Claim(
    name="replacement",
    title="A small table needs a good replacement policy",
    text="A table cannot keep every position. Strategies differ in which positions they keep and "
    "which they discard (Breuker, Uiterwijk and van den Herik 1994).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
