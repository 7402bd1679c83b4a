"""The exercises of the sixth notebook: chance nodes, dice and learning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from counterplay.course.exercises.kinds import function, number, such_that
from counterplay.games import load
from counterplay.textbook import expectiminimax

CHANCE = [
    {"chance": [[0.9, [2, 5]], [0.1, [3, 8]]]},
    {"chance": [[0.9, [1, 6]], [0.1, [4, 7]]]},
]
LEAVES = (1, 2, 3, 4)
MOST_TOTAL = 60


def value_of_tree() -> float:
    game = load("tree", tree=CHANCE)
    return expectiminimax(game, game.initial()).value


def rolls() -> int:
    """Return the number of different rolls of two dice."""
    return len({tuple(sorted((a, b))) for a in range(1, 7) for b in range(1, 7)})


def chosen(leaves: Any) -> int:
    """Return the best move if the leaves 1, 2, 3, 4 of the book's figure are worth these."""
    a, b, c, d = leaves
    tree = [{"chance": [[0.9, b], [0.1, c]]}, {"chance": [[0.9, a], [0.1, d]]}]
    game = load("tree", tree=tree)
    return int(expectiminimax(game, game.initial()).move)


def fault_of_leaves(leaves: Any) -> str:
    """Return why leaves do not show that more than their order matters at a chance node."""
    if len(leaves) != len(LEAVES) or list(leaves) != sorted(set(leaves)):
        return "Give four numbers, each larger than the one before."
    if chosen(leaves) == chosen(LEAVES):
        return "The best move is the same as with 1, 2, 3 and 4."
    return ""


def rolls_of_pig() -> Iterator[tuple[tuple[int], float]]:
    """Yield a total of the turn, and what one more roll changes on average."""
    for total in range(MOST_TOTAL):
        yield (total,), sum(range(2, 7)) / 6 - total / 6


def middle_of_walk() -> float:
    """Return the value of the second of five states of the random walk."""
    return 2 / 6


EXERCISES = (
    number(value_of_tree, "First MIN, then the means, then MAX.", 1e-6),
    number(rolls, "1-2 and 2-1 are the same roll."),
    such_that(fault_of_leaves),
    function(rolls_of_pig, same=lambda mine, right: abs(mine - right) < 1e-9),
    number(middle_of_walk, "The values rise in equal steps from the left end to the right end."),
)
