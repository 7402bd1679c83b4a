"""The exercises of the fifth notebook: Monte Carlo search and UCT."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from counterplay.course.exercises.kinds import function, number, one_of, such_that
from counterplay.games import load
from counterplay.textbook import minimax, montecarlo
from counterplay.textbook.uct import upper_bound

TRAP = [[10, 10, -10], [1, 1, 1]]
GAMES = 400


def mean() -> float:
    """Return the mean of random games after the first move."""
    return sum(TRAP[0]) / len(TRAP[0])


def choice() -> list[str]:
    game = load("tree", tree=TRAP)
    return [str(montecarlo(game, game.initial(), games=GAMES).move + 1)]


def bounds() -> Iterator[tuple[tuple[float, int, int, float], float]]:
    """Yield a mean, visits, visits of the parent and c, with the bound for payoffs 0 to 1."""
    random = Random(5)
    for _ in range(100):
        visits = random.randint(1, 50)
        given = (random.random(), visits, visits + random.randint(1, 500), random.uniform(0, 2))
        mean, n, parent, c = given
        yield given, upper_bound(mean, n, parent, c, 1)


def fault_of_trap(tree: Any) -> str:
    """Return why a tree does not mislead pure Monte Carlo search."""
    game = load("tree", tree=tree)
    best, guessed = (
        minimax(game, game.initial()),
        montecarlo(game, game.initial(), games=GAMES),
    )
    after = game.result(game.initial(), guessed.move)
    if guessed.move == best.move:
        return "Monte Carlo search chooses the minimax move here."
    worth = game.utility(after, 0) if game.terminal(after) else -minimax(game, after).value
    if worth == best.value:
        return "The move that Monte Carlo search chooses is as good as the minimax move."
    return ""


EXERCISES = (
    number(mean, "A random game ends in each of the three leaves with the same probability."),
    one_of(choice, "It takes the larger mean."),
    function(bounds, same=lambda mine, right: abs(mine - right) < 1e-9),
    such_that(fault_of_trap),
)
