"""EinStein würfelt nicht!: a race in which a die chooses the stone (Ingo Althöfer, 2004).

Each side has numbered stones in its corner. A player rolls the die and moves the stone with that
number. If the stone is gone, the player moves the one with the next higher or the next lower number
that is left. Stones step towards the opposite corner: along the row, along the column, or
diagonally. A stone captures any stone on the cell that it goes to, also of its own side. A side
wins when one of its stones is in the opposite corner, or when the other side has no stones left.

Each side counts the cells from its own corner, so both go from cell 0 to the last one. White, who
moves first, starts in the bottom right corner, as in OpenSpiel:

    black   0  1  2  3  4      white  24 23 22 21 20      a move is 3 * stone
            5  6  7  8  9             19 18 17 16 15          + 0 along the row
           10 11 12 13 14             14 13 12 11 10          + 1 along the column
           15 16 17 18 19              9  8  7  6  5          + 2 diagonally
           20 21 22 23 24              4  3  2  1  0

A side is one word: the cell of stone 1 is in the lowest byte, that of stone 2 in the next.
"""

import re
from math import sqrt
from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import bit
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.presentation.drawings import Grid

SIZE = parameter("size", 5, 3, 5, "rows and columns")
STONES = parameter("stones", 6 if SIZE == 5 else 3, 3, 6, "stones of each side, 3 or 6")
SETUP = parameter("setup", "random", about="who arranges the stones: random, free or fixed")

if STONES not in (3, 6) or (STONES == 6 and SIZE == 3):
    raise InputError(f"size={SIZE}, stones={STONES}: choose 3 stones, or 6 if the size is 4 or 5")
if SETUP not in ("random", "free", "fixed"):
    raise InputError(f"setup={SETUP!r} must be random, free or fixed")

IS_RANDOM = SETUP == "random"
DEEP = 3 if STONES == 6 else 2
HOME = np.array([SIZE * r + c for r in range(DEEP) for c in range(DEEP - r)])
CELLS = SIZE * SIZE
GOAL = CELLS - 1
STEPS = np.array([1, SIZE, SIZE + 1])
TRANSPOSED = np.array([SIZE * (i % SIZE) + i // SIZE for i in range(CELLS)])
DISTANCE = np.array([SIZE - 1 - min(divmod(i, SIZE)) for i in range(CELLS)])

GONE, IN_HAND = 255, 254
NO_STONES = np.uint64(sum(GONE << 8 * i for i in range(STONES)))
ALL_IN_HAND = np.uint64(sum(IN_HAND << 8 * i for i in range(STONES)))
IN_ORDER = np.uint64(sum(int(HOME[i]) << 8 * i for i in range(STONES)))
BYTE, EIGHT = np.uint64(255), np.uint64(8)

ROLLING, OVER, PLACING = 0, 7, 8
FIRST_PLACE = 3 * STONES
MOST_STEPS = sum(2 * (SIZE - 1) - int(i) // SIZE - int(i) % SIZE - 1 for i in HOME)

facts = Facts(
    title="EinStein würfelt nicht!",
    names=("white", "black"),
    most_actions=6,
    # The stones of both sides are placed, and all come to the cells before the last.
    longest_game=2 * STONES + 2 * (2 * MOST_STEPS + 1),
    chance=True,
    most_outcomes=STONES,
)
DISTINCT_ACTIONS = 4 * STONES
EVALUATION_LIMIT = facts.win_score - 2_000


class State(NamedTuple):
    """`die` is the number rolled, or ROLLING before a roll, OVER, or PLACING in the setup."""

    white: np.uint64
    black: np.uint64
    turn: int
    die: int


def initial():
    if SETUP == "fixed":
        return State(IN_ORDER, IN_ORDER, 0, ROLLING)
    return State(ALL_IN_HAND, ALL_IN_HAND, 0, PLACING)


def player(s):
    if s.die == ROLLING or (s.die == PLACING and IS_RANDOM):
        return CHANCE
    return s.turn


def cell(side, stone):
    """The cell of a stone as its side counts, GONE, or IN_HAND."""
    return np.int64((side >> (EIGHT * np.uint64(stone))) & BYTE)


def moved(side, stone, to):
    shift = EIGHT * np.uint64(stone)
    return (side & ~(BYTE << shift)) | (np.uint64(to) << shift)


def stone_on(side, where):
    """The stone on a cell, or -1."""
    for stone in range(STONES):
        if cell(side, stone) == where:
            return stone
    return -1


def mine(s):
    return s.white if s.turn == 0 else s.black


def theirs(s):
    return s.black if s.turn == 0 else s.white


def actions(s, moves):
    if s.die == PLACING:
        return 0 if IS_RANDOM else free_places(s, moves)
    if s.die == ROLLING or s.die == OVER:
        return 0
    side = mine(s)
    lower, higher = movable(side, s.die - 1)
    n = 0
    if lower >= 0:
        n = listed(side, lower, moves, n)
    if higher < STONES and higher != lower:
        n = listed(side, higher, moves, n)
    return n


def movable(side, stone):
    """The stones that move if the die shows a stone: itself twice, or the next lower and the next
    higher one that are left. -1 and STONES mean that there is none."""
    lower = higher = stone
    while lower >= 0 and cell(side, lower) == GONE:
        lower -= 1
    while higher < STONES and cell(side, higher) == GONE:
        higher += 1
    return lower, higher


def listed(side, stone, moves, n):
    """Write the moves of a stone after the first n moves, and return how many there are then."""
    where = cell(side, stone)
    inside = where % SIZE < SIZE - 1
    above = where // SIZE < SIZE - 1
    for way in range(3):
        if (inside or way == 1) and (above or way == 0):
            moves[n] = 3 * stone + way
            n += 1
    return n


def chance(s, outcomes, probabilities):
    if s.die == PLACING:
        n = free_places(s, outcomes)
    else:
        n = STONES
        for i in range(n):
            outcomes[i] = i + 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def free_places(s, moves):
    n = 0
    for i in range(STONES):
        if stone_on(mine(s), HOME[i]) < 0:
            moves[n] = FIRST_PLACE + i
            n += 1
    return n


def result(s, a):
    if s.die == ROLLING:
        return State(s.white, s.black, s.turn, a)
    if s.die == PLACING:
        return placed(s, a - FIRST_PLACE)
    stone = a // 3
    to = cell(mine(s), stone) + STEPS[a % 3]
    mine_after, theirs_after = mine(s), theirs(s)
    own, other = stone_on(mine_after, to), stone_on(theirs_after, GOAL - to)
    if own >= 0:
        mine_after = moved(mine_after, own, GONE)
    if other >= 0:
        theirs_after = moved(theirs_after, other, GONE)
    mine_after = moved(mine_after, stone, to)
    die = OVER if to == GOAL or theirs_after == NO_STONES else ROLLING
    if s.turn == 0:
        return State(mine_after, theirs_after, 1, die)
    return State(theirs_after, mine_after, 0, die)


def placed(s, place):
    """The state after the next stone is placed: first all of white's, then those of black."""
    stone = stone_on(mine(s), IN_HAND)
    side = moved(mine(s), stone, HOME[place])
    is_last = stone == STONES - 1
    if s.turn == 0:
        return State(side, s.black, 1 if is_last else 0, PLACING)
    return State(s.white, side, 0 if is_last else 1, ROLLING if is_last else PLACING)


def terminal(s):
    return s.die == OVER


def utility(s, p):
    """The player who moved last has won."""
    return -1 if p == s.turn else 1


# Optional functions for searches.


def canonical(s):
    """The lesser of the board and its mirror image at the diagonal between the corners."""
    white, black = transposed(s.white), transposed(s.black)
    if white < s.white or (white == s.white and black < s.black):
        return State(white, black, s.turn, s.die)
    return s


def transposed(side):
    turned = side
    for stone in range(STONES):
        where = cell(side, stone)
        if where < CELLS:
            turned = moved(turned, stone, TRANSPOSED[where])
    return turned


WORTH = np.array([9.0, 0.63, 0.25, 0.15, 0.0])
"""What each number of the die is worth, by the steps from the stone that it moves to the goal: a
logistic regression of 35,566 positions of 1,000 games, played two plies deep (natural log odds)."""
TEMPO = 0.05


def evaluate(s, p):
    """The odds that the stones of both sides have, by the numbers that move them."""
    if s.die == PLACING:
        return 0
    x = (worth(mine(s)) - worth(theirs(s)) + TEMPO) / 2
    points = int(EVALUATION_LIMIT * x / sqrt(1 + x * x))
    return points if p == s.turn else -points


def worth(side):
    total = 0.0
    for number in range(STONES):
        lower, higher = movable(side, number)
        steps = SIZE - 1
        if lower >= 0:
            steps = DISTANCE[cell(side, lower)]
        if higher < STONES:
            steps = min(steps, DISTANCE[cell(side, higher)])
        total += WORTH[steps]
    return total * 6 / STONES


FEATURE_WORDS = 5


def features(s, p, words):
    """A bit for each stone on each cell, the player's own first; then the die and the turn."""
    for q in range(2):
        side = s.white if q == 0 else s.black
        for stone in range(STONES):
            where = cell(side, stone)
            if where < CELLS:
                i = where if p == q else 150 + GOAL - where
                put(words, 25 * stone + i)
    put(words, 300 + s.die)
    put(words, 310 + (p == s.turn))


def put(words, i):
    words[i // 64] |= bit(i % 64)


# Notation and drawing.

WAYS = (("left", "up", "diag"), ("right", "down", "diag"))


def name_of(p, where):
    """The name of a cell as side `p` counts it: column letter and row number, a1 bottom left."""
    r, c = divmod(int(where) if p == 1 else GOAL - int(where), SIZE)
    return f"{chr(ord('a') + c)}{SIZE - r}"


def show_move(s, a):
    """As OpenSpiel writes it: W4-up, B1-diag, with * for a capture; or the number of a roll.

    A stone that is placed in the setup is W4@e1.
    """
    if s.die == ROLLING:
        return str(a)
    letter = "WB"[s.turn]
    if s.die == PLACING:
        return f"{letter}{stone_on(mine(s), IN_HAND) + 1}@{name_of(s.turn, HOME[a - FIRST_PLACE])}"
    to = cell(mine(s), a // 3) + STEPS[a % 3]
    takes = max(stone_on(mine(s), to), stone_on(theirs(s), GOAL - to)) >= 0
    return f"{letter}{a // 3 + 1}-{WAYS[s.turn][a % 3]}{'*' if takes else ''}"


def cells(s, a):
    """The cell of the stone and the one it goes to."""
    if s.die == PLACING:
        return [name_of(s.turn, HOME[a - FIRST_PLACE])]
    where = cell(mine(s), a // 3)
    return [name_of(s.turn, where), name_of(s.turn, where + STEPS[a % 3])]


def rows_of(s):
    """The rows as lists of stones, the top row first: b3, w1, or a dot."""
    flat = ["."] * CELLS
    for p, side in enumerate((s.white, s.black)):
        for stone in range(STONES):
            where = int(cell(side, stone))
            if where < CELLS:
                flat[where if p == 1 else GOAL - where] = f"{'wb'[p]}{stone + 1}"
    return [flat[i : i + SIZE] for i in range(0, CELLS, SIZE)]


def show_position(s):
    """The rows from the top, two characters for each cell; the side to move; the roll.

    - stands for a roll to come, and `setup` for stones that are not yet placed.
    """
    rows = "/".join("".join(stone.ljust(2, ".") for stone in row) for row in rows_of(s))
    die = {ROLLING: "-", OVER: "-", PLACING: "setup"}.get(s.die, str(s.die))
    return f"{rows} {'wb'[s.turn]} {die}"


def parse_position(text):
    words = text.lower().split()
    if len(words) != 3 or words[1] not in ("w", "b"):
        raise ValueError(f"expected rows, the side to move and the roll: {example()}")
    faces = {"-": ROLLING, "setup": PLACING, **{str(i + 1): i + 1 for i in range(STONES)}}
    if words[2] not in faces:
        raise ValueError(f"after the side comes a roll from 1 to {STONES}, -, or setup")
    sides = read_rows(words[0], IN_HAND if words[2] == "setup" else GONE)
    s = State(*map(np.uint64, sides), "wb".index(words[1]), faces[words[2]])
    if s.die == PLACING:
        return checked_setup(s)
    if stone_on(mine(s), GOAL) >= 0 or theirs(s) == NO_STONES:
        raise ValueError("the side to move has won already: the other side would be to move")
    if stone_on(theirs(s), GOAL) < 0 and mine(s) != NO_STONES:
        return s
    if s.die != ROLLING:
        raise ValueError("the game is over: write - for the roll")
    return State(s.white, s.black, s.turn, OVER)


def example():
    return show_position(State(IN_ORDER, IN_ORDER, 0, 4 if STONES == 6 else 2))


def read_rows(text, missing):
    """Both sides as numbers. Stones that are not on the board are `missing`."""
    rows = text.split("/")
    if len(rows) != SIZE or any(len(row) != 2 * SIZE for row in rows):
        raise ValueError(f"expected {SIZE} rows of {SIZE} cells with two characters: {example()}")
    sides = [[missing] * STONES, [missing] * STONES]
    for i, stone in enumerate(re.findall("..", "".join(rows))):
        if stone == "..":
            continue
        number = int(stone[1]) - 1 if stone[1].isdecimal() else -1
        if stone[0] not in "wb" or not 0 <= number < STONES:
            raise ValueError(f"{stone!r} is not a stone: write w1 to w{STONES}, b1 to b{STONES}")
        p = "wb".index(stone[0])
        if sides[p][number] != missing:
            raise ValueError(f"{stone} is on the board twice")
        sides[p][number] = i if p == 1 else GOAL - i
    return [sum(where << 8 * i for i, where in enumerate(side)) for side in sides]


def checked_setup(s):
    """The state itself, if stones can have been placed so."""
    white, black = placed_in_order(s.white), placed_in_order(s.black)
    is_whites = black == 0 and white < STONES
    is_blacks = white == STONES and 0 <= black < STONES
    if white < 0 or not (is_whites if s.turn == 0 else is_blacks):
        raise ValueError("in the setup, white places its stones in their corner, then black")
    return s


def placed_in_order(side):
    """The number of stones that are placed: 1, 2, … at home. -1 if others are."""
    where = [int(cell(side, i)) for i in range(STONES)]
    n = sum(one != IN_HAND for one in where)
    return n if all(one in HOME for one in where[:n]) else -1


def board(s):
    looks = {"w": "disc white", "b": "disc black"}
    for i in range(STONES):
        looks[f"w{i + 1}"], looks[f"b{i + 1}"] = f"disc white {i + 1}", f"disc black {i + 1}"
    number = s.die if ROLLING < s.die < OVER else "?"
    notes = ""
    if s.die == PLACING:
        notes = f"{facts.names[s.turn]} places stone {stone_on(mine(s), IN_HAND) + 1}"
    return Grid(rows_of(s), looks=looks, notes=notes, dice=[f"{number} {facts.names[s.turn]}"])
