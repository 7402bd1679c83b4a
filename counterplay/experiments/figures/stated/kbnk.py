"""King, bishop and knight against king: the positions that the textbook counts, and the legal ones.

The textbook places the kings in 462 ways, then the bishop on 62 squares and the knight on 61, with
either side to move. Two kinds of these positions are not positions of their own:

    illegal   White is to move, and Black is in check already
    mirrored  both kings are on the long diagonal, and the pieces are those of another position,
              reflected in this diagonal
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

SQUARES = range(64)
Pair = tuple[int, int]


@dataclass(frozen=True)
class Count:
    """The positions by kind. `indices` are the places in a table of the program."""

    kings: int
    stated: int
    illegal: int
    mirrored: int
    indices: int

    @property
    def legal(self) -> int:
        return self.stated - self.illegal - self.mirrored


def count() -> Count:
    """Count all positions of the endgame."""
    kings = king_pairs()
    illegal = sum(_checks(*pair) for pair in kings)
    return Count(
        kings=len(kings),
        stated=len(kings) * 62 * 61 * 2,
        illegal=illegal,
        mirrored=sum(_mirrored(*pair) for pair in kings if _is_diagonal(*pair)),
        indices=len(kings) * 64 * 64 * 2,
    )


def king_pairs() -> list[Pair]:
    """Return the placements of two kings that are not adjacent, one of those that look the same."""
    apart = ((w, b) for w, b in product(SQUARES, SQUARES) if _distance(w, b) > 1)
    return sorted({min((_turned(w, i), _turned(b, i)) for i in range(8)) for w, b in apart})


def _turned(square: int, symmetry: int) -> int:
    """Return the square after one of the eight symmetries of the board."""
    y, x = divmod(square, 8)
    x, y = (7 - x if symmetry & 1 else x), (7 - y if symmetry & 2 else y)
    return 8 * x + y if symmetry & 4 else 8 * y + x


def _distance(a: int, b: int) -> int:
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def _is_diagonal(white: int, black: int) -> bool:
    return _turned(white, 4) == white and _turned(black, 4) == black


def _checks(white: int, black: int) -> int:
    """Count the placements of bishop and knight that check the black king."""
    knights = _knight_moves(black) - {white}
    total = 0
    for bishop in set(SQUARES) - {white, black}:
        between = _between(bishop, black)
        if between is not None and white not in between:
            total += 61 - len(between)  # a knight between them gives no check, for it is too close
        else:
            total += len(knights - {bishop})
    return total


def _mirrored(white: int, black: int) -> int:
    """Count the positions that are reflections of others, for kings on the diagonal."""
    knights, total = _knight_moves(black), 0
    for bishop, knight in product(set(SQUARES) - {white, black}, repeat=2):
        if bishop == knight or (_turned(bishop, 4), _turned(knight, 4)) >= (bishop, knight):
            continue
        between = _between(bishop, black)
        blocked = between is None or white in between or knight in between
        total += 1 if knight in knights or not blocked else 2  # illegal ones are counted already
    return total


def _knight_moves(square: int) -> set[int]:
    y, x = divmod(square, 8)
    steps = ((a * i, b * j) for a, b in ((1, 2), (2, 1)) for i in (-1, 1) for j in (-1, 1))
    return {8 * (y + j) + x + i for i, j in steps if x + i in range(8) and y + j in range(8)}


def _between(a: int, b: int) -> set[int] | None:
    """Return the squares between two squares of a diagonal; None if they are not on one."""
    (ya, xa), (yb, xb) = divmod(a, 8), divmod(b, 8)
    if abs(xa - xb) != abs(ya - yb):
        return None
    i, j = (1 if xb > xa else -1), (1 if yb > ya else -1)
    return {8 * (ya + k * j) + xa + k * i for k in range(1, abs(xa - xb))}
