"""Tic-tac-toe in plain Python: 5,478 positions, 255,168 games, a draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    """A state is a string of nine squares, for example "X.O......". X, player 0, moves first."""

    def initial(self) -> str:
        return "." * 9

    def player(self, s: str) -> int:
        return s.count("X") - s.count("O")

    def actions(self, s: str) -> list[int]:
        return [square for square in range(9) if s[square] == "."]

    def result(self, s: str, a: int) -> str:
        return s[:a] + "XO"[self.player(s)] + s[a + 1 :]

    def terminal(self, s: str) -> bool:
        return "." not in s or self.utility(s, 0) != 0

    def utility(self, s: str, p: int) -> float:
        for a, b, c in LINES:
            if s[a] != "." and s[a] == s[b] == s[c]:
                return 1 if s[a] == "XO"[p] else -1
        return 0


def open_lines(s: str, p: int) -> tuple[int, ...]:
    """Return the category of a state for player p.

    The category is whether p is to move, and each player's number of open lines with one and two
    marks. A line is open to a player if the opponent has no mark on it.
    """
    own, other = "XO"[p], "OX"[p]
    counts = [0, 0, 0, 0]
    for line in LINES:
        marks = [s[square] for square in line]
        for side, mark, rival in ((0, own, other), (2, other, own)):
            if rival not in marks and 1 <= marks.count(mark) <= 2:
                counts[side + marks.count(mark) - 1] += 1
    return (int(s.count("X") - s.count("O") == p), *counts)


def count_games(game: Any, state: Any, key: Callable[[Any], Any] = lambda s: s) -> int:
    """Return the number of different games from `state` to the end."""
    known: dict[Any, int] = {}

    def games(s: Any) -> int:
        if game.terminal(s):
            return 1
        if key(s) not in known:
            known[key(s)] = sum(games(game.result(s, move)) for move in game.actions(s))
        return known[key(s)]

    return games(state)
