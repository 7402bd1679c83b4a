"""Last throw: two players pick one of five cards; then the higher one wins, or rarely the lower."""

from typing import NamedTuple

import counterplay as cp

CARDS = 5
CHANCES = (0.8, 0.1, 0.1)

facts = cp.Facts(
    title="Last throw", most_actions=CARDS, longest_game=3, chance=True, most_outcomes=3
)


class State(NamedTuple):
    first: int
    second: int
    throw: int


def initial():
    return State(0, 0, -1)


def player(s):
    if s.second > 0 and s.throw < 0:
        return cp.CHANCE
    return 0 if s.first == 0 else 1


def actions(s, moves):
    n = 0
    for card in range(1, CARDS + 1):
        if s.second == 0 and card != s.first:
            moves[n] = card
            n += 1
    return n


def chance(s, outcomes, probabilities):
    for i, probability in enumerate(CHANCES):
        outcomes[i] = i
        probabilities[i] = probability
    return 3


def result(s, a):
    if s.first == 0:
        return State(a, 0, -1)
    return State(s.first, a, -1) if s.second == 0 else State(s.first, s.second, a)


def terminal(s):
    return s.throw >= 0


def utility(s, p):
    return 1 if (s.first > s.second) == ((s.throw == 0) == (p == 0)) else -1


def evaluate(s, p):
    return 100 * (s.first - s.second) * (1 - 2 * p)
