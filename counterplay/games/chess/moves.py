"""The legal moves of chess: listed, or only counted.

No move is tried and taken back. The pieces that give check and the pieces that are pinned decide
where the other pieces may go (`View`); for the king, each square is tested.

A move has 16 bits: six for its start, six for its target, and four for its kind. The kind is the
code of the piece on the target square, plus 8 if a pawn is promoted to it or makes a double step.
Castling goes from the king's square to the rook's, as Chess960 needs it.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import bit, lowest, popcount
from counterplay.core.compile.native import apart
from counterplay.games.chess.board import (
    BETWEEN,
    BISHOP,
    DIAGONAL_LINES,
    EIGHT,
    FILE_A,
    FILE_H,
    FIRST,
    KING,
    KING_ATTACKS,
    KNIGHT,
    KNIGHT_ATTACKS,
    LAST,
    LINE,
    NINE,
    NOTHING,
    ONE,
    PAWN,
    QUEEN,
    ROOK,
    SEVEN,
    SIXTH,
    STRAIGHT_LINES,
    THIRD,
    attacks_of_their_pawns,
    diagonal_attacks,
    diagonals,
    is_several,
    kings,
    knights,
    pawn_attacks,
    pawns,
    straight_attacks,
    straights,
    taken,
)

CASTLING, IN_PASSING, SPECIAL = 0, 4, 8
DOUBLE_STEP = SPECIAL | PAWN
PROMOTIONS = (SPECIAL | QUEEN, SPECIAL | KNIGHT, SPECIAL | ROOK, SPECIAL | BISHOP)
G1, C1, F1, D1 = 6, 2, 5, 3


class View(NamedTuple):
    """What decides which moves are legal."""

    taken: np.uint64
    theirs: np.uint64
    king: int
    checkers: np.uint64
    pinned: np.uint64
    goals: np.uint64  # where other pieces than the king may go; in check, only what ends it


def view(s):
    all_taken = taken(s)
    theirs = all_taken ^ s.mine
    king = lowest(kings(s) & s.mine)
    checkers = KNIGHT_ATTACKS[king] & knights(s) & theirs
    checkers |= pawn_attacks(bit(king)) & pawns(s) & theirs
    pinned = NOTHING
    snipers = (DIAGONAL_LINES[king] & diagonals(s) | STRAIGHT_LINES[king] & straights(s)) & theirs
    while snipers != NOTHING:
        sniper = lowest(snipers)
        between = BETWEEN[king, sniper] & all_taken
        if between == NOTHING:
            checkers |= bit(sniper)
        elif not is_several(between):
            pinned |= between & s.mine
        snipers &= snipers - ONE
    goals = ~s.mine
    if checkers != NOTHING:
        goals = checkers | BETWEEN[king, lowest(checkers)]
        if is_several(checkers):
            goals = NOTHING
    return View(all_taken, theirs, king, checkers, pinned, goals)


def is_attacked(s, theirs, occupied, square):
    """Whether the opponent attacks a square, pawns and king apart."""
    if KNIGHT_ATTACKS[square] & knights(s) & theirs:
        return True
    bishops = diagonals(s) & theirs
    if DIAGONAL_LINES[square] & bishops and diagonal_attacks(square, occupied) & bishops:
        return True
    rooks = straights(s) & theirs
    return STRAIGHT_LINES[square] & rooks != NOTHING and (
        straight_attacks(square, occupied) & rooks != NOTHING
    )


def king_goals(s, v, among):
    """Where the king can go, castling apart."""
    goals = KING_ATTACKS[v.king] & ~s.mine & among
    if goals == NOTHING:
        return goals
    goals &= ~attacks_of_their_pawns(pawns(s) & v.theirs)
    goals &= ~KING_ATTACKS[lowest(kings(s) & v.theirs)]
    without, rest, safe = v.taken ^ bit(v.king), goals, goals
    while rest != NOTHING:
        square = lowest(rest)
        if is_attacked(s, v.theirs, without, square):
            safe ^= bit(square)
        rest &= rest - ONE
    return safe


@apart
def can_castle(s, v, rook):
    """Whether nothing is in the way of king and rook, and nothing attacks the king's way."""
    king_to, rook_to = (G1, F1) if rook > v.king else (C1, D1)
    king_way = BETWEEN[v.king, king_to] | bit(king_to)
    others = v.taken & ~(bit(v.king) | bit(rook))
    if (king_way | BETWEEN[rook, rook_to] | bit(rook_to)) & others:
        return False
    if king_way & attacks_of_their_pawns(pawns(s) & v.theirs):
        return False
    if king_way & KING_ATTACKS[lowest(kings(s) & v.theirs)]:
        return False
    after = others | bit(rook_to)  # in Chess960 the rook may have shielded the king
    while king_way != NOTHING:
        if is_attacked(s, v.theirs, after, lowest(king_way)):
            return False
        king_way &= king_way - ONE
    return True


@apart
def passers(s, v, goal):
    """The pawns that can take in passing on `goal`."""
    able = NOTHING
    if v.checkers != NOTHING and (goal | goal >> EIGHT) & v.goals == NOTHING:
        return able
    rest = attacks_of_their_pawns(goal) & pawns(s) & s.mine
    while rest != NOTHING:
        pawn = rest & -rest
        # Two pawns leave the row at once, so the pins do not show what that opens.
        after = (v.taken ^ pawn ^ (goal >> EIGHT)) | goal
        if (
            diagonal_attacks(v.king, after) & diagonals(s) & v.theirs == NOTHING
            and straight_attacks(v.king, after) & straights(s) & v.theirs == NOTHING
        ):
            able |= pawn
        rest ^= pawn
    return able


def goals_of_slider(s, v, square):
    """Where a bishop, rook or queen can go."""
    goals = NOTHING
    if s.low & bit(square):
        goals |= diagonal_attacks(square, v.taken)
    if s.mid & bit(square):
        goals |= straight_attacks(square, v.taken)
    return goals & v.goals & ~s.mine


def actions(s, moves):
    return listed(s, moves, ~NOTHING, ~NOTHING)


def loud(s, moves):
    """Captures and promotions."""
    theirs = taken(s) ^ s.mine
    return listed(s, moves, theirs, theirs | LAST)


def leaving(s, moves):
    """Captures and pawn moves: all moves that leave a slice of a table."""
    return listed(s, moves, taken(s) ^ s.mine, ~NOTHING)


@apart
def listed(s, moves, among, among_for_pawns):
    """The legal moves to some squares; castling only if those are all."""
    v = view(s)
    n = put(moves, 0, v.king, king_goals(s, v, among), KING)
    if v.goals == NOTHING:
        return n
    rest = knights(s) & s.mine & ~v.pinned
    while rest != NOTHING:
        square = lowest(rest)
        n = put(moves, n, square, KNIGHT_ATTACKS[square] & v.goals & ~s.mine & among, KNIGHT)
        rest &= rest - ONE
    rest = s.high & s.mine
    while rest != NOTHING:
        square = lowest(rest)
        goals = goals_of_slider(s, v, square) & among
        if v.pinned & bit(square):
            goals &= LINE[v.king, square]
        kind = 4 | (2 if s.mid & bit(square) else 0) | (1 if s.low & bit(square) else 0)
        n = put(moves, n, square, goals, kind)
        rest &= rest - ONE
    n = put_pawns(s, v, moves, n, among_for_pawns)
    if v.checkers == NOTHING and among == ~NOTHING:
        rest = s.rights & FIRST
        while rest != NOTHING:
            rook = lowest(rest)
            if can_castle(s, v, rook):
                moves[n] = move_of(v.king, rook, CASTLING)
                n += 1
            rest &= rest - ONE
    return n


def move_of(start, goal, kind):
    return start | goal << 6 | kind << 12


def put(moves, n, start, goals, kind):
    """A move to each of the goals."""
    while goals != NOTHING:
        moves[n] = move_of(start, lowest(goals), kind)
        n += 1
        goals &= goals - ONE
    return n


def put_pawns(s, v, moves, n, among):
    """The moves of pawns, all at once; those that are pinned go along their pin."""
    mine = pawns(s) & s.mine
    free = mine & ~v.pinned
    held = mine & v.pinned
    one, two, left, right = pawn_goals(v, free)
    n = put_from(moves, n, one & ~LAST & among, 8, PAWN)
    n = put_from(moves, n, two & among, 16, DOUBLE_STEP)
    n = put_from(moves, n, left & ~LAST, 7, PAWN)
    n = put_from(moves, n, right & ~LAST, 9, PAWN)
    n = put_promotions(moves, n, one & LAST, 8)
    n = put_promotions(moves, n, left & LAST, 7)
    n = put_promotions(moves, n, right & LAST, 9)
    while held != NOTHING:
        square = lowest(held)
        one, two, left, right = pawn_goals(v, bit(square))
        line = LINE[v.king, square]
        goals = (one | left | right) & line & among
        n = put(moves, n, square, goals & ~LAST, PAWN)
        n = put(moves, n, square, two & line & among, DOUBLE_STEP)
        if goals & LAST:
            for kind in PROMOTIONS:
                n = put(moves, n, square, goals & LAST, kind)
        held &= held - ONE
    goal = s.rights & SIXTH
    if goal != NOTHING:
        able = passers(s, v, goal)
        while able != NOTHING:
            moves[n] = move_of(lowest(able), lowest(goal), IN_PASSING)
            n += 1
            able &= able - ONE
    return n


def pawn_goals(v, some):
    """One step, two steps, and captures to the left and right, of all these pawns."""
    one = (some << EIGHT) & ~v.taken
    two = ((one & THIRD) << EIGHT) & ~v.taken & v.goals
    left = ((some & ~FILE_A) << SEVEN) & v.theirs & v.goals
    right = ((some & ~FILE_H) << NINE) & v.theirs & v.goals
    return one & v.goals, two, left, right


def put_from(moves, n, goals, step, kind):
    """A move to each of the goals from the square that is `step` before it."""
    while goals != NOTHING:
        goal = lowest(goals)
        moves[n] = move_of(goal - step, goal, kind)
        n += 1
        goals &= goals - ONE
    return n


def put_promotions(moves, n, goals, step):
    while goals != NOTHING:
        goal = lowest(goals)
        for kind in PROMOTIONS:
            moves[n] = move_of(goal - step, goal, kind)
            n += 1
        goals &= goals - ONE
    return n


# Counting moves ------------------------------------------------------------------------------


@apart
def width(s):
    """How many legal moves there are."""
    v = view(s)
    n = popcount(king_goals(s, v, ~NOTHING))
    if v.goals == NOTHING:
        return n
    rest = knights(s) & s.mine & ~v.pinned
    while rest != NOTHING:
        n += popcount(KNIGHT_ATTACKS[lowest(rest)] & v.goals & ~s.mine)
        rest &= rest - ONE
    free = s.mine & ~v.pinned
    rest = diagonals(s) & free
    while rest != NOTHING:
        n += popcount(diagonal_attacks(lowest(rest), v.taken) & v.goals & ~s.mine)
        rest &= rest - ONE
    rest = straights(s) & free
    while rest != NOTHING:
        n += popcount(straight_attacks(lowest(rest), v.taken) & v.goals & ~s.mine)
        rest &= rest - ONE
    rest = s.high & s.mine & v.pinned
    while rest != NOTHING:
        square = lowest(rest)
        n += popcount(goals_of_slider(s, v, square) & LINE[v.king, square])
        rest &= rest - ONE
    n += count_pawns(s, v)
    if v.checkers == NOTHING:
        rest = s.rights & FIRST
        while rest != NOTHING:
            if can_castle(s, v, lowest(rest)):
                n += 1
            rest &= rest - ONE
    return n


def count_pawns(s, v):
    mine = pawns(s) & s.mine
    held = mine & v.pinned
    one, two, left, right = pawn_goals(v, mine & ~v.pinned)
    n = popcount(one) + popcount(two) + popcount(left) + popcount(right)
    n += 3 * (popcount(one & LAST) + popcount(left & LAST) + popcount(right & LAST))
    while held != NOTHING:
        square = lowest(held)
        one, two, left, right = pawn_goals(v, bit(square))
        line = LINE[v.king, square]
        goals = (one | left | right) & line
        n += popcount(goals) + 3 * popcount(goals & LAST) + popcount(two & line)
        held &= held - ONE
    goal = s.rights & SIXTH
    if goal != NOTHING:
        n += popcount(passers(s, v, goal))
    return n
