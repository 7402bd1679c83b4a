"""Heads-up limit hold'em: four rounds of bets of fixed size; two cards each and five on the table.

Player 0 has the button, pays the small blind and begins before the flop; player 1 pays the big
blind and begins after it. Bets are two chips before and on the flop, four on the turn and the
river. A round has at most four bets; before the flop, the big blind is one of them. The better
hand of five of seven cards wins; equal hands share the pot.

`poker/deal.py` deals, `poker/hands.py` compares hands.
"""

from typing import NamedTuple

from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.games.poker.cards import DECK, card_text
from counterplay.games.poker.deal import (
    DEALS,
    FOLDED,
    PREFLOP,
    SHOWDOWN,
    TURN,
    cards_after,
    deal_outcomes,
    draw,
    drawn_again,
    is_dealing,
    payoff,
    what_is_seen,
)
from counterplay.games.poker.hands import load_tables

BETS = parameter("bets", 4, 1, 6, "the most bets in a round, the big blind among them")

FOLD, CALL, RAISE = 0, 1, 2
SMALL_BLIND, BIG_BLIND = 1, 2
SMALL_BET, BIG_BET = 2, 4

facts = Facts(
    title="Heads-up limit hold'em",
    names=("button", "big blind"),
    most_actions=3,
    longest_game=DEALS + 4 * (BETS + 2) - 1,
    best=2 * BETS * (SMALL_BET + BIG_BET),
    scored=True,
    chance=True,
    most_outcomes=DECK,
    hidden=True,
)
DISTINCT_ACTIONS = 3
data = load_tables()


class State(NamedTuple):
    """Cards as in `poker/deal.py`.

    stage    the round of bets, or how the game ended
    paid…    what each player has put into the pot
    raises   the bets of this round; the big blind is one
    count    the choices of this round
    bets     all choices in base 4, each plus 1, a 0 between the rounds
    """

    hand0: int
    hand1: int
    board: int
    stage: int
    turn: int
    paid0: int
    paid1: int
    raises: int
    count: int
    bets: int


def initial():
    return State(0, 0, 0, PREFLOP, 0, SMALL_BLIND, BIG_BLIND, 1, 0, 0)


def player(s):
    return CHANCE if is_dealing(s) else s.turn


def actions(s, moves):
    if is_dealing(s) or terminal(s):
        return 0
    n = 0
    if s.paid0 != s.paid1:
        moves[n] = FOLD
        n += 1
    moves[n] = CALL
    n += 1
    if s.raises < BETS:
        moves[n] = RAISE
        n += 1
    return n


def chance(s, outcomes, probabilities):
    return deal_outcomes(s, outcomes, probabilities)


def result(s, a):
    if is_dealing(s):
        hand0, hand1, board = cards_after(s, a)
        return State(hand0, hand1, board, s.stage, s.turn, s.paid0, s.paid1, s.raises, s.count,
                     s.bets)  # fmt: skip
    return after_choice(s, a)


def after_choice(s, a):
    """The state after a player folds, calls or raises."""
    bets = s.bets * 4 + a + 1
    if a == FOLD:
        return State(s.hand0, s.hand1, s.board, FOLDED, s.turn, s.paid0, s.paid1, s.raises,
                     s.count + 1, bets)  # fmt: skip
    paid = max(s.paid0, s.paid1)
    if a == RAISE:
        paid += SMALL_BET if s.stage < TURN else BIG_BET
    paid0, paid1 = (paid, s.paid1) if s.turn == 0 else (s.paid0, paid)
    if a == CALL and s.count > 0:
        # A new round begins, with the big blind, or the showdown.
        return State(s.hand0, s.hand1, s.board, s.stage + 1, 1, paid0, paid1, 0, 0, bets * 4)
    return State(s.hand0, s.hand1, s.board, s.stage, 1 - s.turn, paid0, paid1,
                 s.raises + (a == RAISE), s.count + 1, bets)  # fmt: skip


def terminal(s):
    return s.stage >= SHOWDOWN


def utility(s, p, data):
    return payoff(s, p, data)


def information(s, p):
    return what_is_seen(s, p)


def resample(s, p, seed):
    hand0, hand1 = drawn_again(s, p, seed)
    return State(hand0, hand1, s.board, s.stage, s.turn, s.paid0, s.paid1, s.raises, s.count,
                 s.bets)  # fmt: skip


# Notation and drawing.


def show_move(s, a):
    if player(s) == CHANCE:
        return card_text(a)
    is_bet = s.paid0 == s.paid1 and s.raises == 0
    is_check = s.paid0 == s.paid1
    return ("fold", "check" if is_check else "call", "bet" if is_bet else "raise")[a]


def board(s, p):
    return draw(s, p, facts.names)
