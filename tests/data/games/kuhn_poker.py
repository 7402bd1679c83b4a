"""Kuhn poker: one card of three each, one bet each; pass or bet, and the higher card wins the pot.

Kuhn (1950); the first player loses 1/18 on average if both play their best. With `told` off the
file does not say what players know.
"""

from typing import NamedTuple

import counterplay as cp

TOLD = cp.parameter("told", True, about="the file says what players know")

PASS, BET = 0, 1

facts = cp.Facts(
    title="Kuhn poker",
    most_actions=2,
    longest_game=5,
    best=2,
    scored=True,
    chance=True,
    most_outcomes=3,
    hidden=True,
)
DISTINCT_ACTIONS = 2


class State(NamedTuple):
    """Cards are 1 to 3, 0 before they are dealt; `bets` has a bit for each of `count` choices."""

    first: int
    second: int
    count: int
    bets: int


def initial():
    return State(0, 0, 0, 0)


def player(s):
    return cp.CHANCE if s.second == 0 else s.count % 2


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = PASS, BET
    return 2


def chance(s, outcomes, probabilities):
    n = 0
    for card in range(1, 4):
        if card != s.first:
            outcomes[n] = card
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def result(s, a):
    if s.first == 0:
        return State(a, 0, 0, 0)
    if s.second == 0:
        return State(s.first, a, 0, 0)
    return State(s.first, s.second, s.count + 1, s.bets | a << s.count)


def terminal(s):
    """Two passes, two bets, or a bet and a pass; pass and bet wait for an answer."""
    return s.count == 3 or (s.count == 2 and s.bets != 2)


def utility(s, p):
    if s.bets == 1 or s.bets == 2:  # one has bet alone, and the other has folded
        winner = s.bets - 1
        stake = 1
    else:
        winner = 0 if s.first > s.second else 1
        stake = 2 if s.bets else 1
    return stake if p == winner else -stake


if TOLD:

    def information(s, p):
        """The own card, the choices so far, and how many there were."""
        card = s.first if p == 0 else s.second
        return card | s.count << 2 | s.bets << 4


CARDS = "?JQK"


def show_move(s, a):
    return CARDS[a] if player(s) == cp.CHANCE else ("pass", "bet")[a]


def board(s, p):
    """What player p sees: the own card, and both once they are shown; all of it for None."""
    known = p is None or (terminal(s) and s.bets not in (1, 2))
    first = CARDS[s.first] if known or p == 0 else "?"
    second = CARDS[s.second] if known or p == 1 else "?"
    hands = {
        "first": [first] if s.first else [],
        "second": [second] if s.second else [],
    }
    pot = 2 + s.bets.bit_count()
    return cp.Cards(hands, notes=f"{pot} in the pot")
