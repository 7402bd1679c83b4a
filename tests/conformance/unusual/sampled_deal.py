"""Sampled deal: chance draws one of a million numbers by `sample`; a player guesses its parity."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(
    title="Parity", most_actions=2, longest_game=2, chance=True, most_outcomes=1, scored=True
)


class State(NamedTuple):
    number: int
    guess: int


def initial():
    return State(-1, -1)


def player(s):
    return cp.CHANCE if s.number < 0 else 0


def sample(s, seed):
    return (seed * 2862933555777941757 + 3037000493 & 0x7FFFFFFF) % 1_000_000


def actions(s, moves):
    moves[0], moves[1] = 0, 1
    return 2 if s.number >= 0 and s.guess < 0 else 0


def result(s, a):
    return State(a, -1) if s.number < 0 else State(s.number, a)


def terminal(s):
    return s.guess >= 0


def utility(s, p):
    is_right = s.number % 2 == s.guess
    return 1 if is_right == (p == 0) else -1
