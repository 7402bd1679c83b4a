"""One token on a strip, moved in turn by either player; rules about positions that come back.

The first player wants it at the right end, the second at the left end. A step goes one square to
either side. A square has a pebble until the token first comes there: to take one is irreversible.
Whoever gives up loses, so there is always a move. Which rules hold is chosen by the parameters.
"""

from typing import NamedTuple

from counterplay.core.game.facts import Facts, parameter

SQUARES = parameter("squares", 5, 3, 20, "squares of the strip")
REPETITION = parameter("repetition", 0, 0, 5, "occurrences of a position that are a draw")
NO_PROGRESS = parameter("no_progress", 0, 0, 50, "plies without a pebble taken that are a draw")
SUPERKO = parameter("superko", False, about="no position may come back")

LEFT, RIGHT, GIVE_UP = 0, 1, 2
START = SQUARES // 2

facts = Facts(
    title="Pebble walk",
    most_actions=3,
    longest_game=4 * SQUARES * SQUARES,
    repetition=REPETITION,
    no_progress=NO_PROGRESS,
    superko=SUPERKO,
)


class State(NamedTuple):
    """`loser` is -1 while nobody has given up."""

    token: int
    pebbles: int
    mover: int
    loser: int


def initial():
    return State(START, ((1 << SQUARES) - 1) ^ (1 << START), 0, -1)


def player(s):
    return s.mover


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1], moves[2] = LEFT, RIGHT, GIVE_UP
    return 3


def target(s, a):
    return s.token + (1 if a == RIGHT else -1)


def result(s, a):
    if a == GIVE_UP:
        return State(s.token, s.pebbles, 1 - s.mover, s.mover)
    there = target(s, a)
    return State(there, s.pebbles & ~(1 << there), 1 - s.mover, -1)


def irreversible(s, a):
    return a == GIVE_UP or (s.pebbles >> target(s, a)) & 1 == 1


def terminal(s):
    return s.loser >= 0 or s.token == 0 or s.token == SQUARES - 1


def utility(s, p):
    if s.loser >= 0:
        return -1 if p == s.loser else 1
    winner = 0 if s.token == SQUARES - 1 else 1
    return 1 if p == winner else -1
