"""Searches that are drawn: the book's figures, and trees grown at random."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import counterplay as cp
from counterplay.drawing import Explanation, explain
from counterplay.textbook import alphabeta

Draw = Callable[..., Explanation]


def payoffs(*values: int) -> dict[str, list[int]]:
    return {"payoffs": list(values)}


THREE_PLAYERS = [
    [[payoffs(1, 2, 6), payoffs(4, 2, 3)], [payoffs(6, 1, 2), payoffs(7, 4, 1)]],
    [[payoffs(5, 1, 1), payoffs(1, 5, 2)], [payoffs(7, 7, 1), payoffs(5, 4, 5)]],
]
DICE = [{"chance": [[0.9, [2, 3]], [0.1, [3, 5]]]}, {"chance": [[0.9, [1, 7]], [0.1, [4, 8]]]}]


@pytest.fixture
def draw() -> Draw:
    """The explanation of an algorithm on a tree, or on a game and a position."""

    def drawn(
        tree: Any, algorithm: Any = alphabeta, position: str = "", title: str = "", **options: Any
    ) -> Explanation:
        game = cp.load(tree) if isinstance(tree, str) else cp.load("tree", tree=tree)
        state = game.position(position).state
        return explain(algorithm(game, state, trace=True, **options), game, state, title)

    return drawn


@pytest.fixture
def figure(draw: Draw) -> Explanation:
    """Alpha-beta on the book's two-ply tree."""
    return draw([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


@pytest.fixture
def three() -> Any:
    return THREE_PLAYERS


@pytest.fixture
def dice() -> Any:
    return DICE


@pytest.fixture
def grow() -> Callable[[random.Random, int], Any]:
    """A tree of random shape and payoffs, with many ties."""

    def grown(rng: random.Random, depth: int) -> Any:
        if depth == 0 or (depth < 3 and rng.random() < 0.1):
            return rng.randint(-4, 4)
        return [grown(rng, depth - 1) for _ in range(rng.randint(1, 3))]

    return grown
