"""Solitaire: one player clears a row of eight lights, two neighbours at a time, for points."""

from typing import NamedTuple

import counterplay as cp

LIGHTS = 8

facts = cp.Facts(
    title="Solitaire",
    players=1,
    most_actions=LIGHTS,
    longest_game=4,
    total=None,
    best=8,
    scored=True,
)


class State(NamedTuple):
    on: int


def initial():
    return State((1 << LIGHTS) - 1)


def player(s):
    return 0


def pairs(s):
    return s.on & s.on >> 1


def actions(s, moves):
    n = 0
    for i in range(LIGHTS - 1):
        if pairs(s) >> i & 1:
            moves[n] = i
            n += 1
    return n


def result(s, a):
    return State(s.on & ~(3 << a))


def terminal(s):
    return pairs(s) == 0


def utility(s, p):
    points = LIGHTS
    for i in range(LIGHTS):
        points -= s.on >> i & 1
    return points
