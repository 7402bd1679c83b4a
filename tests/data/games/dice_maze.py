"""A made-up game of two players and dice: a walk through numbered rooms, with many transpositions.

Rooms, rolls, moves and evaluations come from a small mixing function, so the game has no pattern
that a search could profit from by luck. Every few rooms a roll follows.
"""

from typing import NamedTuple

import counterplay as cp

ROOMS = 199
LENGTH = cp.parameter("length", 40, 1, 60, "plies of a game")

facts = cp.Facts(
    title="Dice maze",
    most_actions=5,
    longest_game=LENGTH,
    best=10,
    scored=True,
    chance=True,
    most_outcomes=6,
)


class State(NamedTuple):
    room: int
    mover: int
    left: int


def initial():
    return State(7, 0, LENGTH)


def mixed(a, b):
    h = (a * 7919 + b * 104729 + 12345) % 1000003
    return (h * h + 31 * a) % 1000003


def player(s):
    """A roll comes before most moves; some moves follow at once, of either player."""
    kind = mixed(s.room, s.left) % 8
    if kind < 4:
        return cp.CHANCE
    return s.mover if kind < 7 else 1 - s.mover


def actions(s, moves):
    n = 1 + mixed(s.room, 3) % 5
    for a in range(n):
        moves[a] = a
    return n if s.left > 0 else 0


def chance(s, outcomes, probabilities):
    n = 2 + mixed(s.room, 5) % 5
    total = 0.0
    for i in range(n):
        outcomes[i] = 100 + i
        probabilities[i] = 1.0 + mixed(s.room, i) % 4
        total += probabilities[i]
    for i in range(n):
        probabilities[i] /= total
    return n


def result(s, a):
    return State(mixed(s.room, a) % ROOMS, 1 - s.mover, s.left - 1)


def terminal(s):
    return s.left == 0 or mixed(s.room, 11) % 23 == 0


def utility(s, p):
    return (mixed(s.room, 17) % 21 - 10) * (1 if p == 0 else -1)


def evaluate(s, p):
    points = mixed(s.room, 17) % 21 - 10 + mixed(s.room, s.left) % 5 - 2
    return max(-10, min(10, points)) * 1000 * (1 if p == 0 else -1)
