"""A chase: the hunter wins by stepping onto the hare, the hare by reaching the hole in a corner.

The hare steps to a neighbouring square or sits still; the hunter steps up, down or to a side, but
not onto the hole. Once in a game the hare may jump anywhere else, which cannot be taken back. Table
0 is for a hare that has jumped, table 1 for one that is rested.
"""

from typing import NamedTuple

import counterplay as cp
from counterplay.core.game.contract import PLACES

SIZE = cp.parameter("size", 4, 3, 6, "squares along a side")
SQUARES = SIZE * SIZE
HOLE = SQUARES - 1

facts = cp.Facts(
    title="Chase",
    names=("hare", "hunter"),
    most_actions=SQUARES + 8,
    longest_game=200,
    exact_key=True,
    no_progress=4,
)


class State(NamedTuple):
    hare: int
    hunter: int
    rested: int
    turn: int


def initial():
    return State(0, SQUARES - 2, 1, 0)


def player(s):
    return s.turn


def is_near(a, b):
    across, down = abs(a % SIZE - b % SIZE), abs(a // SIZE - b // SIZE)
    return max(across, down) == 1


def is_step(s, goal):
    if s.turn == 0:
        return goal == s.hare or (is_near(s.hare, goal) and goal != s.hunter)
    return goal != HOLE and is_near(s.hunter, goal) and is_straight(s.hunter, goal)


def is_straight(a, b):
    return a % SIZE == b % SIZE or a // SIZE == b // SIZE


def actions(s, moves):
    if terminal(s):
        return 0
    n = 0
    for goal in range(SQUARES):
        if is_step(s, goal):
            moves[n] = goal
            n += 1
    if s.turn == 0 and s.rested == 1:
        for goal in range(SQUARES):
            if goal not in (s.hunter, HOLE):
                moves[n] = goal + SQUARES
                n += 1
    return n


def result(s, a):
    if a >= SQUARES:
        return State(a - SQUARES, s.hunter, 0, 1)
    if s.turn == 0:
        return State(a, s.hunter, s.rested, 1)
    return State(s.hare, a, s.rested, 0)


def terminal(s):
    return s.hare == s.hunter or s.hare == HOLE


def utility(s, p):
    winner = 1 if s.hare == s.hunter else 0
    return 1 if p == winner else -1


def irreversible(s, a):
    return a >= SQUARES


def key(s):
    return place_of(s) * 2 + s.rested


def place_of(s):
    return (s.hare * SQUARES + s.hunter) * 2 + s.turn


def index(s):
    return s.rested * PLACES + place_of(s)


def state(i):
    place = i % PLACES
    squares = place >> 1
    return State(squares // SQUARES, squares % SQUARES, i // PLACES, place & 1)


def size(t):
    return 2 * SQUARES * SQUARES


def leaving(s, moves):
    n = actions(s, moves)
    kept = 0
    for j in range(n):
        if irreversible(s, moves[j]):
            moves[kept] = moves[j]
            kept += 1
    return kept


def predecessors(s, moves):
    """Where whoever has just moved came from; nobody moves on after the end."""
    n = 0
    for start in range(SQUARES):
        if s.turn == 1:
            before = State(start, s.hunter, s.rested, 0)
            goal = s.hare
        else:
            before = State(s.hare, start, s.rested, 1)
            goal = s.hunter
        if not terminal(before) and is_step(before, goal):
            moves[n] = index(before)
            n += 1
    return n


def parse_tables(text):
    if text != "all":
        raise ValueError("the tables are called all")
    return [0, 1]


def show_table(t):
    return "rested" if t else "tired"


def tables_below(t):
    return [0] if t else []
