"""King and rook against king in Kriegspiel: White does not see the black king.

White names a move. If it is not possible, an umpire says no, and White tries again. If it gives
check, the umpire says whether along the rank or the file. Black sees everything. White wins by
mate; stalemate, the loss of the rook, and the hundredth move are draws.
"""

from typing import NamedTuple

import counterplay as cp

SIZE = cp.parameter("size", 4, 3, 8, "rows and columns of the board")
KING = cp.parameter("king", 0, 0, 63, "the square of the white king at the start")
ROOK = cp.parameter("rook", 1, 0, 63, "the square of the rook at the start")
SQUARES = SIZE * SIZE
LONGEST = 100
SILENT, NO, RANK, FILE = range(4)

facts = cp.Facts(
    title="King and rook, Kriegspiel",
    names=("White", "Black"),
    most_actions=8 + 4 * SIZE,
    longest_game=LONGEST + 1,
    chance=True,
    most_outcomes=SQUARES,
    hidden=True,
)


class State(NamedTuple):
    """The squares of the pieces, -1 for a black king that is not yet placed; what the umpire said
    last; and the plies so far."""

    king: int
    rook: int
    black: int
    turn: int
    said: int
    clock: int


def initial():
    return State(KING, ROOK, -1, 0, SILENT, 0)


def player(s):
    return cp.CHANCE if s.black < 0 else s.turn


def near(a, b):
    return abs(a // SIZE - b // SIZE) <= 1 and abs(a % SIZE - b % SIZE) <= 1


def between(a, b, c):
    """Whether square b lies on the straight line between a and c."""
    if a // SIZE == c // SIZE == b // SIZE:
        return min(a, c) < b < max(a, c)
    if a % SIZE == c % SIZE == b % SIZE:
        return min(a, c) < b < max(a, c)
    return False


def attacks(rook, square, king):
    """Whether the rook attacks a square; only the white king can be in between."""
    if rook == square:
        return False
    is_straight = rook // SIZE == square // SIZE or rook % SIZE == square % SIZE
    return is_straight and not between(rook, king, square)


def black_can_go(s, to):
    """Whether the black king can go to a square next to it."""
    if to == s.black or not near(to, s.black) or near(to, s.king):
        return False
    return to == s.rook or not attacks(s.rook, to, s.king)


def is_stuck(s):
    free = 0
    for to in range(SQUARES):
        free += black_can_go(s, to)
    return free == 0


def terminal(s):
    if s.black < 0:
        return False
    return s.rook < 0 or s.clock >= LONGEST or (s.turn == 1 and is_stuck(s))


def utility(s, p):
    is_mate = s.rook >= 0 and s.turn == 1 and is_stuck(s) and attacks(s.rook, s.black, s.king)
    if not is_mate:
        return 0
    return 1 if p == 0 else -1


def chance(s, outcomes, probabilities):
    n = 0
    for square in range(SQUARES):
        if square != s.rook and not near(square, s.king) and not attacks(s.rook, square, s.king):
            outcomes[n] = square
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def actions(s, moves):
    """White's moves do not depend on where the black king is. A rook's move is SQUARES + its
    square."""
    n = 0
    if s.black < 0 or terminal(s):
        return 0
    if s.turn == 1:
        for to in range(SQUARES):
            if black_can_go(s, to):
                moves[n] = to
                n += 1
        return n
    for to in range(SQUARES):
        if to not in (s.king, s.rook) and near(to, s.king):
            moves[n] = to
            n += 1
    for to in range(SQUARES):
        if to != s.king and attacks(s.rook, to, s.king):
            moves[n] = SQUARES + to
            n += 1
    return n


def result(s, a):
    if s.black < 0:
        return State(s.king, s.rook, a, 0, SILENT, s.clock)
    if s.turn == 1:
        rook = -1 if a == s.rook else s.rook
        return State(s.king, rook, a, 0, s.said, s.clock + 1)
    king = a if a < SQUARES else s.king
    rook = s.rook if a < SQUARES else a - SQUARES
    is_blocked = a >= SQUARES and (rook == s.black or between(s.rook, s.black, rook))
    if is_blocked or near(king, s.black):
        return State(s.king, s.rook, s.black, 0, NO, s.clock + 1)
    said = SILENT
    if attacks(rook, s.black, king):
        said = RANK if rook // SIZE == s.black // SIZE else FILE
    return State(king, rook, s.black, 1, said, s.clock + 1)


def key(s):
    """What the umpire said and the clock change nothing that can follow."""
    return cp.hash(s.king, s.rook, s.black + 1, s.turn)


def observe(s, p):
    if p == 1:
        return s.king | s.rook + 1 << 6 | s.black + 1 << 13 | s.turn << 20 | s.said << 21
    return s.said | s.turn << 2


def show_move(s, a):
    if player(s) == cp.CHANCE or s.turn == 1:
        return f"k{square_name(a)}"
    return f"K{square_name(a)}" if a < SQUARES else f"R{square_name(a - SQUARES)}"


def square_name(square):
    return f"{chr(97 + square % SIZE)}{square // SIZE + 1}"


def board(s, p):
    squares = ["."] * SQUARES
    squares[s.king] = "K"
    if s.rook >= 0:
        squares[s.rook] = "R"
    if p != 0 and s.black >= 0:
        squares[s.black] = "k"
    rows = ["".join(squares[r * SIZE : (r + 1) * SIZE]) for r in reversed(range(SIZE))]
    said = ("", "no", "check along the rank", "check along the file")[s.said]
    return "\n".join([*rows, said] if said and p == 0 else rows)
