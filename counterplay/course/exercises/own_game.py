"""The exercises of the eighth notebook: a game of your own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from counterplay.course.exercises.kinds import function, number, such_that
from counterplay.textbook import minimax

MOST_MATCHES, MOST_TAKEN = 16, 3
NEEDED = ("player", "actions", "result", "terminal", "utility")


class Matches:
    """Take one, two or three matches; who takes the last one wins. A state is (player, matches)."""

    def player(self, s: tuple[int, int]) -> int:
        return s[0]

    def actions(self, s: tuple[int, int]) -> list[int]:
        return list(range(1, min(MOST_TAKEN, s[1]) + 1))

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return 1 - s[0], s[1] - a

    def terminal(self, s: tuple[int, int]) -> bool:
        return s[1] == 0

    def utility(self, s: tuple[int, int], p: int) -> float:
        return -1 if p == s[0] else 1  # the other player took the last match


def wins() -> Iterator[tuple[tuple[int], bool]]:
    """Yield the number of matches, and whether the player to move wins."""
    game = Matches()
    known: dict[int, bool] = {0: False}
    for matches in range(1, MOST_MATCHES + 1):
        after = (matches - a for a in game.actions((0, matches)))
        known[matches] = any(not known[n] for n in after)
        yield (matches,), known[matches]


def fault_of_game(game: Any) -> str:
    """Return what is wrong with the rules of the game with matches that a student wrote."""
    missing = [name for name in NEEDED if not hasattr(game, name)]
    if missing:
        return f"The game has no function {missing[0]}."
    right = Matches()
    for matches in range(1, 9):
        state = (0, matches)
        if sorted(game.actions(state)) != right.actions(state):
            return f"With {matches} matches, actions returns {list(game.actions(state))}."
        if minimax(game, state).value != minimax(right, state).value:
            return f"With {matches} matches, minimax finds the wrong winner."
    return ""


def chomp_positions() -> int:
    """Return the number of positions of Chomp on three columns and two rows, including the end.

    A position is a number of squares in each column, which never rises from left to right.
    """
    return sum(a >= b >= c for a in range(3) for b in range(3) for c in range(3))


EXERCISES = (
    such_that(fault_of_game),
    function(wins, same=lambda mine, right: bool(mine) == right),
    number(chomp_positions, "Count by hand, or let `cp.solve` count."),
)
