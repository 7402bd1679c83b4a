"""Cards: each of two players gets one of four cards and bets or folds; the higher card wins."""

from typing import NamedTuple

import counterplay as cp

CARDS = 4

facts = cp.Facts(
    title="Cards",
    most_actions=2,
    longest_game=4,
    best=2,
    scored=True,
    chance=True,
    most_outcomes=CARDS,
    hidden=True,
)


class State(NamedTuple):
    first: int
    second: int
    bets: int
    count: int


def initial():
    return State(0, 0, 0, 0)


def player(s):
    return cp.CHANCE if s.second == 0 else s.count % 2


def chance(s, outcomes, probabilities):
    n = 0
    for card in range(1, CARDS + 1):
        if card != s.first:
            outcomes[n] = card
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = 0, 1
    return 2


def result(s, a):
    if s.first == 0:
        return State(a, 0, 0, 0)
    if s.second == 0:
        return State(s.first, a, 0, 0)
    return State(s.first, s.second, s.bets + a, s.count + 1)


def terminal(s):
    return s.count == 2


def utility(s, p):
    stake = 1 + (s.bets == 2)
    return stake if (s.first > s.second) == (p == 0) else -stake


def own(s, p):
    return s.first if p == 0 else s.second


def information(s, p):
    return own(s, p) + 8 * s.bets + 32 * s.count


def resample(s, p, seed):
    card = seed % CARDS + 1
    if s.first == 0 or s.second == 0:
        return s
    if card == own(s, p):
        card = card % CARDS + 1
    return State(s.first, card, s.bets, s.count) if p == 0 else State(card, *s[1:])


def board(s, p):
    shown = [str(card) if p is None or p == i else "?" for i, card in enumerate(s[:2])]
    return f"cards {' '.join(shown)}, {s.bets} bets"
