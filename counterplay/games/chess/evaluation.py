"""A guess at who stands better in chess: a weighted sum of named features (Shannon 1950).

Every feature has two weights, for a board that is full and for one that is nearly empty; what
counts between is drawn from the pieces that are left. Both weights of a feature stand in one
number, `early` in its upper half and `late` in its lower, so that one sum adds up both. What is
not linear in chess, the danger to a king or the freedom of a piece, is a table with a weight for
each case: so the sum is linear in its weights, and they can be fitted.

One side is counted, then the board is turned over and the other is.
"""

import json
from pathlib import Path

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

LEARNED = Path(__file__).parents[2] / "data" / "weights" / "chess.json"

FEATURES = {}
"""Where the weights of each feature begin, and how many there are."""


def feature(name, count=1):
    start = sum(size for _, size in FEATURES.values())
    FEATURES[name] = (start, count)
    return start


# A square is its row and how far it is from the nearer edge: left and right are alike.
PAWN = feature("pawn")
KNIGHT = feature("knight")
BISHOP = feature("bishop")
ROOK = feature("rook")
QUEEN = feature("queen")
PAWN_AT = feature("pawn at", 32)
KNIGHT_AT = feature("knight at", 32)
BISHOP_AT = feature("bishop at", 32)
ROOK_AT = feature("rook at", 32)
QUEEN_AT = feature("queen at", 32)
KING_AT = feature("king at", 32)
KNIGHT_GOALS = feature("knight's freedom", 9)
BISHOP_GOALS = feature("bishop's freedom", 14)
ROOK_GOALS = feature("rook's freedom", 15)
QUEEN_GOALS = feature("queen's freedom", 28)
TWO_BISHOPS = feature("two bishops")
BISHOP_AMONG_PAWNS = feature("bishop among so many pawns", 17)
KNIGHT_AMONG_PAWNS = feature("knight among so many pawns", 17)
PASSED = feature("passed pawn in row", 8)
PASSED_BLOCKED = feature("passed pawn that is blocked, in row", 8)
KING_TO_PASSED = feature("own king so far from a passed pawn's next square", 8)
THEIR_KING_TO_PASSED = feature("their king so far from a passed pawn's next square", 8)
NEXT_GUARDED = feature("passed pawn whose next square a piece guards, in row", 8)
ROOK_BEHIND_PASSED = feature("rook behind an own passed pawn")
THEIR_ROOK_BEHIND_PASSED = feature("their rook behind a passed pawn")
ALONE = feature("pawn without neighbours")
DOUBLED = feature("pawn behind a pawn")
BACKWARD = feature("pawn that pawns stop, and none can guard")
GUARDED = feature("pawn that pawns guard, in row", 8)
ABREAST = feature("pawn beside a pawn, in row", 8)
ROOK_ON_OPEN_FILE = feature("rook on an open file")
ROOK_ON_HALF_OPEN_FILE = feature("rook on a half open file")
KNIGHT_OUTPOST = feature("knight that a pawn guards and none can drive away")
BISHOP_OUTPOST = feature("bishop that a pawn guards and none can drive away")
SHIELD = feature("pawns before the king", 4)
OPEN_NEAR_KING = feature("files near the king without own pawns", 4)
STORM = feature("their pawns near the king", 4)
DANGER = feature("attacks on the king's squares", 32)
THREAT_BY_PAWN = feature("piece that a pawn attacks")
THREAT_BY_MINOR = feature("rook or queen that a knight or bishop attacks")
THREAT_BY_ROOK = feature("queen that a rook attacks")
HANGING = feature("piece that a piece attacks and no pawn guards")
TO_MOVE = feature("to move")
SIZE = sum(count for _, count in FEATURES.values())

PLACE = np.array([4 * (a // 8) + min(a % 8, 7 - a % 8) for a in range(64)], np.int64)
APART = np.array(
    [[max(abs(a // 8 - b // 8), abs(a % 8 - b % 8)) for b in range(64)] for a in range(64)],
    np.int64,
)
"""How many steps a king needs from square to square."""

TO_CORNER = np.array(
    [
        [min(a // 8 + a % 8, 14 - a // 8 - a % 8), min(7 - a // 8 + a % 8, 7 + a // 8 - a % 8)]
        for a in range(64)
    ],
    np.int64,
)
"""How many steps, none of them diagonal, it is to a dark corner, and to a light one."""

SHARE = np.array([2, 11, 13, 14, 15, 16, 16, 16, 16], np.int64)
"""Sixteenths that count of a small advantage, by the pawns there are to win with: by hand."""

HALF, WORD = 2**31, 2**32
UNITS = (WORD, 1)
"""A weight is so many of each: `early` and `late`."""

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
    """The sum of one side's features; the board is seen from that side."""
    taken = low | mid | high
    pawns, theirs = low & ~(mid | high), taken ^ mine
    my_pawns, their_pawns = pawns & mine, pawns & theirs
    kings = low & mid & ~high
    king, their_king = lowest(kings & mine), lowest(kings & theirs)
    guarded = attacks_of_their_pawns(their_pawns)
    safe = ~mine & ~guarded
    ring = KING_ATTACKS[their_king] | bit(their_king)
    # Where a piece is guarded by a pawn, and no pawn of theirs can come to attack it.
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
    """Where the king is, and the pawns around it."""
    points = weights[KING_AT + PLACE[king]]
    ahead = up(bit(king))
    near = ahead | sideways(ahead)
    close = KING_ATTACKS[king] | KING_ATTACKS[king] << EIGHT
    points += weights[SHIELD + min(popcount((close | bit(king)) & near & mine), 3)]
    points += weights[STORM + min(popcount(close << EIGHT & near & theirs), 3)]
    files = up(down(near)) & FIRST & ~down(mine)
    return points + weights[OPEN_NEAR_KING + min(popcount(files), 3)]


def passed_pawns(mine, theirs):
    """The pawns, one a file, that no pawn of theirs can stop."""
    stops = down(theirs) >> EIGHT
    return mine & ~(stops | sideways(stops)) & ~(down(mine) >> EIGHT)


def pawn_points(mine, theirs, weights):
    """What the pawns of one side are worth, but for what those get that are passed."""
    beside = sideways(mine)
    guards, hits = pawn_attacks(mine), attacks_of_their_pawns(theirs)
    # No pawn is level with it or behind it on the files beside, and it cannot safely go on.
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
    """What passed pawns get beside; `hit` is where pieces of their own side go."""
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


def guess(s, weights):
    """Points for the side to move, a hundredth of a pawn each."""
    theirs = (s.low | s.mid | s.high) ^ s.mine
    if s.low & ~(s.mid | s.high) == NOTHING:
        if is_alone(theirs):
            return driving(s, s.mine, theirs)
        if is_alone(s.mine):
            return -driving(s, theirs, s.mine)
    points = weights[TO_MOVE] + side(s.low, s.mid, s.high, s.mine, weights)
    points -= side(byteswap(s.low), byteswap(s.mid), byteswap(s.high), byteswap(theirs), weights)
    minors = popcount(s.mid & ~(s.low | s.high)) + popcount(s.high & s.low & ~s.mid)
    phase = minors + 2 * popcount(s.high & s.mid & ~s.low) + 4 * popcount(s.high & s.mid & s.low)
    phase = min(phase, FULL)
    early = (points + HALF) // WORD
    late = points - early * WORD
    return (early * phase + late * (FULL - phase)) * winnable(s, theirs) // (16 * FULL)


def is_alone(side):
    """Whether a side has its king and nothing else."""
    return side & (side - ONE) == NOTHING


def driving(s, side, alone):
    """Points of a side with pieces against a king alone: it is driven into a corner,
    by a bishop and a knight into the bishop's, and the other king comes near.

    There are no weights here: what wins is getting on, and results of games do not tell who does.
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
    """Sixteenths of an advantage that count, by what is left to win with.

    Of sides that are no more than a minor piece ahead, one without pawns seldom wins, one with few
    less often than one with many; bishops on squares of different colours make draws.
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
    """A side's pieces as novices count them: knight and bishop 3, rook 5, queen 9."""
    minors = s.mid & ~(s.low | s.high) | s.high & s.low & ~s.mid
    rooks, queens = s.high & s.mid & ~s.low, s.high & s.mid & s.low
    return 3 * popcount(minors & side) + 5 * popcount(rooks & side) + 9 * popcount(queens & side)


# Weights by hand --------------------------------------------------------------------------------


def both(early, late):
    """Two weights in one number."""
    return int(early) * WORD + int(late)


def learned_weights():
    """What games taught: the file says by which command."""
    held = json.loads(LEARNED.read_text(encoding="utf-8"))["weights"]
    weights = np.zeros(SIZE, np.int64)
    for name, (start, count) in FEATURES.items():
        weights[start : start + count] = [both(*pair) for pair in held[name]]
    return weights


def piece_weights():
    """Nothing but what every book says of the pieces."""
    weights = np.zeros(SIZE, np.int64)
    for place, worth in ((PAWN, 100), (KNIGHT, 300), (BISHOP, 300), (ROOK, 500), (QUEEN, 900)):
        weights[place] = both(worth, worth)
    return weights


def hand_weights():
    """What books say, and a little of what everybody knows."""
    weights = np.zeros(SIZE, np.int64)
    values = {PAWN: (90, 110), KNIGHT: (320, 300), BISHOP: (330, 320), ROOK: (480, 530)}
    for place, (early, late) in {**values, QUEEN: (960, 980)}.items():
        weights[place] = both(early, late)
    for row in range(8):
        for file in range(4):
            i = 4 * row + file
            centre = file + min(row, 7 - row)  # 0 in a corner, 6 in the middle
            advance = row - 1
            weights[PAWN_AT + i] = both(advance * (2 + 2 * file) if row < 7 else 0, 5 * advance)
            weights[KNIGHT_AT + i] = both(8 * centre - 28, 6 * centre - 22)
            weights[BISHOP_AT + i] = both(4 * centre - 12, 3 * centre - 9)
            weights[ROOK_AT + i] = both(2 * file + (15 if row == 6 else 0), 3 * row - 6)
            weights[QUEEN_AT + i] = both(centre - 3, 4 * centre - 12)
            weights[KING_AT + i] = both(30 - 14 * file - 20 * row, 9 * centre - 27)
    for start, most, step in ((KNIGHT_GOALS, 9, 5), (BISHOP_GOALS, 14, 5), (ROOK_GOALS, 15, 3)):
        for n in range(most):
            weights[start + n] = both(step * (n - most // 3), step * (n - most // 3))
    for n in range(28):
        weights[QUEEN_GOALS + n] = both(n - 9, 2 * n - 18)
    for n in range(17):
        weights[BISHOP_AMONG_PAWNS + n] = both(12 - 2 * n, 12 - 2 * n)
        weights[KNIGHT_AMONG_PAWNS + n] = both(2 * n - 20, 2 * n - 20)
    for row, worth in enumerate((0, 5, 8, 15, 32, 60, 100, 0)):
        weights[PASSED + row] = both(worth // 2, worth + 10)
        weights[PASSED_BLOCKED + row] = both(worth // 4, worth // 2)
    for n in range(32):
        weights[DANGER + n] = both(min(n * n // 2, 250), n)
    for n in range(4):
        weights[SHIELD + n] = both(12 * n - 18, 0)
        weights[OPEN_NEAR_KING + n] = both(-12 * n, 0)
        weights[STORM + n] = both(-6 * n, 0)
    for n in range(8):
        weights[KING_TO_PASSED + n] = both(0, 18 - 6 * n)
        weights[THEIR_KING_TO_PASSED + n] = both(0, 10 * n - 25)
    for row in range(8):
        weights[GUARDED + row] = both(8 + 2 * row, 6 + 2 * row)
        weights[ABREAST + row] = both(3 + 2 * row, 2 + 2 * row)
    singles = {
        TWO_BISHOPS: (30, 45), ALONE: (-12, -15), DOUBLED: (-10, -20), BACKWARD: (-8, -10),
        ROOK_ON_OPEN_FILE: (25, 10), ROOK_ON_HALF_OPEN_FILE: (12, 8), KNIGHT_OUTPOST: (25, 15),
        BISHOP_OUTPOST: (15, 5), THREAT_BY_PAWN: (45, 30), THREAT_BY_MINOR: (30, 25),
        THREAT_BY_ROOK: (30, 20), HANGING: (10, 15), TO_MOVE: (12, 8),
    }  # fmt: skip
    for place, (early, late) in singles.items():
        weights[place] = both(early, late)
    return weights
