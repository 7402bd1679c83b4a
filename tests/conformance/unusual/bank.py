"""Bank: one player rolls a die or stops; the bank gets what the player does not. It never moves."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(
    title="Bank",
    names=("gambler", "bank"),
    most_actions=2,
    longest_game=20,
    best=12,
    scored=True,
    chance=True,
    most_outcomes=6,
)


class State(NamedTuple):
    points: int
    stage: int  # 0 choose, 1 roll, 2 over


def initial():
    return State(0, 0)


def player(s):
    return cp.CHANCE if s.stage == 1 else 0


def chance(s, outcomes, probabilities):
    for i in range(6):
        outcomes[i] = i + 1
        probabilities[i] = 1 / 6
    return 6


def actions(s, moves):
    moves[0], moves[1] = 0, 1
    return 2 if s.stage == 0 else 0


def result(s, a):
    if s.stage == 0:
        return State(s.points, 1 if a else 2)
    if a == 1 or s.points + a > 12:
        return State(0, 2)
    return State(s.points + a, 0)


def terminal(s):
    return s.stage == 2


def utility(s, p):
    return s.points if p == 0 else -s.points
