"""Random trees as nested lists, for exercises whose answer is a function."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from counterplay.games import load

MOST_MOVES, LOWEST, HIGHEST = 3, -20, 20


def random_trees(count: int, plies: int, seed: int = 0) -> list[Any]:
    """Return random trees of at most so many plies. Payoffs can repeat."""
    random = Random(seed)
    return [_tree(random, random.randint(1, plies)) for _ in range(count)]


def _tree(random: Random, plies: int) -> Any:
    if plies == 0:
        return random.randint(LOWEST, HIGHEST)
    return [_tree(random, plies - 1) for _ in range(random.randint(1, MOST_MOVES))]


def states_of(trees: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield a game and the state at the root of each tree; all trees are loaded as one game."""
    game = load("tree", tree={"player": 1, "children": trees})
    start = game.initial()
    for move in range(len(trees)):
        yield game, game.result(start, move)
