"""The exercises of the seventh notebook: several players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from counterplay.course.exercises.kinds import function, number, one_of, values
from counterplay.games import load
from counterplay.textbook import maxn
from counterplay.textbook.examples import THREE_PLAYERS, Raid

PLAYERS = 3
TREE = [[(5, 4, 2), (4, 2, 6)], [(6, 1, 3), (3, 5, 5)]]
"""Payoffs of A, B and C. A moves first, then B."""


def payoffs() -> tuple[float, ...]:
    game = load("tree", tree=THREE_PLAYERS.tree)
    return maxn(game, game.initial()).values


def against_all(tree: Any, depth: int = 0) -> float:
    """Return what A can be sure of if B and C only try to hurt A."""
    if isinstance(tree, tuple):
        return float(tree[0])
    below = [against_all(child, depth + 1) for child in tree]
    return max(below) if depth % PLAYERS == 0 else min(below)


def first_raid() -> list[str]:
    game = Raid()
    return ["abc"[maxn(game, game.initial(), players=PLAYERS).move]]


def searches() -> Iterator[tuple[tuple[Any, int], tuple[float, ...]]]:
    """Yield trees with payoffs as tuples and the first player, with the values of max^n."""
    random = Random(2)
    trees = [_tree(random, random.randint(1, 3)) for _ in range(100)]
    game = load("tree", tree={"player": PLAYERS - 1, "children": [_as_game(one) for one in trees]})
    for move, tree in enumerate(trees):
        yield (tree, 0), tuple(maxn(game, game.result(game.initial(), move)).values)


def _tree(random: Random, plies: int) -> Any:
    if plies == 0:
        return tuple(random.sample(range(20), PLAYERS))
    return [_tree(random, plies - 1) for _ in range(random.randint(1, 3))]


def _as_game(shape: Any) -> Any:
    return (
        {"payoffs": list(shape)} if isinstance(shape, tuple) else [_as_game(one) for one in shape]
    )


EXERCISES = (
    values(payoffs, "At each node, look only at the payoff of the player to move."),
    number(lambda: against_all(TREE), "The others are now MIN players."),
    function(searches, same=lambda mine, right: tuple(mine) == right),
    one_of(first_raid, "Whom do A and B have to fear?"),
)
