"""The position index of checkers endings with up to eight pieces, and predecessors.

A table is given by the numbers of kings and men of two sides, whichever colour has them. A step
leads to the same table, with the other side to move. Captures and crownings lead to other tables.
The number of a table has four hexadecimal digits, the stronger side first:

    0x3211    pieces and kings of one side: 3 and 2; of the other: 1 and 1. So KKM against K

A position is seen by the side to move: the board is turned if White moves, so that its men go down.
Positions that differ only in colours share an index. First come the positions in which the stronger
side moves, then those of the other side. If both sides have the same material, there is one part.
Within a part, every number is a position. Its digits are

    the men of the side to move, on its home row and on the 24 squares after it
    the men of the other side, on the rest of the 28 squares where they can stand
    the kings of the side to move, then those of the other side, on free squares
"""

from math import comb

import numpy as np

from counterplay.core.bits.bits import bit, byteswap, lowest, popcount, shift_left
from counterplay.core.bits.symmetry import mirrored
from counterplay.core.compile.native import apart
from counterplay.games.checkers.moves import (
    BOARD,
    FIRST_ROW,
    LAST_ROW,
    NOTHING,
    ONE,
    State,
    actions,
    can_capture,
    moved,
    steppers,
    walkers,
)

MOST = 8
"""The most pieces in a table."""

PLACE_BITS = 40
BETWEEN = BOARD & ~FIRST_ROW & ~LAST_ROW
CHOICES = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(33)], np.int64)
"""CHOICES[n, k]: the number of ways to choose k of n squares."""


def count_men(own, others):
    """The number of ways to place the men of both sides, summed up by own men on the home row."""
    counts = [0]
    for home in range(min(own, 4) + 1):
        ways = comb(4, home) * comb(24, own - home) * comb(28 - own + home, others)
        counts.append(counts[-1] + ways)
    return counts + [counts[-1]] * (6 - len(counts))


MEN = np.array([[count_men(m, n) for n in range(MOST)] for m in range(MOST)], np.int64)
"""MEN[own, others, h]: the placements with fewer than h own men on the home row; h=5 means all."""


# Sides and tables.


def kings_of(side):
    return side & 15


def men_of(side):
    return (side >> 4) - (side & 15)


def is_table(t):
    first, second = t >> 8, t & 255
    is_side = men_of(first) >= 0 and men_of(second) >= 0
    pieces = (first >> 4) + (second >> 4)
    return is_side and first >= second and second >> 4 > 0 and pieces <= MOST


def part(first, second):
    """How many positions there are of two sides, with one of them to move: no matter which."""
    m, n, k = men_of(first), men_of(second), kings_of(first)
    free = 32 - m - n
    return MEN[m, n, 5] * CHOICES[free, k] * CHOICES[free - k, kings_of(second)]


def size(t):
    if not is_table(t):
        return 0
    first, second = t >> 8, t & 255
    return part(first, second) * (1 if first == second else 2)


# The index of a position, and the position of an index.


def turned(board):
    """The board by half a turn: square n becomes 33 - n."""
    return byteswap(mirrored(shift_left(board, 29)))


# The number of a set of squares among all sets of its size within `among`; `chosen` inverts it.
def rank(squares, among):
    """Which of all choices of so many squares, among those that there are, this one is."""
    number, i = 0, 1
    while squares != NOTHING:
        below = among & ((squares & ~(squares - ONE)) - ONE)
        number += CHOICES[popcount(below), i]
        squares &= squares - ONE
        i += 1
    return number


def chosen(number, count, among):
    """The squares of the choice with that number."""
    squares, below = NOTHING, popcount(among)
    for i in range(count, 1, -1):
        below -= 1
        while CHOICES[below, i] > number:
            below -= 1
        number -= CHOICES[below, i]
        squares |= after(below, among)
    return squares | after(number, among) if count > 0 else squares


# The square of `squares` that has `count` others before it.
def after(count, squares):
    """The square that has so many others before it."""
    square, before = -1, -1
    while before < count:
        square += count - before
        here = bit(square + (square >> 3))
        before = popcount(squares & (here - ONE)) - (squares & here == NOTHING)
    return here


@apart
# -1 if there are more than MOST pieces, or if a side has none.
def index(s):
    """`-1` where there are too many pieces, and where a side has none: the game is over there."""
    own, others, kings = s.black, s.white, s.kings
    if s.turn != 0:
        own, others, kings = turned(s.white), turned(s.black), turned(s.kings)
    pieces, other_pieces = popcount(own), popcount(others)
    if pieces == 0 or other_pieces == 0 or pieces + other_pieces > MOST:
        return -1
    side = pieces << 4 | popcount(own & kings)
    other_side = other_pieces << 4 | popcount(others & kings)
    place = rank_of_men(own & ~kings, others & ~kings)
    free = BOARD & ~((own | others) & ~kings)
    squares = 32 - men_of(side) - men_of(other_side)
    place = place * CHOICES[squares, kings_of(side)] + rank(own & kings, free)
    squares -= kings_of(side)
    place = place * CHOICES[squares, kings_of(other_side)] + rank(
        others & kings, free & ~(own & kings)
    )
    if side >= other_side:
        return (side << 8 | other_side) << PLACE_BITS | place
    return (other_side << 8 | side) << PLACE_BITS | (place + part(other_side, side))


def rank_of_men(own, others):
    home, away = own & FIRST_ROW, own & ~FIRST_ROW
    m, n, h = popcount(own), popcount(others), popcount(home)
    number = rank(home, FIRST_ROW) * CHOICES[24, m - h] + rank(away, BETWEEN)
    number = number * CHOICES[28 - m + h, n] + rank(others, BOARD & ~FIRST_ROW & ~away)
    return MEN[m, n, h] + number


@apart
# For an unused index it returns an empty board, whose own index is -1.
def state(i):
    """Black is to move; an empty board where the number stands for no position."""
    t, place = i >> PLACE_BITS, i & ((1 << PLACE_BITS) - 1)
    if place >= size(t):
        return State(NOTHING, NOTHING, NOTHING, 0)
    side, other_side = t >> 8, t & 255
    half = part(side, other_side)
    if place >= half:
        place -= half
        side, other_side = other_side, side
    m, n, k, other_k = men_of(side), men_of(other_side), kings_of(side), kings_of(other_side)
    ways = CHOICES[32 - m - n - k, other_k]
    place, their_kings = place // ways, place % ways
    ways = CHOICES[32 - m - n, k]
    place, own_kings = place // ways, place % ways
    own, others = placed_men(place, m, n)
    free = BOARD & ~(own | others)
    kings = chosen(own_kings, k, free)
    own |= kings
    kings |= chosen(their_kings, other_k, free & ~kings)
    return State(own, others | (kings & ~own), kings, 0)


def placed_men(number, m, n):
    """The men of the side to move, and the others."""
    h = 0
    while MEN[m, n, h + 1] <= number:
        h += 1
    number -= MEN[m, n, h]
    ways = CHOICES[28 - m + h, n]
    number, their_men = number // ways, number % ways
    ways = CHOICES[24, m - h]
    away = chosen(number % ways, m - h, BETWEEN)
    home = chosen(number // ways, h, FIRST_ROW)
    return home | away, chosen(their_men, n, BOARD & ~FIRST_ROW & ~away)


# Moves that leave a table, and predecessors.


def leaving(s, moves):
    """All captures, which are forced; if there are none, the steps that crown a man."""
    if can_capture(s):
        return actions(s, moves)
    n, forward, last = 0, (0 if s.turn == 0 else 2), (LAST_ROW if s.turn == 0 else FIRST_ROW)
    for direction in range(forward, forward + 2):
        rest = steppers(s, direction) & ~s.kings & moved(last, direction ^ 2)
        while rest != NOTHING:
            moves[n] = lowest(rest) | direction << 10
            rest &= rest - ONE
            n += 1
    return n


def predecessors(s, moves):
    """The positions before a step. A side that could have captured cannot have stepped."""
    n, free = 0, BOARD & ~(s.black | s.white)
    for direction in range(4):
        came = walkers(State(s.black, s.white, s.kings, 1 - s.turn), direction)
        came &= moved(free, direction)
        while came != NOTHING:
            before = stepped_back(s, came & ~(came - ONE), direction)
            if not can_capture(before):
                moves[n] = index(before)
                n += 1
            came &= came - ONE
    return n


def stepped_back(s, piece, direction):
    """The state before a piece stepped in a direction."""
    both = piece | moved(piece, direction ^ 2)
    kings = s.kings ^ both if s.kings & piece else s.kings
    if s.turn == 0:
        return State(s.black, s.white ^ both, kings, 1)
    return State(s.black ^ both, s.white, kings, 0)
