"""Small games in plain Python, quick enough to be searched to the end by the textbook's code."""

from __future__ import annotations

from typing import TypeAlias

Board: TypeAlias = tuple[int, int]
"""The marks of the side that is to move, and those of the side that has just moved, as bits."""
Heap: TypeAlias = tuple[tuple[int, ...], int]
"""The piles, and who is to move."""

MOST_COUNTED = 3
"""Open lines that a category tells apart: three or more are the same to it."""
OPEN_LINE = (0, 1, 4, 16, 64)
"""What a line that only one side has marks in is worth to it, by the number of its marks."""


class Row:
    """k in a row on a board of any size: tic-tac-toe, or Connect Four where marks `fall`."""

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
        """The squares that can be marked; with `fall` the lowest empty one of each column."""
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
        """Lines still open to one side only, the fuller the better; always between -1 and 1."""
        mine, theirs = s if self.player(s) == p else (s[1], s[0])
        score = 0
        for line in self.lines:
            if not theirs & line:
                score += OPEN_LINE[(mine & line).bit_count()]
            elif not mine & line:
                score -= OPEN_LINE[(theirs & line).bit_count()]
        return score / 1000

    def category(self, s: Board, p: int) -> tuple[int, ...]:
        """Who is to move, and how many open lines of each length from two on each side has.

        Where three in a row win, lines of one count as well.
        """
        to_move = self.player(s) == p
        sides = s if to_move else (s[1], s[0])
        counts = [0] * (2 * self.row)
        for line in self.lines:
            for side in (0, 1):
                if not sides[1 - side] & line:
                    counts[side * self.row + (sides[side] & line).bit_count()] += 1
        shortest = 1 if self.row == 3 else 2
        kept = (counts[side * self.row + n] for side in (0, 1) for n in range(shortest, self.row))
        return int(to_move), *(min(MOST_COUNTED, count) for count in kept)


class Nim:
    """Take any number from one pile; whoever takes the last object loses."""

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
