"""The position index of chess endings: where a table has a position, and the position of an index.

A table is named by its material, more pieces first, then the stronger: KQvKR. The board is seen by
the first side, which moves up, even if the other side is to move. The offset in a table is a number
with the digits

    pawns | side to move | both kings | Q, R, B, N of the first side | Q, R, B, N of the second

Without pawns, the board is rotated and reflected so that the kings are one of 462 pairs, the first
king in the triangle a1-d1-d4. With pawns, the board is mirrored so that the pawns stand in one of
the chosen placements (`endgame_symmetry.py`). If several ways remain, the smallest number counts.
Each placement of the pawns is a slice. Slices are ordered by how far the pawns have come, so pawn
moves lead to smaller numbers. If both sides have the same material, the side to move is the first;
with pawns, the side from which the pawns have the smaller number.
"""

import numpy as np

from counterplay.core.bits.bits import bit, byteswap, lowest, popcount
from counterplay.core.compile.native import apart
from counterplay.core.game.contract import PLACES
from counterplay.games.chess.board import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    NOTHING,
    ONE,
    State,
    attacks_of_their_pawns,
    diagonal_attacks,
    diagonals,
    is_several,
    kings,
    knights,
    pawns,
    straight_attacks,
    straights,
    taken,
)
from counterplay.games.chess.endgame_material import (
    CHOICES,
    MOST_PIECES,
    ONE_SIDE,
    SIDE,
    has_pawns,
    has_three_pawns,
    is_before,
    material,
    movers,
    pawn_rows,
    pawn_set,
)
from counterplay.games.chess.endgame_symmetry import (
    FREE_PAIRS,
    FREE_PLACES,
    KING_PAIRS,
    KING_PLACES,
    MIRROR,
    NOWHERE,
    PAWN_PLACES,
    PAWN_ROWS,
    SWAP,
    TURN,
    TURNED,
)

NO_THIRD = -1
BLANK = State(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, 0, 0)


# From a position to its number -------------------------------------------------------------------


@apart
def index(s):
    count = popcount(taken(s))
    if count > MOST_PIECES or count < 3 or s.rights != NOTHING:
        return NOWHERE
    theirs = taken(s) ^ s.mine
    own, others = material(s, s.mine), material(s, theirs)
    t, mover, first, view = own << SIDE | others, 0, s.mine, 0
    if not is_before(own, others):
        t, mover, first, view = others << SIDE | own, 1, theirs, TURN
    return number(s, t, mover, first, view)


def number(s, t, mover, first, view):
    """The number of a board in table t. `first` has the first side's pieces; `view` is TURN where
    the board has to be turned for that side to move up."""
    if not has_pawns(t):
        return t << 40 | place_without_pawns(s, mover, first)
    if has_three_pawns(t):
        return t << 40 | place_with_three_pawns(s, t, mover, first, view)
    on_board = byteswap(pawns(s)) if view else pawns(s)
    mine = byteswap(pawns(s) & first) if view else pawns(s) & first
    others = on_board ^ mine
    a, b = 0, lowest(mine) - 8
    if others:
        a, b = b if mine else 0, lowest(others) - 8
    elif is_several(mine):
        a, b = b, lowest(mine & (mine - ONE)) - 8
    which = pawn_set(t >> SIDE & 3, t & 3, t >> SIDE == t & ONE_SIDE)
    return t << 40 | place_with_pawns(s, which, a, b, NO_THIRD, mover, first, view)


def place_without_pawns(s, mover, first):
    a, b = lowest(kings(s) & first), lowest(kings(s) & ~first)
    pair, ways = np.int64(KING_PLACES[a, b, 0]), np.int64(KING_PLACES[a, b, 1])
    start = mover * len(KING_PAIRS) + pair
    place = with_pieces(s, first, lowest(ways), start)
    if ways & (ways - 1):  # both kings are on the diagonal
        place = min(place, with_pieces(s, first, lowest(ways & (ways - 1)), start))
    return place


# Append the digits of all queens, rooks, bishops and knights to `place`. `way` turns the board.
@apart
def with_pieces(s, first, way, place):
    """A place that all pieces but kings and pawns are added to, the first side's before."""
    return with_side(s, ~first, way, with_side(s, first, way, place))


def with_side(s, side, way, place):
    lines = s.high & side
    place = with_kind(lines & s.mid & s.low, way, place)
    place = with_kind(lines & s.mid & ~s.low, way, place)
    place = with_kind(lines & ~s.mid, way, place)
    return with_kind(knights(s) & side, way, place)


# Append one digit: the set of squares of up to three pieces of one kind, as a combination.
def with_kind(squares, way, place):
    """A place with up to three pieces of one kind added, in whatever order they stand."""
    if squares == NOTHING:
        return place
    a = np.int64(TURNED[way, lowest(squares)])
    squares &= squares - ONE
    if squares == NOTHING:
        return place << 6 | a
    b = np.int64(TURNED[way, lowest(squares)])
    squares &= squares - ONE
    high, low = max(a, b), min(a, b)
    if squares == NOTHING:
        return place * CHOICES[64, 2] + CHOICES[high, 2] + low
    c = np.int64(TURNED[way, lowest(squares)])
    top, bottom = max(high, c), min(low, c)
    middle = high + low + c - top - bottom
    return place * CHOICES[64, 3] + CHOICES[top, 3] + CHOICES[middle, 2] + bottom


@apart
def place_with_three_pawns(s, t, mover, first, view):
    """Two pawns of the first side as a pair, and one more: any, if one side has all three."""
    mine = byteswap(pawns(s) & first) if view else pawns(s) & first
    others = byteswap(pawns(s) & ~first) if view else pawns(s) & ~first
    a, rest = lowest(mine) - 8, mine & (mine - ONE)
    b = lowest(rest) - 8
    if others:
        return place_with_pawns(s, 2, a, b, lowest(others) - 8, mover, first, view)
    c = lowest(rest & (rest - ONE)) - 8
    best = place_with_pawns(s, 2, a, b, 47 - c, mover, first, view)
    best = min(best, place_with_pawns(s, 2, a, c, 47 - b, mover, first, view))
    return min(best, place_with_pawns(s, 2, b, c, 47 - a, mover, first, view))


# `which` is a row of PAWN_SETS; a and b are the pawns (a is 0 if there is only one).
@apart
def place_with_pawns(s, which, a, b, third, mover, first, view):
    """The smallest place by the ways that two pawns leave open; a third is mirrored along."""
    row, ways = np.int64(PAWN_PLACES[which, a, b, 0]), np.int64(PAWN_PLACES[which, a, b, 1])
    best = np.int64(-1)
    while ways:
        way = lowest(ways)
        ways &= ways - 1
        placed = row
        if third != NO_THIRD:
            placed = row * 48 + (third ^ 7 if way & MIRROR else third)
        place = place_in_slice(s, placed, way, mover, first, view)
        if best < 0 or place < best:
            best = place
    return best


# The offset if the board is seen in one of the ways of `endgame_symmetry.py`. `placed` is the
# number of the pawns. With SWAP, the second side takes the part of the first.
def place_in_slice(s, placed, way, mover, first, view):
    """The place as one way of looking has it; swapped, the other side is the first."""
    if way & SWAP:
        mover, first, view = 1 - mover, taken(s) ^ first, view ^ TURN
    turn = view | (way & MIRROR)
    a = TURNED[turn, lowest(kings(s) & first)]
    b = TURNED[turn, lowest(kings(s) & ~first)]
    place = (placed * 2 + mover) * len(FREE_PAIRS) + FREE_PLACES[a, b, 0]
    return with_pieces(s, first, turn, place)


# From a number to its position -------------------------------------------------------------------


# For an unused index it returns BLANK, whose own index is -1.
@apart
def state(i):
    """The position of a number; a blank board where pieces stand on each other, or one king could
    be taken."""
    t, place = i >> 40, i & (PLACES - 1)
    first, second = t >> SIDE, t & ONE_SIDE
    low, mid, high, own = NOTHING, NOTHING, NOTHING, NOTHING
    # The last digit first: knights, bishops, rooks, queens; the second side first.
    for k in range(8):
        side = second if k < 4 else first
        count = side >> (2 + 2 * (k & 3)) & 3
        if count == 0:
            continue
        if count == 1:
            squares, place = bit(place & 63), place >> 6
        else:
            space = CHOICES[64, count]
            squares, place = chosen_squares(place % space, count), place // space
        if squares & (low | mid | high):
            return BLANK
        kind = k & 3
        if kind == 0 or kind == 2 or kind == 3:
            mid |= squares
        if kind == 1 or kind == 3:
            low |= squares
        if kind > 0:
            high |= squares
        if k >= 4:
            own |= squares
    # Each with its own constant to divide by.
    if has_pawns(t):
        rest, pair = place // len(FREE_PAIRS), FREE_PAIRS[place % len(FREE_PAIRS)]
    else:
        rest, pair = place // len(KING_PAIRS), KING_PAIRS[place % len(KING_PAIRS)]
    a, b = bit(pair[0]), bit(pair[1])
    if (a | b) & (low | mid | high):
        return BLANK
    low, mid, own = low | a | b, mid | a | b, own | a
    mover = rest & 1 if movers(t) == 2 else 0
    if has_pawns(t):
        mine, others = pawns_of(t, rest >> 1)
        if mine & others or (mine | others) & (low | mid | high):
            return BLANK
        low, own = low | mine | others, own | mine
    if mover:
        others = (low | mid | high) ^ own
        s = State(byteswap(low), byteswap(mid), byteswap(high), byteswap(others), NOTHING, 0, 0)
    else:
        s = State(low, mid, high, own, NOTHING, 0, 0)
    return BLANK if could_take_king(s) else s


def pawns_of(t, number):
    """The pawns of the first side and of the second, by the number of their placement."""
    count, third = t >> SIDE & 3, NOTHING
    if has_three_pawns(t):
        last = number % 48
        number //= 48
        third = bit((last if count == 2 else 47 - last) + 8)
    row = PAWN_ROWS[pawn_rows(t)[0] + number]
    a, b = bit(row[0] + 8), bit(row[1] + 8)
    if count == 3:
        return a | b | third, third & (a | b)  # what stands on each other is no position
    if count == 2:
        return a | b, third
    if t & 3 == 0:
        return b, NOTHING
    return (a if count else NOTHING), b


def chosen_squares(rank, count):
    """The squares of two or three pieces of one kind."""
    squares, n = NOTHING, 63
    for left in range(count, 0, -1):
        while CHOICES[n, left] > rank:
            n -= 1
        squares |= bit(n)
        rank -= CHOICES[n, left]
    return squares


def could_take_king(s):
    """Whether the side to move attacks the other king: it cannot have come to that."""
    all_taken = taken(s)
    king = lowest(kings(s) & ~s.mine)
    if KNIGHT_ATTACKS[king] & knights(s) & s.mine or KING_ATTACKS[king] & kings(s) & s.mine:
        return True
    if attacks_of_their_pawns(bit(king)) & pawns(s) & s.mine:
        return True
    if diagonal_attacks(king, all_taken) & diagonals(s) & s.mine:
        return True
    return straight_attacks(king, all_taken) & straights(s) & s.mine != NOTHING
