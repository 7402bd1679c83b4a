"""King and rook against king, on a board of any small size: an endgame to solve by retrograde.

White has the king and the rook. A state is the player to move and the squares of the white king,
the rook and the black king; a square is `column + width * row`. There are three kinds of ends:
mate (White wins), stalemate, and a rook that was taken (both draws, with the square -1).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

WHITE, BLACK = 0, 1
TAKEN = -1
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
FEWEST, MOST = 3, 8


class State(NamedTuple):
    """Who moves, and the squares of the pieces."""

    mover: int
    king: int
    rook: int
    black: int


Move = tuple[str, int]
"""The piece that moves, "K" or "R", and the square it goes to; "k" is the black king."""


@dataclass(frozen=True)
class KingRookKing:
    """The rules on a board of `width` times `height` squares."""

    width: int = 4
    height: int = 4

    def __post_init__(self) -> None:
        for name, size in (("width", self.width), ("height", self.height)):
            if not FEWEST <= size <= MOST:
                raise ValueError(f"{name}={size}: the board has {FEWEST} to {MOST} squares a side")

    @property
    def states(self) -> list[State]:
        """Every legal state, including those with the rook taken."""
        squares = range(self.width * self.height)
        placed = [State(*parts) for parts in product((WHITE, BLACK), squares, squares, squares)]
        taken = [State(WHITE, king, TAKEN, black) for king, black in product(squares, squares)]
        return [s for s in placed + taken if self.legal(s)]

    def legal(self, s: State) -> bool:
        """Return whether the pieces stand apart and no check was left standing."""
        apart = len({s.king, s.rook, s.black}) == 3 and s.black not in self.beside(s.king)
        return apart and not (s.mover == WHITE and self.check(s))

    def beside(self, square: int) -> list[int]:
        """Return the squares that a king reaches in one step."""
        x, y = square % self.width, square // self.width
        return [
            column + self.width * row
            for row in range(max(y - 1, 0), min(y + 2, self.height))
            for column in range(max(x - 1, 0), min(x + 2, self.width))
            if (column, row) != (x, y)
        ]

    def attacked(self, rook: int, blockers: tuple[int, ...]) -> list[int]:
        """Return the squares that the rook reaches, up to and with the first blocker."""
        squares = []
        for dx, dy in DIRECTIONS:
            x, y = rook % self.width + dx, rook // self.width + dy
            while 0 <= x < self.width and 0 <= y < self.height:
                squares.append(x + self.width * y)
                if squares[-1] in blockers:
                    break
                x, y = x + dx, y + dy
        return squares

    def check(self, s: State) -> bool:
        """Return whether the rook gives check."""
        return s.rook != TAKEN and s.black in self.attacked(s.rook, (s.king, s.black))

    def initial(self) -> State:
        """Return White's pieces in one corner, and the black king in the other."""
        return State(WHITE, 0, 1, self.width * self.height - 1)

    def player(self, s: State) -> int:
        return s.mover

    def actions(self, s: State) -> list[Move]:
        if s.rook == TAKEN:
            return []
        if s.mover == BLACK:
            moves = [("k", to) for to in self.beside(s.black)]
        else:
            moves = [("K", to) for to in self.beside(s.king) if to != s.rook]
            moves += [("R", to) for to in self.attacked(s.rook, (s.king, s.black)) if to != s.king]
        return [move for move in moves if self.legal(self.result(s, move))]

    def result(self, s: State, a: Move) -> State:
        piece, to = a
        if piece == "K":
            return s._replace(mover=BLACK, king=to)
        if piece == "R":
            return s._replace(mover=BLACK, rook=to)
        return State(WHITE, s.king, TAKEN if to == s.rook else s.rook, to)

    def terminal(self, s: State) -> bool:
        return s.rook == TAKEN or not self.actions(s)

    def utility(self, s: State, p: int) -> float:
        mate = s.mover == BLACK and self.check(s)
        return (1 if p == WHITE else -1) if mate else 0

    def show(self, s: State) -> str:
        """Return the board as lines of text."""
        letter = {s.king: "K", s.rook: "R", s.black: "k"}
        rows = [
            " ".join(letter.get(x + self.width * y, ".") for x in range(self.width))
            for y in reversed(range(self.height))
        ]
        return "\n".join(rows)
