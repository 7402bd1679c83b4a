"""Leduc hold'em: two rounds of bets, one card each and one on the table (Southey and others, 2005).

The deck has two cards of each of three ranks. Both players pay 1 and get a card. After a round of
bets of 2, a card is laid on the table; then comes a round of bets of 4. The first player begins
each round. A player may fold to a bet, call, or raise; a round has at most two raises. A pair with
the card on the table wins, then the higher rank; equal ranks share the pot.
"""

from typing import NamedTuple

from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.presentation.drawings import Cards

RANKS = parameter("ranks", 3, 2, 13, "the number of ranks, with two cards each")
SUITS = parameter("suits", False, about="whether players see suits, which decide nothing")
RAISES = parameter("raises", 2, 1, 4, "the most raises in a round")

FOLD, CALL, RAISE = 0, 1, 2
SMALL_BET, BIG_BET = 2, 4
BETTING, TABLE_CARD, LAST_BETTING, SHOWDOWN, FOLDED = range(5)

facts = Facts(
    title="Leduc hold'em",
    most_actions=3,
    longest_game=3 + 2 * (RAISES + 2),
    best=1 + RAISES * (SMALL_BET + BIG_BET),
    scored=True,
    chance=True,
    most_outcomes=2 * RANKS,
    hidden=True,
)
DISTINCT_ACTIONS = 3


class State(NamedTuple):
    """Cards are 1 to 2 * RANKS, and 0 before they are dealt: cards 2r + 1 and 2r + 2 have rank r.

    paid…    what each player has put into the pot
    raises   the raises of this round
    count    the choices of this round
    bets     all choices in base 4, each plus 1, a 0 between the rounds
    """

    first: int
    second: int
    table: int
    stage: int
    turn: int
    paid0: int
    paid1: int
    raises: int
    count: int
    bets: int


def initial():
    return State(0, 0, 0, BETTING, 0, 1, 1, 0, 0, 0)


def player(s):
    return CHANCE if s.second == 0 or s.stage == TABLE_CARD else s.turn


def actions(s, moves):
    if s.second == 0 or s.stage == TABLE_CARD or terminal(s):
        return 0
    n = 0
    if s.paid0 != s.paid1:
        moves[n] = FOLD
        n += 1
    moves[n] = CALL
    n += 1
    if s.raises < RAISES:
        moves[n] = RAISE
        n += 1
    return n


def rank_of(card):
    """The rank of a card; -1 if there is none."""
    return (card + 1) // 2 - 1


def chance(s, outcomes, probabilities):
    """With suits, every card that is left; otherwise each rank, by the cards of it that are."""
    total = 2 * RANKS - (s.first > 0) - (s.second > 0)
    n = 0
    for card in range(1, 2 * RANKS + 1):
        left = 1 - (card == s.first) - (card == s.second)
        if not SUITS:
            rank = rank_of(card)
            left = 2 - (rank_of(s.first) == rank) - (rank_of(s.second) == rank)
            left = left if card % 2 == 1 else 0
        if left > 0:
            outcomes[n], probabilities[n] = card, left / total
            n += 1
    return n


def result(s, a):
    if s.first == 0:
        return State(a, 0, 0, BETTING, 0, 1, 1, 0, 0, 0)
    if s.second == 0:
        return State(s.first, a, 0, BETTING, 0, 1, 1, 0, 0, 0)
    if s.stage == TABLE_CARD:
        return State(s.first, s.second, a, LAST_BETTING, 0, s.paid0, s.paid1, 0, 0, s.bets * 4)
    return after_choice(s, a)


def after_choice(s, a):
    """The state after a player folds, calls or raises."""
    paid0, paid1, raises, stage = s.paid0, s.paid1, s.raises, s.stage
    if a != FOLD:
        paid = max(paid0, paid1)
        if a == RAISE:
            paid += SMALL_BET if stage == BETTING else BIG_BET
            raises += 1
        if s.turn == 0:
            paid0 = paid
        else:
            paid1 = paid
    is_settled = a == CALL and s.count > 0
    if a == FOLD:
        stage = FOLDED
    elif is_settled:
        stage = TABLE_CARD if stage == BETTING else SHOWDOWN
    bets = s.bets * 4 + a + 1
    turn = s.turn if a == FOLD else 1 - s.turn
    return State(s.first, s.second, s.table, stage, turn, paid0, paid1, raises, s.count + 1, bets)


def terminal(s):
    return s.stage >= SHOWDOWN


def strength(card, table):
    """How strong a card is: a pair with the table beats every rank."""
    return RANKS if rank_of(card) == rank_of(table) else rank_of(card)


def utility(s, p):
    lost = min(s.paid0, s.paid1)
    if s.stage == FOLDED:
        return -lost if p == s.turn else lost
    mine, theirs = (s.first, s.second) if p == 0 else (s.second, s.first)
    difference = strength(mine, s.table) - strength(theirs, s.table)
    return lost if difference > 0 else -lost if difference < 0 else 0


def information(s, p):
    """The own card, the card on the table and all choices."""
    return (s.first if p == 0 else s.second) | s.table << 5 | s.bets << 10


# Notation and drawing.

LETTERS = "A23456789TJQK"[-RANKS:] if RANKS < 13 else "23456789TJQKA"


def show_card(card):
    """The rank, with suits also `a` or `b`: Qa."""
    if card == 0:
        return "-"
    return LETTERS[rank_of(card)] + ("ab"[(card + 1) % 2] if SUITS else "")


def show_move(s, a):
    if player(s) == CHANCE:
        return show_card(a)
    is_bet = s.paid0 == s.paid1
    return ("fold", "check" if is_bet else "call", "bet" if is_bet else "raise")[a]


def board(s, p):
    """What player p sees: the own card and the table, and both hands at the showdown."""
    hands = {}
    for q, card in enumerate((s.first, s.second)):
        is_shown = p is None or p == q or s.stage == SHOWDOWN
        hands[facts.names[q]] = [show_card(card) if is_shown else "?"] if card else []
    hands["table"] = [show_card(s.table)] if s.table else []
    chips = dict(zip(facts.names, (s.paid0, s.paid1), strict=True))
    return Cards(hands, notes=f"{s.paid0} and {s.paid1} in the pot", chips=chips)
