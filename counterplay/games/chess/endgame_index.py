"""Chess endings as numbers: where tables have a position, and which positions lead to it.

A table is named by its material, more pieces first, then the stronger: KQvKR. Its number has two
bits for each kind of piece, of the first side and of the second. The board is seen by the first
side, which moves up. Whoever is to move, all the rest is the same, so that a place is

    pawns | who moves | both kings | queens, rooks, bishops, knights of the first side | the second

without pawns the kings turned and mirrored into one of 462 pairs, the first in the triangle
a1-d1-d4; with pawns these mirrored onto the left half. Where that leaves a choice, the smallest
number counts. Each placement of the pawns is a slice, numbered by how far they have come: so moves
of pawns lead to smaller numbers. If both sides have the same, the side to move is the first; with
pawns, the side from which the pawns have the smaller number.
"""

from itertools import combinations

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

MOST_PIECES = 5
KINDS = "QRBNP"
"""From the highest bits of a number to the lowest; two bits each count them."""

SIDE = 2 * len(KINDS)
ONE_SIDE = (1 << SIDE) - 1
NOWHERE = -1
NO_THIRD = -1
NOTHING_MORE = 0
"""The weight of a piece that does not stand for a digit of its own."""
BLANK = State(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, 0, 0)

# The eight ways to turn and mirror the board: bit 0 mirrors left and right, bit 1 up and down, and
# then bit 2 across the diagonal a1-h8.


def turned_square(way, square):
    if way & 1:
        square ^= 7
    if way & 2:
        square ^= 56
    return (square & 7) << 3 | square >> 3 if way & 4 else square


TURNED = np.array([[turned_square(way, a) for a in range(64)] for way in range(8)], np.uint8)


def are_apart(a, b):
    """Whether two kings may stand there."""
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) > 1


def is_in_triangle(first, second):
    """Whether this pair of kings stands for all that are alike, on a board without pawns."""
    c, r = first % 8, first // 8
    return c < 4 and (r < c or (r == c and second // 8 <= second % 8))


PAIRS = [(a, b) for a in range(64) for b in range(64) if are_apart(a, b) and is_in_triangle(a, b)]
ALL_PAIRS = [(a, b) for a in range(64) for b in range(64) if are_apart(a, b)]


def numbered_pairs(pairs, ways):
    """By two squares: the number of the pair that stands for them, and the ways that lead there."""
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

# Pawns: those of the first side, then those of the second, by their numbers from 0 (a2) to 47 (h7).

MIRROR, SWAP, TURN = 1, 2, 2
"""Ways to look at pawns: left and right mirrored; by the other side, where both have the same."""


def pawns_seen(way, placed):
    """The pawns of both sides as one way of looking has them."""
    if way & MIRROR:
        placed = [[pawn ^ 7 for pawn in side] for side in placed]
    if way & SWAP:
        placed = [[pawn % 8 + 8 * (5 - pawn // 8) for pawn in side] for side in reversed(placed)]
    return tuple(tuple(sorted(side)) for side in placed)


def steps_to_go(placed):
    return sum(5 - pawn // 8 for pawn in placed[0]) + sum(pawn // 8 for pawn in placed[1])


def numbered_pawns(first, second, ways):
    """The placements that stand for all alike; and by any its number and the ways there."""
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

CHOICES = np.array(
    [[1, n, n * (n - 1) // 2, n * (n - 1) * (n - 2) // 6] for n in range(65)], np.int64
)
"""In how many ways up to three pieces can be chosen from n squares."""


# Numbers of tables -------------------------------------------------------------------------------


def material(s, side):
    """What a side has beside its king, as ten bits."""
    q = popcount(diagonals(s) & straights(s) & side)
    r = popcount(straights(s) & ~diagonals(s) & side)
    b = popcount(diagonals(s) & ~straights(s) & side)
    return q << 8 | r << 6 | b << 4 | popcount(knights(s) & side) << 2 | popcount(pawns(s) & side)


def pieces_in(material_of_side):
    m = material_of_side
    return (m >> 8 & 3) + (m >> 6 & 3) + (m >> 4 & 3) + (m >> 2 & 3) + (m & 3)


def is_before(own, others):
    """Whether a side's material makes it the first side."""
    mine, theirs = pieces_in(own), pieces_in(others)
    return mine > theirs or (mine == theirs and own >= others)


def pieces_space(material_of_side):
    """In how many ways the pieces of a side can be placed, pawns apart."""
    m = material_of_side
    space = CHOICES[64, m >> 8 & 3] * CHOICES[64, m >> 6 & 3]
    return space * CHOICES[64, m >> 4 & 3] * CHOICES[64, m >> 2 & 3]


def pawn_set(own, others, same):
    """Which of the numberings pawns have; of three, two of the first side."""
    if own + others == 1:
        return 0 if own else 1
    if own >= 2:
        return 2
    return 4 if same else 3


def has_pawns(t):
    return (t >> SIDE & 3) + (t & 3) > 0


def has_three_pawns(t):
    return (t >> SIDE & 3) + (t & 3) == 3


def pawn_rows(t):
    """The placements of two pawns at most: where they begin, and how many there are."""
    first, second = t >> SIDE, t & ONE_SIDE
    which = pawn_set(first & 3, second & 3, first == second)
    return ROW_STARTS[which], ROW_STARTS[which + 1] - ROW_STARTS[which]


def slices(t):
    """One for each placement of the pawns."""
    if not has_pawns(t):
        return 1
    rows = pawn_rows(t)[1]
    return rows * 48 if has_three_pawns(t) else rows


def movers(t):
    """For how many sides to move there are places."""
    return 1 if t >> SIDE == t & ONE_SIDE and not has_pawns(t) else 2


def size(t):
    pairs = len(FREE_PAIRS) if has_pawns(t) else len(KING_PAIRS)
    space = pieces_space(t >> SIDE) * pieces_space(t & ONE_SIDE)
    return slices(t) * movers(t) * pairs * space


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


# Moves that leave a slice, and moves back --------------------------------------------------------


@apart
def predecessors(s, moves):
    """Where the side that has just moved may have come from; pawns have come from other slices."""
    all_taken = taken(s)
    theirs = all_taken ^ s.mine
    own, others = material(s, s.mine), material(s, theirs)
    t, mover, first, view = others << SIDE | own, 0, theirs, TURN  # theirs is the move before
    if others != own and is_before(own, others):
        t, mover, first, view = own << SIDE | others, 1, s.mine, 0
    way = only_way(s, t, first)
    still = number(s, t, mover, first, view)
    rest = theirs & ~pawns(s)
    n = 0
    while rest != NOTHING:
        here = rest & -rest
        rest ^= here
        goals = origins(s, here, all_taken)
        each = NOTHING_MORE if way == NOWHERE else weight(s, t, here, mover == 0)
        if each != NOTHING_MORE:
            without = still - each * TURNED[way, lowest(here)]
            while goals != NOTHING:
                moves[n] = without + each * TURNED[way, lowest(goals)]
                goals &= goals - ONE
                n += 1
        while goals != NOTHING:
            both = here | goals & -goals
            goals &= goals - ONE
            low = s.low ^ both if s.low & here else s.low
            mid = s.mid ^ both if s.mid & here else s.mid
            high = s.high ^ both if s.high & here else s.high
            before = State(low, mid, high, s.mine, NOTHING, 0, 0)
            moves[n] = number(before, t, mover, first if mover else first ^ both, view)
            n += 1
    return n


def only_way(s, t, first):
    """How the kings have the board turned, without pawns; NOWHERE if there is more than one way."""
    if has_pawns(t):
        return NOWHERE
    ways = np.int64(KING_PLACES[lowest(kings(s) & first), lowest(kings(s) & ~first), 1])
    return NOWHERE if ways & (ways - 1) else lowest(ways)


def weight(s, t, here, is_first):
    """By how much the place grows with the square of the only piece of its kind."""
    if not s.high & here and s.low & here:
        return NOTHING_MORE  # a king
    shift = 2
    if s.high & here:
        shift = 4 if not s.mid & here else 8 if s.low & here else 6
    side = t >> SIDE if is_first else t & ONE_SIDE
    if side >> shift & 3 != 1:
        return NOTHING_MORE
    later = pieces_space(side & ((1 << shift) - 1))
    return later * pieces_space(t & ONE_SIDE) if is_first else later


def origins(s, here, all_taken):
    """Where a piece of the side that has just moved may have come from."""
    square = lowest(here)
    if s.high & here:
        goals = NOTHING
        if s.low & here:
            goals |= diagonal_attacks(square, all_taken)
        if s.mid & here:
            goals |= straight_attacks(square, all_taken)
        return goals & ~all_taken
    if s.low & here:
        return KING_ATTACKS[square] & ~KING_ATTACKS[lowest(kings(s) & s.mine)] & ~all_taken
    return KNIGHT_ATTACKS[square] & ~all_taken
