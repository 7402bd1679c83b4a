"""The trees of the worked examples, searched and explained step by step."""

from __future__ import annotations

from functools import cache
from typing import Any

from counterplay.drawing.explanation import Explanation
from counterplay.drawing.narrator import explain
from counterplay.drawing.svg import svg
from counterplay.games import load
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.examples import (
    COOPERATION,
    THREE_PLAYERS,
    TWO_PLY,
    UNSEEN_END,
    MisereNim,
)
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.maxn import maxn


def chance_tree(*leaves: float) -> list[Any]:
    """Return a tree: MAX chooses between two chance nodes, 0.9 to 0.1; MIN has no real choice."""
    a, b, c, d = ([leaf, leaf] for leaf in leaves)
    return [{"chance": [[0.9, a], [0.1, b]]}, {"chance": [[0.9, c], [0.1, d]]}]


LEAVES = (2, 3, 1, 4)
TRANSFORMED = (20, 30, 1, 400)
"""Leaves in the same order of size, for which the other move is better."""
LINEAR = tuple(10 * leaf + 5 for leaf in LEAVES)
"""Leaves after a positive linear transformation: the same move is better."""


class RemainingPiles(tuple[int, int]):
    """A move of Nim, shown as the remaining piles."""

    piles: tuple[int, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.piles))


class NimByPiles(MisereNim):
    """The same game, for a picture whose edges show the remaining piles."""

    def actions(self, s: Any) -> list[tuple[int, int]]:
        moves = list(map(RemainingPiles, super().actions(s)))
        for move in moves:
            move.piles = self.result(s, move)[1]
        return list(moves)


@cache
def two_ply() -> Explanation:
    """Return alpha-beta on the two-ply tree of the figure."""
    game = load("tree", tree=TWO_PLY.tree)
    found = alphabeta(game, game.initial(), trace=True)
    return explain(found, game, title="Alpha-beta on the two-ply tree")


@cache
def explanations() -> dict[str, Explanation]:
    """Return the other trees, each searched by the algorithm that it explains."""
    cases: tuple[tuple[str, Any, Any, str], ...] = (
        ("three_players", maxn, THREE_PLAYERS.tree, "Three players: each maximises its own payoff"),
        ("cooperation", maxn, COOPERATION.tree, "Selfish players who both reach (1000, 1000)"),
        ("unseen_end", alphabeta, [UNSEEN_END.tree["children"]],
         "min(max(5, ·), max(8, ·)): the last leaf is never evaluated"),
        ("chance", expectiminimax, chance_tree(*LEAVES), "Chance nodes: the first move is better"),
        ("chance_transformed", expectiminimax, chance_tree(*TRANSFORMED),
         "Leaves in the same order: the other move is better"),
        ("chance_linear", expectiminimax, chance_tree(*LINEAR),
         "Ten times each leaf, plus five: the same move is better"),
    )  # fmt: skip
    drawings = {}
    for name, algorithm, tree, title in cases:
        game = load("tree", tree=tree)
        drawings[name] = explain(algorithm(game, game.initial(), trace=True), game, title=title)
    nim = NimByPiles()
    found = alphabeta(nim, nim.initial(), trace=True)
    drawings["nim"] = explain(
        found,
        nim,
        title="Nim with two piles of two, misère: each edge shows the remaining piles",
    )
    return drawings


def drawn(explanation: Explanation, step: int | None, caption: bool = False) -> str:
    """Return the picture of an explanation after a step, by default the last."""
    return svg(explanation, step, caption=caption)
