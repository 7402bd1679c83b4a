"""Checkers: the boards with a given number of pieces.

Men stand on 28 of the 32 squares, because on the last row they become kings. Four squares can hold
men of White only, four men of Black only, and 24 both.
"""

from __future__ import annotations

from math import comb

from counterplay.experiments.figures.stated.number import Number

SQUARES, SHARED, OWN, MOST = 32, 24, 4, 12
"""All squares; those where both colours may have men, those of one colour; pieces of a colour."""


def boards(pieces: int, both: bool = False) -> int:
    """Count the boards with this many pieces; with `both`, only those with pieces of both."""
    total = 0
    for black in range(max(0, pieces - MOST), min(pieces, MOST) + 1):
        white = pieces - black
        if not both or (black and white):
            total += sum(
                _men(men, other) * _kings(SQUARES - men - other, black - men, white - other)
                for men in range(black + 1)
                for other in range(white + 1)
            )
    return total


def _men(black: int, white: int) -> int:
    """Count the placements of men."""
    return sum(
        comb(OWN, own) * comb(SHARED, black - own) * comb(SHARED + OWN - (black - own), white)
        for own in range(min(black, OWN) + 1)
    )


def _kings(free: int, black: int, white: int) -> int:
    """Count the placements of kings on the free squares."""
    return comb(free, black) * comb(free - black, white)


def numbers() -> list[Number]:
    eight = sum(map(boards, range(1, 9)))
    both = sum(boards(n, both=True) for n in range(1, 9))
    whole = sum(map(boards, range(1, 2 * MOST + 1)))
    return [
        Number("checkers", "positions with 8 or fewer pieces", "lesson", 252, "444 billion",
               f"{eight:,}", "worked out",
               f"boards of 1 to 8 pieces; {both:,} have pieces of both colours, which is what "
               "counterplay table build checkers 2-8 --dry-run counts"),
        Number("checkers", "states of the game", "slides", 493, "about 5·10^20", f"{whole:,}",
               "worked out", "boards of 1 to 24 pieces, at most 12 of a colour"),
        Number("checkers", "value of the game", "slides", 500, "0, a draw", "", "quoted",
               "18 years of computing (slides 496)"),
    ]  # fmt: skip
