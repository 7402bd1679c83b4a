"""Liar's Dice: bid on all dice while you see your own, or call the last bidder a liar.

Both players roll their dice in secret. In turn each bids that there are at least so many dice of a
face among all of them: more dice than the last bid, or as many of a higher face. Dice with the
highest face count as every face. Instead of a bid, a player may call `liar`: the last bidder wins
if the bid is true, and loses if it is not.

Rules: OpenSpiel's `liars_dice`.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.presentation.drawings import Cards

DICE = parameter("dice", 1, 1, 2, "the dice of the first player")
OTHER_DICE = parameter("other_dice", DICE, 1, 2, "the dice of the second player")
FACES = parameter("faces", 6, 2, 6, "the faces of a die")

BIDS = (DICE + OTHER_DICE) * FACES
LIAR = BIDS
"""Bid b says: b // FACES + 1 dice show the face b % FACES + 1."""

facts = Facts(
    title="Liar's Dice",
    most_actions=BIDS,
    longest_game=BIDS + 3,
    chance=True,
    most_outcomes=FACES * (FACES + 1) // 2,
    hidden=True,
)
DISTINCT_ACTIONS = BIDS + 1


class State(NamedTuple):
    """A roll is its dice as digits, the higher one first: 31; 0 before it is rolled. `bids` has one
    bit for each bid that was made, and LIAR's bit at the end."""

    first: int
    second: int
    turn: int
    bids: np.uint64


def initial():
    return State(0, 0, 0, 0)


def player(s):
    return CHANCE if s.second == 0 else s.turn


def last_bid(s):
    """The highest bid so far; -1 before the first."""
    for b in range(BIDS - 1, -1, -1):
        if s.bids >> np.uint64(b) & np.uint64(1):
            return b
    return -1


def terminal(s):
    return s.bids >> np.uint64(LIAR) != np.uint64(0)


def actions(s, moves):
    if s.second == 0 or terminal(s):
        return 0
    n, last = 0, last_bid(s)
    for b in range(last + 1, BIDS):
        moves[n] = b
        n += 1
    if last >= 0:
        moves[n] = LIAR
        n += 1
    return n


def chance(s, outcomes, probabilities):
    n = 0
    dice = DICE if s.first == 0 else OTHER_DICE
    for high in range(1, FACES + 1):
        if dice == 1:
            outcomes[n], probabilities[n] = high, 1 / FACES
            n += 1
            continue
        for low in range(1, high + 1):
            outcomes[n] = 10 * high + low
            probabilities[n] = (1 if low == high else 2) / FACES**2
            n += 1
    return n


def result(s, a):
    if s.first == 0:
        return State(a, 0, 0, s.bids)
    if s.second == 0:
        return State(s.first, a, 0, s.bids)
    return State(s.first, s.second, 1 - s.turn, s.bids | np.uint64(1) << np.uint64(a))


def matches(roll, face):
    """How many dice of a roll count as a face."""
    n = 0
    while roll > 0:
        if roll % 10 == face or roll % 10 == FACES:
            n += 1
        roll //= 10
    return n


def utility(s, p):
    """The player to move has been called a liar."""
    bid = last_bid(s)
    face = bid % FACES + 1
    is_true = matches(s.first, face) + matches(s.second, face) > bid // FACES
    return 1 if (p == s.turn) == is_true else -1


def information(s, p):
    """The own roll, and the bids."""
    roll = np.uint64(s.first if p == 0 else s.second)
    return roll | s.bids << np.uint64(8)


# Notation and drawing.


def show_move(s, a):
    """A bid as the number of dice and the face: 2x5."""
    if player(s) == CHANCE:
        return str(a)
    return "liar" if a == LIAR else f"{a // FACES + 1}x{a % FACES + 1}"


def cells(s, a):
    """None: bids are chosen from a list, and the dice are no cells to click."""
    return ()


def board(s, p):
    """What player p sees: the own dice, and all when someone has called."""
    hands = {}
    for q, roll in enumerate((s.first, s.second)):
        is_shown = p is None or p == q or terminal(s)
        seen = [f"[{n}]" for n in str(roll)] if is_shown else ["[?]"]
        hands[facts.names[q]] = seen if roll else []
    bid = last_bid(s)
    return Cards(hands, notes="no bid yet" if bid < 0 else f"the bid is {show_move(s, bid)}")
