"""Checkers, or English draughts: capture all the other side's pieces, or leave them no move.

Squares are numbered from 1 to 32, as players do. In a word, an empty bit follows every eight
squares. So a step is the same shift on all rows, and a step off the board ends on an empty bit or
outside:

         1   2   3   4            .  0  .  1  .  2  .  3       Black moves first, and down: a step
       5   6   7   8              4  .  5  .  6  .  7  .       is 4 or 5 bits up. White's men step
         9  10  11  12            .  9  . 10  . 11  . 12       up the board, 4 or 5 bits down; kings
      13  14  15  16             13  . 14  . 15  . 16  .       go both ways.

A player who can capture must capture, may choose which capture, and must continue it as long as
possible. A man that reaches the last row becomes a king, and its move ends there. A move consists
of the square where it starts, the number of captures, and the directions it takes. Captures along
different paths are different moves, even if the result is the same.

Rules: World Checkers Draughts Federation. The game is drawn if a position occurs three times, or
after forty moves of each side without a capture or a move of a man.

`moves.py` generates the moves; `endgame_index.py` has the position index for tables.
"""

import re

import numpy as np

from counterplay.core.bits.bits import bit, lowest, popcount
from counterplay.core.bits.mixing import mixed
from counterplay.core.game.facts import Facts
from counterplay.games.checkers.endgame_index import index as index
from counterplay.games.checkers.endgame_index import leaving as leaving
from counterplay.games.checkers.endgame_index import predecessors as predecessors
from counterplay.games.checkers.endgame_index import size as size
from counterplay.games.checkers.endgame_index import state as state
from counterplay.games.checkers.endgame_names import parse_tables as parse_tables
from counterplay.games.checkers.endgame_names import show_table as show_table
from counterplay.games.checkers.endgame_names import tables_below as tables_below
from counterplay.games.checkers.moves import (
    BOARD,
    FIRST_ROW,
    LAST_ROW,
    NOTHING,
    State,
    actions,
    can_capture,
    landed,
    moved,
    steppers,
)
from counterplay.presentation.drawings import Grid

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

BLACK_HOME = np.uint64(sum(1 << (k + k // 8) for k in range(12)))
WHITE_HOME = np.uint64(sum(1 << (k + k // 8) for k in range(20, 32)))


def initial():
    return State(BLACK_HOME, WHITE_HOME, NOTHING, 0)


def player(s):
    return s.turn


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


# Optional functions for searches.


def irreversible(s, a):
    return a >> 6 & 15 != 0 or bit(a & 63) & s.kings == NOTHING


def key(s):
    black = mixed(NOTHING, s.black ^ np.uint64(s.turn) << np.uint64(40))
    return mixed(mixed(black, s.white), s.kings)


def noisy(s, a):
    """Captures, and steps of men to the last row."""
    goal = bit(landed(s, a)[0])
    return is_capture(a) or (
        bit(a & 63) & ~s.kings & BOARD != NOTHING and goal & (FIRST_ROW | LAST_ROW) != NOTHING
    )


def order(s, a):
    """Captures first, of more pieces before fewer; then steps that crown a man."""
    return 4 * (a >> 6 & 15) + noisy(s, a)


# Static evaluation: men and kings, the advance of men, the home row, and the centre.

WEIGHTS = np.array([100, 135, 4, 12, 5], np.int64)
FEATURES = {
    "man": (0, 1), "king": (1, 1), "row of a man": (2, 1), "man on the home row": (3, 1),
    "piece in the middle": (4, 1),
}  # fmt: skip
MIDDLE = np.uint64(sum(1 << (k + k // 8) for k in (9, 10, 13, 14, 17, 18, 21, 22)))
ROWS = np.array([0b1111 << (9 * (r // 2) + 4 * (r % 2)) for r in range(8)], np.uint64)


def evaluate(s, weights):
    """The static evaluation for the side to move, in hundredths of a man."""
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


# Notation: squares from 1 to 32, positions as in the FEN of PDN.


def number_of(square):
    """The number of the square of a bit, from 1 to 32."""
    return square - square // 9 + 1


def square_of(number):
    return number - 1 + (number - 1) // 8


def way_of(s, a):
    """The numbers of the squares that a move passes, from its start to its end."""
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
    """11-15 or 22x15. A capture names all squares on its path if it is ambiguous otherwise."""
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
    """11-15 or 22x15. A capture may name all squares on its path."""
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
            "there is no such move here"
            + (": a side that can capture must capture" if can_capture(s) else "")
        )
    if len(found) > 1:
        ways = ", ".join("x".join(map(str, way_of(s, a))) for a in found)
        raise ValueError(f"the move is ambiguous: {ways}")
    return found[0]


def parse_position(text):
    """The side to move, then the squares of each side, K before kings: B:W18,24,K10:B12,16."""
    parts = text.strip().rstrip(".").replace(" ", "").upper().split(":")
    if len(parts) != 3 or parts[0] not in ("B", "W") or {p[:1] for p in parts[1:]} != {"B", "W"}:
        raise ValueError("write the side to move and both sides' squares: B:W18,24,K10:B12,16")
    sides, kings = {"B": 0, "W": 0}, 0
    for part in parts[1:]:
        for word in filter(None, part[1:].split(",")):
            number = word.removeprefix("K")
            if not number.isdigit() or not 1 <= int(number) <= 32:
                raise ValueError(f"{word!r} is not a square: squares are numbered from 1 to 32")
            square = 1 << square_of(int(number))
            if (sides["B"] | sides["W"]) & square:
                raise ValueError(f"square {number} is named twice")
            sides[part[0]] |= square
            kings |= square if word.startswith("K") else 0
    for who, last in (("B", LAST_ROW), ("W", FIRST_ROW)):
        if sides[who].bit_count() > 12:
            raise ValueError("a side has at most 12 pieces")
        if sides[who] & ~kings & int(last):
            raise ValueError("a man on the last row is a king: write K before its number")
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
    """Men are b and w, kings B and W. Each row begins with the number of its first square."""
    rows = []
    for r in range(8):
        marks = [mark_at(s, square_of(4 * r + c + 1)) for c in range(4)]
        rows.append(f"{4 * r + 1:>2}  " + ("  " if r % 2 == 0 else "") + "   ".join(marks))
    return Grid(
        [[piece_at(s, r, c) for c in range(8)] for r in range(8)],
        columns=[""] * 8,
        numbers=[""] * 8,
        names=[name_at(r, c) for r in range(8) for c in range(8)],
        looks=LOOKS,
        ground="chequered",
        text="\n".join(row.rstrip() for row in rows),
    )


def name_at(r, c):
    """The number of a dark square; None for a light one."""
    return str(4 * r + c // 2 + 1) if (r + c) % 2 else ""


def piece_at(s, r, c):
    number = name_at(r, c)
    return mark_at(s, square_of(int(number))) if number else "."


LOOKS = {"b": "disc black", "w": "disc white", "B": "crown black", "W": "crown white"}


def mark_at(s, square):
    here = bit(square)
    mark = "b" if s.black & here else "w" if s.white & here else "."
    return mark.upper() if s.kings & here else mark
