"""Claim: a depth-first search needs O(bm) moves at once, or O(m) if generated one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.trees import Uniform, uniform
from counterplay.experiments.plots import COLOURS, GREY, integer_ticks, label

BRANCHINGS, QUICK_BRANCHINGS = (2, 3, 4), (2, 3)
LARGEST, QUICK_LARGEST = 70_000, 1_000
"""The largest tree that is searched, in leaves."""


class Move:
    """A move that counts the existing moves, now and at most."""

    alive = most = 0

    def __init__(self, number: int) -> None:
        self.number = number
        Move.alive += 1
        Move.most = max(Move.most, Move.alive)

    def __del__(self) -> None:
        Move.alive -= 1


@dataclass(frozen=True)
class Point:
    """The most moves that existed at once in a search of a tree of b^m leaves."""

    branching: int
    depth: int
    in_lists: int
    one_at_a_time: int


@dataclass(frozen=True)
class Data:
    points: tuple[Point, ...]


def each(branching: int) -> Iterator[Move]:
    """Yield the moves of a node, each generated when it is needed."""
    for number in range(branching):
        yield Move(number)


def most_moves(tree: Uniform, lists: bool) -> int:
    """Search the tree by minimax; return the most moves that existed at the same time."""

    def value(s: tuple[int, int]) -> float:
        if tree.terminal(s):
            return tree.utility(s, 0)
        sign = 1 if tree.player(s) == 0 else -1
        best = -inf
        moves = each(tree.branching)
        for move in list(moves) if lists else moves:
            best = max(best, sign * value(tree.result(s, move.number)))
        return sign * best

    Move.alive = Move.most = 0
    value(tree.root)
    return Move.most


def measure(quick: bool, watch: Watch) -> Data:
    largest = QUICK_LARGEST if quick else LARGEST
    todo = [(b, m) for b in (QUICK_BRANCHINGS if quick else BRANCHINGS)
            for m in range(1, 20) if b**m <= largest]  # fmt: skip
    points = []
    for i, (b, m) in enumerate(todo):
        tree = uniform(b, m, "random", 0)
        points.append(Point(b, m, most_moves(tree, True), most_moves(tree, False)))
        watch((i + 1) / len(todo))
    return Data(tuple(points))


def caption(data: Data) -> str:
    exact = all(
        p.in_lists == p.branching * p.depth and p.one_at_a_time == p.depth + 1 for p in data.points
    )
    last = data.points[-1]
    return (
        f"The most moves that exist at once during minimax. Lists of moves take "
        f"{'exactly' if exact else 'about'} b·m, moves generated one at a time "
        f"{'exactly' if exact else 'about'} m + 1 (the next one is generated while the last one "
        f"still exists), for any b: {last.in_lists} against {last.one_at_a_time} at b = "
        f"{last.branching}, m = {last.depth}, in a tree of {last.branching**last.depth:,} leaves."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (p.branching, p.depth, p.branching * p.depth, p.in_lists, p.one_at_a_time)
        for p in data.points
    )
    heads = ("b", "m", "b·m", "in lists", "one at a time")
    return [Table("memory", "Moves that exist at once in a depth-first search", heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "depth m", "moves that exist at once")
    integer_ticks(axes)
    for i, b in enumerate(dict.fromkeys(p.branching for p in data.points)):
        points = [p for p in data.points if p.branching == b]
        axes.plot([p.depth for p in points], [p.in_lists for p in points], "osv^"[i] + "-",
                  color=COLOURS[i], label=f"lists of moves, b = {b}")  # fmt: skip
    longest = max((p.depth, p.branching) for p in data.points)[1]
    single = [p for p in data.points if p.branching == longest]
    axes.plot([p.depth for p in single], [p.one_at_a_time for p in single], "D--",
              color=GREY, label="one at a time, every b")  # fmt: skip
    axes.legend()


CLAIM = Claim(
    name="memory",
    title="Depth-first search needs little memory",
    text="Minimax needs O(bm) moves at once if each node lists its moves, and O(m) if they are "
    "generated one at a time.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
