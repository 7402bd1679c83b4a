"""Small games in plain Python, fast enough for the algorithms of the textbook."""

from __future__ import annotations

from typing import TypeAlias

Board: TypeAlias = tuple[int, int]
"""The marks of the player to move and of the other player, as bits."""
Heap: TypeAlias = tuple[tuple[int, ...], int]
"""The piles, and the player to move."""

MOST_COUNTED = 3
"""A category counts open lines up to this number."""
OPEN_LINE = (0, 1, 4, 16, 64)
"""The value of a line with marks of only one player, by their number."""


class Row:
    """k in a row on a board of any size: tic-tac-toe, or Connect Four with `fall`."""

    def __init__(self, width: int, height: int, row: int, fall: bool = False) -> None:
        self.width, self.squares, self.fall = width, width * height, fall
        self.row = row
        self.full = (1 << self.squares) - 1
        self.root: Board = (0, 0)
        inside = range(width), range(height)
        runs = (
            [(x + i * dx, y + i * dy) for i in range(row)]
            for x in inside[0]
            for y in inside[1]
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )
        self.lines = [
            sum(1 << (y * width + x) for x, y in run)
            for run in runs
            if run[-1][0] in inside[0] and run[-1][1] in inside[1]
        ]

    def player(self, s: Board) -> int:
        return (s[0] | s[1]).bit_count() % 2

    def actions(self, s: Board) -> list[int]:
        """Return the empty squares; with `fall`, only the lowest one of each column."""
        marked = s[0] | s[1]
        free = ~marked & self.full
        if self.fall:
            free &= (marked << self.width) | ((1 << self.width) - 1)
        return [square for square in range(self.squares) if free >> square & 1]

    def result(self, s: Board, a: int) -> Board:
        return s[1], s[0] | 1 << a

    def terminal(self, s: Board) -> bool:
        return s[0] | s[1] == self.full or self._won(s[1])

    def utility(self, s: Board, p: int) -> float:
        if not self._won(s[1]):
            return 0
        return -1 if self.player(s) == p else 1

    def _won(self, marks: int) -> bool:
        return any(marks & line == line for line in self.lines)

    def evaluate(self, s: Board, p: int) -> float:
        """Return the value of the lines that are open to one player only, between -1 and 1."""
        mine, theirs = s if self.player(s) == p else (s[1], s[0])
        score = 0
        for line in self.lines:
            if not theirs & line:
                score += OPEN_LINE[(mine & line).bit_count()]
            elif not mine & line:
                score -= OPEN_LINE[(theirs & line).bit_count()]
        return score / 1000

    def category(self, s: Board, p: int) -> tuple[int, ...]:
        """Return the category: whether p is to move, and each player's open lines by marks.

        Lines with two or more marks count; if three in a row win, lines with one mark too.
        """
        to_move = self.player(s) == p
        sides = s if to_move else (s[1], s[0])
        counts = [0] * (2 * self.row)
        for line in self.lines:
            for side in (0, 1):
                if not sides[1 - side] & line:
                    counts[side * self.row + (sides[side] & line).bit_count()] += 1
        shortest = 1 if self.row == 3 else 2
        counted = (
            counts[side * self.row + n] for side in (0, 1) for n in range(shortest, self.row)
        )
        return int(to_move), *(min(MOST_COUNTED, count) for count in counted)


class Nim:
    """Take any number from one pile; the player who takes the last object loses."""

    def __init__(self, *piles: int) -> None:
        self.root: Heap = (piles, 0)

    def player(self, s: Heap) -> int:
        return s[1]

    def actions(self, s: Heap) -> list[tuple[int, int]]:
        return [(pile, take) for pile, size in enumerate(s[0]) for take in range(1, size + 1)]

    def result(self, s: Heap, a: tuple[int, int]) -> Heap:
        pile, take = a
        return (*s[0][:pile], s[0][pile] - take, *s[0][pile + 1 :]), 1 - s[1]

    def terminal(self, s: Heap) -> bool:
        return not any(s[0])

    def utility(self, s: Heap, p: int) -> float:
        return 1 if s[1] == p else -1
