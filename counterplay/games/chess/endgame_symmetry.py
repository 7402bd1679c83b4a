"""Symmetries of chess endings: which pairs of kings and placements of pawns are alike.

Without pawns, the board can be rotated and reflected in eight ways; with pawns, only mirrored left
and right. Of all placements that are alike, one is chosen and gets a number. The tables here give,
for any placement, the number of the chosen one and the ways that lead to it.
"""

from itertools import combinations

import numpy as np

NOWHERE = -1

# The eight ways to rotate and reflect the board: bit 0 mirrors left and right, bit 1 up and down,
# and then bit 2 reflects across the diagonal a1-h8.


def turned_square(way, square):
    if way & 1:
        square ^= 7
    if way & 2:
        square ^= 56
    return (square & 7) << 3 | square >> 3 if way & 4 else square


TURNED = np.array([[turned_square(way, a) for a in range(64)] for way in range(8)], np.uint8)


def are_apart(a, b):
    """Whether two kings on these squares do not touch."""
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) > 1


def is_in_triangle(first, second):
    """Whether this pair of kings is the chosen one of its symmetric pairs (without pawns)."""
    c, r = first % 8, first // 8
    return c < 4 and (r < c or (r == c and second // 8 <= second % 8))


PAIRS = [(a, b) for a in range(64) for b in range(64) if are_apart(a, b) and is_in_triangle(a, b)]
ALL_PAIRS = [(a, b) for a in range(64) for b in range(64) if are_apart(a, b)]


def numbered_pairs(pairs, ways):
    """A table by two squares: the number of the chosen pair, and the ways to it as bits."""
    number = {pair: n for n, pair in enumerate(pairs)}
    made = np.full((64, 64, 2), NOWHERE, np.int16)
    for a, b in ALL_PAIRS:
        into = [(turned_square(way, a), turned_square(way, b)) for way in range(ways)]
        fit = [way for way in range(ways) if into[way] in number]
        made[a, b] = number[into[fit[0]]], sum(1 << way for way in fit)
    return made


KING_PAIRS = np.array(PAIRS, np.int64)
KING_PLACES = numbered_pairs(PAIRS, 8)
FREE_PAIRS = np.array(ALL_PAIRS, np.int64)
FREE_PLACES = numbered_pairs(ALL_PAIRS, 1)

# Pawns: those of the first side, then those of the second. Squares are numbered from a2, 0, to h7.

MIRROR, SWAP, TURN = 1, 2, 2
"""Ways to see pawns: mirrored left and right; from the other side, if both have the same."""


def pawns_seen(way, placed):
    """The pawns of both sides in one of these ways."""
    if way & MIRROR:
        placed = [[pawn ^ 7 for pawn in side] for side in placed]
    if way & SWAP:
        placed = [[pawn % 8 + 8 * (5 - pawn // 8) for pawn in side] for side in reversed(placed)]
    return tuple(tuple(sorted(side)) for side in placed)


def steps_to_go(placed):
    """The number of steps until all pawns stand one step before promotion."""
    return sum(5 - pawn // 8 for pawn in placed[0]) + sum(pawn // 8 for pawn in placed[1])


def numbered_pawns(first, second, ways):
    """The chosen placements of pawns, and a table by any placement: the number of the chosen one,
    and the ways to it as bits."""
    every = [
        (own, others)
        for own in combinations(range(48), first)
        for others in combinations(range(48), second)
        if not set(own) & set(others)
    ]
    chosen_of = {placed: min(pawns_seen(way, placed) for way in ways) for placed in every}
    chosen = sorted(set(chosen_of.values()), key=lambda placed: (steps_to_go(placed), placed))
    number = {placed: n for n, placed in enumerate(chosen)}
    made = np.full((48, 48, 2), NOWHERE, np.int32)
    for placed in every:
        a, b = ((0, *placed[0], *placed[1]))[-2:]
        fit = sum(1 << way for way in ways if pawns_seen(way, placed) == chosen_of[placed])
        made[a, b] = number[chosen_of[placed]], fit
    rows = [((0, *own, *others))[-2:] for own, others in chosen]
    return np.array(rows, np.int64), made


PAWN_SETS = ((1, 0, False), (0, 1, False), (2, 0, False), (1, 1, False), (1, 1, True))
"""Pawns of the first side and of the second, and whether both sides have the same material."""

BOTH_WAYS, FOUR_WAYS = (0, MIRROR), (0, MIRROR, SWAP, MIRROR | SWAP)
_NUMBERED = [numbered_pawns(a, b, FOUR_WAYS if same else BOTH_WAYS) for a, b, same in PAWN_SETS]
PAWN_ROWS = np.concatenate([rows for rows, _ in _NUMBERED])
ROW_STARTS = np.cumsum([0, *(len(rows) for rows, _ in _NUMBERED)])
PAWN_PLACES = np.array([made for _, made in _NUMBERED])
