"""Moves taken back in chess endings: the positions that lead to a position, by their index."""

import numpy as np

from counterplay.core.bits.bits import lowest
from counterplay.core.compile.native import apart
from counterplay.games.chess.board import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    NOTHING,
    ONE,
    State,
    diagonal_attacks,
    kings,
    pawns,
    straight_attacks,
    taken,
)
from counterplay.games.chess.endgame_index import number
from counterplay.games.chess.endgame_material import (
    ONE_SIDE,
    SIDE,
    has_pawns,
    is_before,
    material,
    pieces_space,
)
from counterplay.games.chess.endgame_symmetry import KING_PLACES, NOWHERE, TURN, TURNED

NOTHING_MORE = 0
"""The weight of a piece that has no digit of its own in the index."""


@apart
def predecessors(s, moves):
    """The indices of the positions before a move of a piece. Pawns come from other slices."""
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
    """The way in which the kings turn the board; NOWHERE if there are pawns or several ways."""
    if has_pawns(t):
        return NOWHERE
    ways = np.int64(KING_PLACES[lowest(kings(s) & first), lowest(kings(s) & ~first), 1])
    return NOWHERE if ways & (ways - 1) else lowest(ways)


def weight(s, t, here, is_first):
    """The weight of a piece in the index: how much it grows when its square grows by one."""
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
    """The squares from which a piece of the side that has just moved may have come."""
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
