"""Kuhn poker: one card each, one bet each, and the higher card wins the pot (Kuhn, 1950).

Everyone pays 1 and gets one card of a deck with one card more than there are players. In turn they
pass or bet 1. After a bet, each of the others may still bet 1, too, or pass and fold. The highest
card of those who are left wins the pot; if all passed, the highest of all.

With two players the first loses 1/18 on average if both play their best. Three players: Szafron,
Gibson and Sturtevant (2013).
"""

from typing import NamedTuple

from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.presentation.drawings import Cards

PLAYERS = parameter("players", 2, 2, 5, "the number of players")

PASS, BET = 0, 1
DECK = PLAYERS + 1
CARD_BITS = 3

facts = Facts(
    title="Kuhn poker",
    players=PLAYERS,
    most_actions=2,
    longest_game=3 * PLAYERS,
    best=2 * (PLAYERS - 1),
    scored=True,
    chance=True,
    most_outcomes=DECK,
    hidden=True,
)
DISTINCT_ACTIONS = 2


class State(NamedTuple):
    """`hands` has three bits for each player's card, 1 to DECK; 0 is none yet. `bets` has one bit
    for each of the `count` choices so far."""

    hands: int
    dealt: int
    count: int
    bets: int


def initial():
    return State(0, 0, 0, 0)


def card_of(s, p):
    return s.hands >> CARD_BITS * p & 7


def player(s):
    return CHANCE if s.dealt < PLAYERS else s.count % PLAYERS


def actions(s, moves):
    if s.dealt < PLAYERS or terminal(s):
        return 0
    moves[0], moves[1] = PASS, BET
    return 2


def chance(s, outcomes, probabilities):
    n = 0
    for card in range(1, DECK + 1):
        is_dealt = False
        for p in range(s.dealt):
            is_dealt = is_dealt or card_of(s, p) == card
        if not is_dealt:
            outcomes[n] = card
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def result(s, a):
    if s.dealt < PLAYERS:
        return State(s.hands | a << CARD_BITS * s.dealt, s.dealt + 1, 0, 0)
    return State(s.hands, s.dealt, s.count + 1, s.bets | a << s.count)


def first_bet(s):
    """The choice that was the first bet; -1 without a bet."""
    for i in range(s.count):
        if s.bets >> i & 1:
            return i
    return -1


def terminal(s):
    """After the first bet, each of the others has had one choice; without a bet, all have."""
    first = first_bet(s)
    return s.count == (PLAYERS if first < 0 else first + PLAYERS)


def has_bet(s, p):
    for i in range(p, s.count, PLAYERS):
        if s.bets >> i & 1:
            return True
    return False


def utility(s, p):
    pot, winner, best = 0, 0, 0
    for q in range(PLAYERS):
        pot += 2 if has_bet(s, q) else 1
        if (s.bets == 0 or has_bet(s, q)) and card_of(s, q) > best:
            winner, best = q, card_of(s, q)
    paid = 2 if has_bet(s, p) else 1
    return pot - paid if p == winner else -paid


def observe(s, p):
    """The own card and the choices, which all see."""
    return card_of(s, p) | s.count << 4 | s.bets << 8


# Notation and drawing.

RANKS = {3: "JQK", 4: "TJQK", 5: "9TJQK", 6: "9TJQKA"}[DECK]


def show_move(s, a):
    return RANKS[a - 1] if s.dealt < PLAYERS else ("pass", "bet")[a]


def board(s, p):
    """What player p sees: the own card, and those that are shown at the end; all for None."""
    is_over = s.dealt == PLAYERS and terminal(s)
    hands, chips = {}, {}
    pot = 0
    for q in range(PLAYERS):
        is_shown = is_over and (s.bets == 0 or (has_bet(s, q) and s.bets.bit_count() > 1))
        card = RANKS[card_of(s, q) - 1] if p is None or p == q or is_shown else "?"
        hands[facts.names[q]] = [card] if q < s.dealt else []
        chips[facts.names[q]] = 2 if has_bet(s, q) else 1
        pot += chips[facts.names[q]]
    return Cards(hands, notes=f"{pot} in the pot", chips=chips)
