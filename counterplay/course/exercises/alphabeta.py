"""The exercises of the second notebook: alpha-beta and the order of moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from counterplay.course.exercises.kinds import function, number, such_that, values
from counterplay.course.exercises.random_trees import random_trees, states_of
from counterplay.games import load
from counterplay.textbook import Decision, alphabeta
from counterplay.textbook.examples import TWO_PLY

THREE_PLIES = [[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]]]
FEWEST_LEAVES = 5
BRANCHING, PLIES = 3, 4


def searched(tree: Any) -> Decision:
    """Return the decision of alpha-beta on a tree."""
    game = load("tree", tree=tree)
    return alphabeta(game, game.initial(), trace=True)


def window_of_last_node() -> list[float | None]:
    """Return alpha and beta when the search enters the last node of the book's figure."""
    opened = [visit for visit in searched(TWO_PLY.tree).trace if visit.event == "open"]
    return [opened[-1].alpha, opened[-1].beta]


def fault_of_order(tree: Any) -> str:
    """Return what is wrong with a tree that should be the book's figure in a better order."""
    given = [sorted(node) for node in TWO_PLY.tree]
    if [sorted(node) for node in tree] != given:
        return "Keep the three nodes where they are; reorder only the leaves of each."
    if searched(tree).evaluated > FEWEST_LEAVES:
        return f"Alpha-beta evaluates {searched(tree).evaluated} leaves of this tree."
    return ""


def fewest() -> int:
    """Return the fewest leaves of a uniform tree, which the best order needs."""
    return int(BRANCHING ** ((PLIES + 1) // 2) + BRANCHING ** (PLIES // 2) - 1)


def searches() -> Iterator[tuple[tuple[Any, ...], tuple[float, int]]]:
    trees = random_trees(200, 4, seed=1)
    for tree, (game, state) in zip(trees, states_of(trees), strict=True):
        found = alphabeta(game, state)
        yield (tree,), (found.value, found.evaluated)


EXERCISES = (
    number(lambda: searched(THREE_PLIES).evaluated, "Step through the search if you are unsure."),
    values(window_of_last_node, "The search has already seen what MAX can get elsewhere."),
    such_that(fault_of_order),
    number(fewest, "Use the formula with b = 3 and m = 4."),
    function(searches, same=lambda mine, right: tuple(mine) == right),
)
