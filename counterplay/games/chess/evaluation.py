"""The static evaluation of chess: a weighted sum of named features (Shannon 1950).

Every feature has two weights, for a full board and for a nearly empty one. The pieces on the board
decide how much each counts. What is not linear in chess, such as the danger to a king or the
mobility of a piece, is a table with one weight per case. So the sum is linear in its weights, and
they can be fitted.

The evaluation counts one side, turns the board over, and counts the other.
"""

import numpy as np

from counterplay.core.bits.bits import bit, byteswap, lowest, popcount
from counterplay.core.compile.native import apart
from counterplay.games.chess.board import (
    EIGHT,
    FILE_A,
    FILE_H,
    FIRST,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LIGHT,
    NOTHING,
    ONE,
    attacks_of_their_pawns,
    diagonal_attacks,
    pawn_attacks,
    straight_attacks,
)
from counterplay.games.chess.evaluation_features import (
    ABREAST,
    ALONE,
    BACKWARD,
    BISHOP,
    BISHOP_AMONG_PAWNS,
    BISHOP_AT,
    BISHOP_GOALS,
    BISHOP_OUTPOST,
    DANGER,
    DOUBLED,
    GUARDED,
    HALF,
    HANGING,
    KING_AT,
    KING_TO_PASSED,
    KNIGHT,
    KNIGHT_AMONG_PAWNS,
    KNIGHT_AT,
    KNIGHT_GOALS,
    KNIGHT_OUTPOST,
    NEXT_GUARDED,
    OPEN_NEAR_KING,
    PASSED,
    PASSED_BLOCKED,
    PAWN,
    PAWN_AT,
    QUEEN,
    QUEEN_AT,
    QUEEN_GOALS,
    ROOK,
    ROOK_AT,
    ROOK_BEHIND_PASSED,
    ROOK_GOALS,
    ROOK_ON_HALF_OPEN_FILE,
    ROOK_ON_OPEN_FILE,
    SHIELD,
    STORM,
    THEIR_KING_TO_PASSED,
    THEIR_ROOK_BEHIND_PASSED,
    THREAT_BY_MINOR,
    THREAT_BY_PAWN,
    THREAT_BY_ROOK,
    TO_MOVE,
    TWO_BISHOPS,
    WORD,
)

PLACE = np.array([4 * (a // 8) + min(a % 8, 7 - a % 8) for a in range(64)], np.int64)
APART = np.array(
    [[max(abs(a // 8 - b // 8), abs(a % 8 - b % 8)) for b in range(64)] for a in range(64)],
    np.int64,
)
"""The number of king moves from square to square."""

TO_CORNER = np.array(
    [
        [min(a // 8 + a % 8, 14 - a // 8 - a % 8), min(7 - a // 8 + a % 8, 7 + a // 8 - a % 8)]
        for a in range(64)
    ],
    np.int64,
)
"""The number of straight steps to the nearest dark corner, and to the nearest light one."""

SHARE = np.array([2, 11, 13, 14, 15, 16, 16, 16, 16], np.int64)
"""The part of a small advantage that counts, in sixteenths, by the pawns of the side that is
ahead. Chosen by hand."""

FULL = 24
"""The phase of a full board: knights and bishops 1, rooks 2, queens 4."""


def up(squares):
    """These squares and all above them."""
    squares |= squares << EIGHT
    squares |= squares << np.uint64(16)
    return squares | squares << np.uint64(32)


def down(squares):
    squares |= squares >> EIGHT
    squares |= squares >> np.uint64(16)
    return squares | squares >> np.uint64(32)


def sideways(squares):
    """The squares to the left and right."""
    return ((squares & ~FILE_A) >> ONE) | ((squares & ~FILE_H) << ONE)


@apart
def side(low, mid, high, mine, weights):
    """The weighted sum of one side's features. The board is seen from that side."""
    taken = low | mid | high
    pawns, theirs = low & ~(mid | high), taken ^ mine
    my_pawns, their_pawns = pawns & mine, pawns & theirs
    kings = low & mid & ~high
    king, their_king = lowest(kings & mine), lowest(kings & theirs)
    guarded = attacks_of_their_pawns(their_pawns)
    safe = ~mine & ~guarded
    ring = KING_ATTACKS[their_king] | bit(their_king)
    # Squares that a pawn guards and that no pawn of the other side can ever attack.
    outposts = pawn_attacks(my_pawns) & ~down(guarded)
    all_pawns = popcount(pawns)
    points, danger = 0, 0

    minor_goals = NOTHING
    rest = mid & ~(low | high) & mine
    points += popcount(rest & outposts) * weights[KNIGHT_OUTPOST]
    while rest != NOTHING:
        a = lowest(rest)
        goals = KNIGHT_ATTACKS[a]
        minor_goals |= goals
        points += weights[KNIGHT] + weights[KNIGHT_AT + PLACE[a]]
        points += weights[KNIGHT_GOALS + popcount(goals & safe)]
        points += weights[KNIGHT_AMONG_PAWNS + all_pawns]
        danger += 2 * popcount(goals & ring)
        rest &= rest - ONE
    rest = high & low & ~mid & mine
    if rest & (rest - ONE):
        points += weights[TWO_BISHOPS]
    points += popcount(rest & outposts) * weights[BISHOP_OUTPOST]
    while rest != NOTHING:
        a = lowest(rest)
        goals = diagonal_attacks(a, taken)
        minor_goals |= goals
        points += weights[BISHOP] + weights[BISHOP_AT + PLACE[a]]
        points += weights[BISHOP_GOALS + popcount(goals & safe)]
        points += weights[BISHOP_AMONG_PAWNS + all_pawns]
        danger += 2 * popcount(goals & ring)
        rest &= rest - ONE
    rook_goals = NOTHING
    rest = high & mid & ~low & mine
    while rest != NOTHING:
        a = lowest(rest)
        goals = straight_attacks(a, taken)
        rook_goals |= goals
        points += weights[ROOK] + weights[ROOK_AT + PLACE[a]]
        points += weights[ROOK_GOALS + popcount(goals & safe)]
        file = FILE_A << np.uint64(a & 7)
        if file & my_pawns == NOTHING:
            points += weights[ROOK_ON_HALF_OPEN_FILE if file & their_pawns else ROOK_ON_OPEN_FILE]
        danger += 3 * popcount(goals & ring)
        rest &= rest - ONE
    queen_goals = NOTHING
    rest = high & mid & low & mine
    while rest != NOTHING:
        a = lowest(rest)
        goals = diagonal_attacks(a, taken) | straight_attacks(a, taken)
        queen_goals |= goals
        points += weights[QUEEN] + weights[QUEEN_AT + PLACE[a]]
        points += weights[QUEEN_GOALS + popcount(goals & safe)]
        danger += 4 * popcount(goals & ring)
        rest &= rest - ONE
    points += weights[DANGER + min(danger, 31)]

    heavy, queens = high & mid & theirs, high & mid & low & theirs
    pieces = theirs & ~pawns & ~kings
    points += popcount(heavy & minor_goals) * weights[THREAT_BY_MINOR]
    points += popcount(queens & rook_goals) * weights[THREAT_BY_ROOK]
    hit = minor_goals | rook_goals | queen_goals
    points += popcount(pieces & hit & ~guarded) * weights[HANGING]
    points += popcount(pieces & pawn_attacks(my_pawns)) * weights[THREAT_BY_PAWN]
    points += king_points(king, my_pawns, their_pawns, weights)
    points += pawn_points(my_pawns, their_pawns, weights)
    passed, rooks = passed_pawns(my_pawns, their_pawns), high & mid & ~low
    return points + passed_points(passed, taken, hit, rooks, mine, king, their_king, weights)


def king_points(king, mine, theirs, weights):
    """The points for the place of the king and the pawns around it."""
    points = weights[KING_AT + PLACE[king]]
    ahead = up(bit(king))
    near = ahead | sideways(ahead)
    close = KING_ATTACKS[king] | KING_ATTACKS[king] << EIGHT
    points += weights[SHIELD + min(popcount((close | bit(king)) & near & mine), 3)]
    points += weights[STORM + min(popcount(close << EIGHT & near & theirs), 3)]
    files = up(down(near)) & FIRST & ~down(mine)
    return points + weights[OPEN_NEAR_KING + min(popcount(files), 3)]


def passed_pawns(mine, theirs):
    """The passed pawns, at most one per file: no pawn of the other side can stop them."""
    stops = down(theirs) >> EIGHT
    return mine & ~(stops | sideways(stops)) & ~(down(mine) >> EIGHT)


def pawn_points(mine, theirs, weights):
    """The points for the pawns of one side, without those for passed pawns."""
    beside = sideways(mine)
    guards, hits = pawn_attacks(mine), attacks_of_their_pawns(theirs)
    # No own pawn beside it is level or behind, and it cannot safely advance.
    backward = mine & ~up(beside) & (hits >> EIGHT) & up(down(beside))
    points = popcount(mine & ~up(down(beside))) * weights[ALONE]
    points += popcount(mine & (down(mine) >> EIGHT)) * weights[DOUBLED]
    points += popcount(backward) * weights[BACKWARD]
    points += popcount(mine) * weights[PAWN]
    rest = mine
    while rest != NOTHING:
        a = lowest(rest)
        points += weights[PAWN_AT + PLACE[a]]
        if guards & bit(a):
            points += weights[GUARDED + (a >> 3)]
        if beside & bit(a):
            points += weights[ABREAST + (a >> 3)]
        rest &= rest - ONE
    return points


def passed_points(rest, taken, hit, rooks, mine, king, their_king, weights):
    """The extra points for passed pawns. `hit` has the squares that own pieces attack."""
    points = 0
    while rest != NOTHING:
        a = lowest(rest)
        row, goal, behind = a >> 3, bit(a) << EIGHT, rooks & down(bit(a))
        points += weights[(PASSED_BLOCKED if goal & taken else PASSED) + row]
        if goal & hit:
            points += weights[NEXT_GUARDED + row]
        if behind & mine:
            points += weights[ROOK_BEHIND_PASSED]
        if behind & ~mine:
            points += weights[THEIR_ROOK_BEHIND_PASSED]
        if a >= 24:  # from the fourth row on, kings matter
            points += weights[KING_TO_PASSED + APART[king, a + 8]]
            points += weights[THEIR_KING_TO_PASSED + APART[their_king, a + 8]]
        rest &= rest - ONE
    return points


def static_evaluation(s, weights):
    """The static evaluation for the side to move, in hundredths of a pawn."""
    theirs = (s.low | s.mid | s.high) ^ s.mine
    if is_driven(s):
        return driving(s, s.mine, theirs) if is_alone(theirs) else -driving(s, theirs, s.mine)
    points = weights[TO_MOVE] + side(s.low, s.mid, s.high, s.mine, weights)
    points -= side(byteswap(s.low), byteswap(s.mid), byteswap(s.high), byteswap(theirs), weights)
    minors = popcount(s.mid & ~(s.low | s.high)) + popcount(s.high & s.low & ~s.mid)
    phase = minors + 2 * popcount(s.high & s.mid & ~s.low) + 4 * popcount(s.high & s.mid & s.low)
    phase = min(phase, FULL)
    early = (points + HALF) // WORD
    late = points - early * WORD
    return (early * phase + late * (FULL - phase)) * winnable(s, theirs) // (16 * FULL)


def is_driven(s):
    """Whether a side has only its king, and there are no pawns."""
    if s.low & ~(s.mid | s.high) != NOTHING:
        return False
    return is_alone(s.mine) or is_alone((s.low | s.mid | s.high) ^ s.mine)


def is_alone(side):
    """Whether a side has only its king."""
    return side & (side - ONE) == NOTHING


def driving(s, side, alone):
    """The evaluation of a side with pieces against a lone king. It rewards driving the king into a
    corner, with bishop and knight into a corner of the bishop's colour, and bringing the own king
    near.

    It has no weights: what matters here is progress, which results of games do not show.
    """
    kings, bishops = s.low & s.mid & ~s.high, s.high & s.low & ~s.mid
    king, away = lowest(kings & side), lowest(alone)
    pieces = force(s, side)
    if pieces <= 3 or (pieces == 6 and popcount(s.mid & ~(s.low | s.high)) == 2):
        return pieces  # nothing to mate with
    dark, light = TO_CORNER[away]
    off = min(dark, light)
    if pieces == 6 and popcount(bishops) == 1:
        off = light if bishops & LIGHT else dark
    return 100 * pieces - 20 * off - 10 * APART[king, away]


def winnable(s, theirs):
    """The part of an advantage that counts, in sixteenths.

    A side that is at most a minor piece ahead seldom wins without pawns, and wins less often with
    few pawns than with many. Bishops of opposite colours make draws likely.
    """
    pawns = s.low & ~(s.mid | s.high)
    pieces_ahead = force(s, s.mine) - force(s, theirs)
    ahead = pieces_ahead + popcount(pawns & s.mine) - popcount(pawns & theirs)
    to_win_with = popcount(pawns & (s.mine if ahead >= 0 else theirs))
    if abs(pieces_ahead) > 3:
        return 16
    bishops, others = s.high & s.low & ~s.mid, s.mid & ~s.low | s.high & s.mid
    if others == NOTHING and popcount(bishops & s.mine) == 1 and popcount(bishops & theirs) == 1:
        if popcount(bishops & LIGHT) == 1:
            return 8
    return SHARE[min(to_win_with, 8)]


def force(s, side):
    """The value of a side's pieces: knight and bishop 3, rook 5, queen 9."""
    minors = s.mid & ~(s.low | s.high) | s.high & s.low & ~s.mid
    rooks, queens = s.high & s.mid & ~s.low, s.high & s.mid & s.low
    return 3 * popcount(minors & side) + 5 * popcount(rooks & side) + 9 * popcount(queens & side)
