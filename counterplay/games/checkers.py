"""Checkers, or English draughts: capture all the other side's pieces, or leave them no move.

Squares are numbered as players number them, 1 to 32, and lie in a word with an empty bit after
every eight, so that a step is the same shift everywhere, and one off the board ends on an empty
bit or outside:

         1   2   3   4            .  0  .  1  .  2  .  3       Black moves first, and down: a step
       5   6   7   8              4  .  5  .  6  .  7  .       is 4 or 5 bits up. White's men step
         9  10  11  12            .  9  . 10  . 11  . 12       up the board, 4 or 5 bits down; kings
      13  14  15  16             13  . 14  . 15  . 16  .       go both ways.

Who can capture must, but may choose which capture, and goes on for as long as there is a piece to
capture; a man that comes to the last row becomes a king, and its move ends there. A move is the
square where it starts, how many pieces it captures, and the directions that it takes. Captures by
different ways count as different moves, whatever comes of them.

Rules: World Checkers Draughts Federation. A draw: a position that comes up three times, or forty
moves of each side without a capture or a man's move.
"""

import re
from typing import NamedTuple

import numpy as np

from counterplay.core.bits import bit, lowest, popcount, shift_left, shift_right
from counterplay.core.facts import Facts

facts = Facts(
    title="Checkers",
    names=("Black", "White"),
    most_actions=256,
    longest_game=24 * 8 * 81,
    unit=10_000,
    counted_in=("men", 100),
    repetition=3,
    no_progress=80,
)

BOARD = np.uint64(sum(1 << (k + k // 8) for k in range(32)))
BLACK_HOME = np.uint64(sum(1 << (k + k // 8) for k in range(12)))
WHITE_HOME = np.uint64(sum(1 << (k + k // 8) for k in range(20, 32)))
FIRST_ROW = np.uint64(0b1111)
LAST_ROW = np.uint64(0b1111 << 31)
NOTHING, ONE = np.uint64(0), np.uint64(1)
STEPS = np.array([4, 5, -4, -5], np.int64)
"""The four directions: two down the board, two up."""


class State(NamedTuple):
    black: np.uint64
    white: np.uint64
    kings: np.uint64
    turn: int


def initial():
    return State(BLACK_HOME, WHITE_HOME, NOTHING, 0)


def player(s):
    return s.turn


def moved(squares, direction):
    """Squares a step on in a direction, those that are on the board."""
    by = STEPS[direction]
    if by > 0:
        return shift_left(squares, by) & BOARD
    return shift_right(squares, -by) & BOARD


def walkers(s, direction):
    """The mover's pieces that can go in a direction."""
    own = s.white if s.turn else s.black
    return own if (direction < 2) == (s.turn == 0) else own & s.kings


def steppers(s, direction):
    """The mover's pieces that can make a step in a direction: one back from every empty square."""
    return walkers(s, direction) & moved(BOARD & ~(s.black | s.white), direction ^ 2)


def jumpers(s, direction):
    """The mover's pieces that can capture in a direction."""
    others, free = (s.black if s.turn else s.white), BOARD & ~(s.black | s.white)
    back = direction ^ 2
    return walkers(s, direction) & moved(others & moved(free, back), back)


def can_capture(s):
    return (jumpers(s, 0) | jumpers(s, 1) | jumpers(s, 2) | jumpers(s, 3)) != NOTHING


def actions(s, moves):
    if not can_capture(s):
        n = 0
        for direction in range(4):
            rest = steppers(s, direction)
            while rest != NOTHING:
                moves[n] = lowest(rest) | direction << 10
                rest &= rest - ONE
                n += 1
        return n
    # Captures grow in the list itself: one that goes on is replaced by its continuations behind.
    last = 0
    for direction in range(4):
        rest = jumpers(s, direction)
        while rest != NOTHING:
            moves[last] = lowest(rest) | 1 << 6 | direction << 10
            rest &= rest - ONE
            last += 1
    n, i = 0, 0
    while i < last:
        grown = lengthened(s, moves[i], moves, last)
        if grown == last:
            moves[n] = moves[i]
            n += 1
        last = grown
        i += 1
    return n


def lengthened(s, a, moves, last):
    """Append a capture with one piece more to the list, by each way; where the list ends then."""
    square, captured = landed(s, a)
    count, is_king = a >> 6 & 15, bit(a & 63) & s.kings != NOTHING
    forward = 0 if s.turn == 0 else 2
    if not is_king and bit(square) & (LAST_ROW if s.turn == 0 else FIRST_ROW):
        return last  # crowned, and that ends it
    others = (s.black if s.turn else s.white) & ~captured
    free = BOARD & ~((s.black | s.white) & ~bit(a & 63))
    for way in range(4 if is_king else 2):
        direction = way ^ forward
        over = moved(bit(square), direction)
        if over & others and moved(over, direction) & free:
            moves[last] = (a & ~(15 << 6)) | (count + 1) << 6 | direction << (10 + 2 * count)
            last += 1
    return last


def landed(s, a):
    """Where a move ends, and the pieces that it captures."""
    at, captured = bit(a & 63), NOTHING
    count = a >> 6 & 15
    for i in range(count):
        direction = a >> (10 + 2 * i) & 3
        over = moved(at, direction)
        captured |= over
        at = moved(over, direction)
    if count == 0:
        at = moved(at, a >> 10 & 3)
    return lowest(at), captured


def result(s, a):
    square, captured = landed(s, a)
    start, goal = bit(a & 63), bit(square)
    kings = s.kings & ~captured
    if kings & start:
        kings = (kings & ~start) | goal
    elif s.turn == 0:
        kings |= goal & LAST_ROW
    else:
        kings |= goal & FIRST_ROW
    if s.turn == 0:
        return State((s.black & ~start) | goal, s.white & ~captured, kings, 1)
    return State(s.black & ~captured, (s.white & ~start) | goal, kings, 0)


def terminal(s):
    """Whoever cannot move has lost."""
    steps = steppers(s, 0) | steppers(s, 1) | steppers(s, 2) | steppers(s, 3)
    return steps == NOTHING and not can_capture(s)


def utility(s, p):
    return -1 if p == s.turn else 1


# What searches ask beyond the rules.


def irreversible(s, a):
    return a >> 6 & 15 != 0 or bit(a & 63) & s.kings == NOTHING


def key(s):
    h = (s.black ^ np.uint64(s.turn) << np.uint64(40)) * np.uint64(0x9E3779B97F4A7C15)
    h = (h ^ (h >> np.uint64(32)) ^ s.white) * np.uint64(0xD6E8FEB86659FD93)
    h = (h ^ (h >> np.uint64(32)) ^ s.kings) * np.uint64(0xBF58476D1CE4E5B9)
    return h ^ (h >> np.uint64(32))


def noisy(s, a):
    """Captures, and a man's step to the last row."""
    goal = bit(landed(s, a)[0])
    return is_capture(a) or (
        bit(a & 63) & ~s.kings & BOARD != NOTHING and goal & (FIRST_ROW | LAST_ROW) != NOTHING
    )


def order(s, a):
    """The more pieces are captured, the better; then men that become kings."""
    return 4 * (a >> 6 & 15) + noisy(s, a)


# A guess: men and kings, how far men have come, the home row, and the middle of the board.

WEIGHTS = np.array([100, 135, 4, 12, 5], np.int64)
FEATURES = {
    "man": (0, 1), "king": (1, 1), "row of a man": (2, 1), "man on the home row": (3, 1),
    "piece in the middle": (4, 1),
}  # fmt: skip
MIDDLE = np.uint64(sum(1 << (k + k // 8) for k in (9, 10, 13, 14, 17, 18, 21, 22)))
ROWS = np.array([0b1111 << (9 * (r // 2) + 4 * (r % 2)) for r in range(8)], np.uint64)


def evaluate(s, weights):
    """Points for the side to move, a hundredth of a man each."""
    points = side(s.black, s.kings, 0, weights) - side(s.white, s.kings, 1, weights)
    return points if s.turn == 0 else -points


def side(own, kings, colour, weights):
    men = own & ~kings
    points = popcount(men) * weights[0] + popcount(own & kings) * weights[1]
    for r in range(8):
        away = r if colour == 0 else 7 - r
        points += popcount(men & ROWS[r]) * away * weights[2]
    home = FIRST_ROW if colour == 0 else LAST_ROW
    return points + popcount(men & home) * weights[3] + popcount(own & MIDDLE) * weights[4]


# For people: squares from 1 to 32, positions as PDN's FEN has them.


def number_of(square):
    """The number that players give to the square of a bit."""
    return square - square // 9 + 1


def square_of(number):
    return number - 1 + (number - 1) // 8


def way_of(s, a):
    """The squares that a move passes, where it starts first, as players number them."""
    at, squares = bit(a & 63), [number_of(a & 63)]
    for i in range(max(a >> 6 & 15, 1)):
        at = moved(at, a >> (10 + 2 * i) & 3)
        if is_capture(a):
            at = moved(at, a >> (10 + 2 * i) & 3)
        squares.append(number_of(lowest(at)))
    return squares


def is_capture(a):
    return a >> 6 & 15 != 0


def show_move(s, a):
    """11-15, or 22x15: all squares on the way where two captures would look the same."""
    squares = way_of(s, a)
    if not is_capture(a):
        return f"{squares[0]}-{squares[-1]}"
    buffer = np.zeros(facts.most_actions, np.int64)
    alike = [
        other
        for other in buffer[: actions(s, buffer)].tolist()
        if way_of(s, other)[0] == squares[0] and way_of(s, other)[-1] == squares[-1]
    ]
    return "x".join(map(str, squares if len(alike) > 1 else (squares[0], squares[-1])))


def parse_move(s, text):
    """11-15 or 22x15; a capture may name all squares on its way."""
    if re.fullmatch(r"\d+(-\d+|(x\d+)+)", text.strip().lower()) is None:
        raise ValueError("a move is two squares or more, as in 11-15, 22x15 or 1x10x17")
    wanted = [int(word) for word in re.split("[-x]", text.strip().lower())]
    buffer = np.zeros(facts.most_actions, np.int64)
    legal = buffer[: actions(s, buffer)].tolist()
    whole = [a for a in legal if way_of(s, a) == wanted]
    ends = [
        a for a in legal if len(wanted) == 2 and way_of(s, a)[:: len(way_of(s, a)) - 1] == wanted
    ]
    found = whole or ends
    if not found:
        raise ValueError(
            "there is no such move here" + (": who can capture must" if can_capture(s) else "")
        )
    if len(found) > 1:
        ways = ", ".join("x".join(map(str, way_of(s, a))) for a in found)
        raise ValueError(f"there are several ways: {ways}")
    return found[0]


def parse_position(text):
    """The side to move, then each side's squares, K before kings: B:W18,24,K10:B12,16."""
    parts = text.strip().rstrip(".").replace(" ", "").upper().split(":")
    if len(parts) != 3 or parts[0] not in ("B", "W") or {p[:1] for p in parts[1:]} != {"B", "W"}:
        raise ValueError("write the side to move and both sides' squares: B:W18,24,K10:B12,16")
    sides, kings = {"B": 0, "W": 0}, 0
    for part in parts[1:]:
        for word in filter(None, part[1:].split(",")):
            number = word.removeprefix("K")
            if not number.isdigit() or not 1 <= int(number) <= 32:
                raise ValueError(f"{word!r} is no square: they are numbered from 1 to 32")
            square = 1 << square_of(int(number))
            if (sides["B"] | sides["W"]) & square:
                raise ValueError(f"square {number} is named twice")
            sides[part[0]] |= square
            kings |= square if word.startswith("K") else 0
    for who, last in (("B", LAST_ROW), ("W", FIRST_ROW)):
        if sides[who].bit_count() > 12:
            raise ValueError("a side has at most 12 pieces")
        if sides[who] & ~kings & int(last):
            raise ValueError("a man on the last row would be a king: write K before it")
    return State(
        np.uint64(sides["B"]), np.uint64(sides["W"]), np.uint64(kings), "BW".index(parts[0])
    )


def show_position(s):
    sides = []
    for name, own in (("W", s.white), ("B", s.black)):
        squares = [n for n in range(1, 33) if own & bit(square_of(n))]
        sides.append(
            name + ",".join(f"K{n}" if s.kings & bit(square_of(n)) else f"{n}" for n in squares)
        )
    return f"{'BW'[s.turn]}:{sides[0]}:{sides[1]}"


def board(s):
    """Men are b and w, kings B and W; beside each row the number of its first square."""
    rows = []
    for r in range(8):
        marks = [mark_at(s, square_of(4 * r + c + 1)) for c in range(4)]
        rows.append(f"{4 * r + 1:>2}  " + ("  " if r % 2 == 0 else "") + "   ".join(marks))
    return "\n".join(row.rstrip() for row in rows)


def mark_at(s, square):
    here = bit(square)
    mark = "b" if s.black & here else "w" if s.white & here else "."
    return mark.upper() if s.kings & here else mark
