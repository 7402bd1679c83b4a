"""Minimax and alpha-beta on nested lists, written for these tests and sharing no code.

A path is a tuple of moves counted from 1, as people see them.
"""

from __future__ import annotations

from math import inf
from typing import Any

Path = tuple[int, ...]


def minimax_values(tree: Any, path: Path = (), is_max: bool = True) -> dict[Path, float]:
    """The value of every node."""
    if not isinstance(tree, list):
        return {path: tree}
    values: dict[Path, float] = {}
    for move, child in enumerate(tree, 1):
        values |= minimax_values(child, (*path, move), not is_max)
    best = max if is_max else min
    values[path] = best(values[(*path, move)] for move in range(1, len(tree) + 1))
    return values


def letters(tree: Any) -> dict[str, Path]:
    """The inner nodes row by row, named A, B, C, …"""
    row, paths = [((), tree)], []
    while row:
        paths += [path for path, node in row if isinstance(node, list)]
        row = [
            ((*path, move), child)
            for path, node in row
            if isinstance(node, list)
            for move, child in enumerate(node, 1)
        ]
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", paths, strict=False))


class Negamax:
    """Alpha-beta in its negamax form, with a list of what happens.

    events   ("leaf", path), ("cut", path, moves that are not tried)
    windows  alpha and beta of each node that is entered, as MAX sees them
    """

    def __init__(self, tree: Any) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.windows: dict[Path, tuple[float, float]] = {}
        self.value = self.search(tree, (), 1, -inf, inf)

    def search(self, tree: Any, path: Path, sign: int, alpha: float, beta: float) -> float:
        if not isinstance(tree, list):
            self.events.append(("leaf", path))
            return sign * tree
        self.windows[path] = (alpha, beta) if sign > 0 else (-beta, -alpha)
        best = -inf
        for move, child in enumerate(tree, 1):
            best = max(best, -self.search(child, (*path, move), -sign, -beta, -alpha))
            alpha = max(alpha, best)
            if best >= beta:
                rest = tuple(range(move + 1, len(tree) + 1))
                if rest:
                    self.events.append(("cut", path, rest))
                break
        return best

    @property
    def leaves(self) -> list[Path]:
        return [event[1] for event in self.events if event[0] == "leaf"]
