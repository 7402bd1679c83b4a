"""The exercises of the first notebook: games and minimax."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from counterplay.course.exercises.kinds import function, number, one_of
from counterplay.course.exercises.random_trees import random_trees, states_of
from counterplay.games import load
from counterplay.textbook import earns, minimax, strategy
from counterplay.textbook.examples import TWO_PLY

TREE = [[8, 7, 13, 9], [9, 12, 2, 4], [8, 18, 9, 9]]
POSITION = "x.o/.x./..o"


def openings() -> int:
    """Return the number of move sequences of two plies in tic-tac-toe."""
    game = load("tic_tac_toe")
    return sum(len(game.position().play(a).legal_moves) for a in game.position().legal_moves)


def value_of_tree() -> float:
    game = load("tree", tree=TREE)
    return minimax(game, game.initial()).value


def best_moves() -> list[str]:
    """Return the best moves in the position."""
    position = load("tic_tac_toe").position(POSITION)
    visits = minimax(position.game, position.state, trace=True).trace
    values = {visit.path[0]: visit.value for visit in visits if len(visit.path) == 1}
    best = max(value for value in values.values() if value is not None)
    return [position.show_move(move) for move, value in values.items() if value == best]


def earned() -> float:
    """Return what the plan earns if MIN always replies with the second move."""
    game = load("tree", tree=TWO_PLY.tree)
    return earns(strategy(game, game.initial()), lambda state, moves: moves[1])


def searches() -> Iterator[tuple[tuple[Any, ...], float]]:
    trees = random_trees(200, 4)
    for tree, (game, state) in zip(trees, states_of(trees), strict=True):
        yield (tree, True), minimax(game, state).value


EXERCISES = (
    number(openings, "Every first move can be followed by the same number of replies."),
    number(value_of_tree, "First the smallest of each list, then the largest of these."),
    one_of(best_moves, "What does O threaten?"),
    function(searches),
    number(earned, "MAX makes the same move as before; MIN makes an error."),
)
