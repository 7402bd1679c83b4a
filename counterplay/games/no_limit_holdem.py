"""Heads-up no-limit hold'em: two cards each and five on the table; bets up to the whole stack.

Player 0 has the button, pays the small blind and begins before the flop; player 1 pays the big
blind and begins after it. A raise is at least as large as the last one of the round, or all-in. The
better hand of five of seven cards wins; equal hands share the pot.

`sizes` are the bets that players can make, in percent of the pot after a call, beside all-in. With
no sizes every bet of whole chips is possible. A bet is written with the chips that its player has
then put in during the round: `bet6`, `raise20`, `all-in`.

`poker/deal.py` deals, `poker/hands.py` compares hands.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.core.game.hashing import hash
from counterplay.games.poker.cards import DECK, card_text
from counterplay.games.poker.deal import (
    DEALS,
    FOLDED,
    PREFLOP,
    SHOWDOWN,
    cards_after,
    deal_outcomes,
    draw,
    drawn_again,
    is_dealing,
    payoff,
    what_is_seen,
)
from counterplay.games.poker.hands import load_tables

STACK = parameter("stack", 200, 2, 20_000, "the chips of each player")
SMALL_BLIND = parameter("small_blind", 1, 1, 10_000, "chips that player 0 pays first")
BIG_BLIND = parameter("big_blind", 2, 1, 10_000, "chips that player 1 pays first")
SIZES = parameter("sizes", (50, 100), 1, 10_000, "bets in percent of the pot; none: any bet")

if not SMALL_BLIND <= BIG_BLIND <= STACK:
    raise InputError(
        f"small_blind={SMALL_BLIND}, big_blind={BIG_BLIND}, stack={STACK}: the small blind cannot "
        "be larger than the big blind, nor that larger than the stack"
    )
if len(SIZES) > 20 or list(SIZES) != sorted(set(SIZES)):
    raise InputError(f"sizes={SIZES}: give at most twenty different sizes, the smallest first")

FOLD, CALL = 0, 1
"""Any other choice is a number of chips plus 1: what the player has then paid in the whole game."""

ANY_SIZE = len(SIZES) == 0
PERCENTS = np.array(SIZES or (0,), np.int64)

facts = Facts(
    title="Heads-up no-limit hold'em",
    names=("button", "big blind"),
    most_actions=STACK + 2 if ANY_SIZE else len(SIZES) + 3,
    longest_game=DEALS + 8 + STACK // BIG_BLIND,
    best=STACK,
    scored=True,
    chance=True,
    most_outcomes=DECK,
    hidden=True,
)
DISTINCT_ACTIONS = STACK + 2
data = load_tables()


class State(NamedTuple):
    """Cards as in `poker/deal.py`.

    stage    the round of bets, or how the game ended
    paid…    what each player has put into the pot
    before   what each had put in when the round began
    raised   the size of the last raise: the next is as large or larger
    count    the choices of this round
    bets     a hash of all choices
    """

    hand0: int
    hand1: int
    board: int
    stage: int
    turn: int
    paid0: int
    paid1: int
    before: int
    raised: int
    count: int
    bets: np.uint64


def initial():
    return State(0, 0, 0, PREFLOP, 0, SMALL_BLIND, BIG_BLIND, 0, BIG_BLIND, 0, np.uint64(0))


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
    if max(s.paid0, s.paid1) < STACK:
        n = every_raise(s, moves, n) if ANY_SIZE else listed_raises(s, moves, n)
    return n


def least_raise(s):
    """The fewest chips that a player has paid after a raise."""
    return min(max(s.paid0, s.paid1) + s.raised, STACK)


def every_raise(s, moves, n):
    """Write all raises after the n first moves; return how many moves there are."""
    for chips in range(least_raise(s), STACK + 1):
        moves[n] = chips + 1
        n += 1
    return n


def listed_raises(s, moves, n):
    """Write the raises of the listed sizes and all-in, each once."""
    called, last = max(s.paid0, s.paid1), 0
    for i in range(len(PERCENTS) + 1):
        chips = STACK
        if i < len(PERCENTS):
            chips = min(max(called + 2 * called * PERCENTS[i] // 100, least_raise(s)), STACK)
        if chips > last:
            moves[n] = chips + 1
            n += 1
            last = chips
    return n


def chance(s, outcomes, probabilities):
    return deal_outcomes(s, outcomes, probabilities)


def result(s, a):
    if is_dealing(s):
        hand0, hand1, board = cards_after(s, a)
        return State(hand0, hand1, board, s.stage, s.turn, s.paid0, s.paid1, s.before, s.raised,
                     s.count, s.bets)  # fmt: skip
    return after_choice(s, a)


def after_choice(s, a):
    """The state after a player folds, calls or raises."""
    bets = hash(s.bets, a + 1, 0)
    if a == FOLD:
        return State(s.hand0, s.hand1, s.board, FOLDED, s.turn, s.paid0, s.paid1, s.before,
                     s.raised, s.count + 1, bets)  # fmt: skip
    called = max(s.paid0, s.paid1)
    paid = called if a == CALL else a - 1
    paid0, paid1 = (paid, s.paid1) if s.turn == 0 else (s.paid0, paid)
    if a == CALL and (s.count > 0 or called == STACK):
        # A new round begins, with the big blind, or the showdown. All-in, cards are only dealt.
        stage = SHOWDOWN if paid == STACK else s.stage + 1
        return State(s.hand0, s.hand1, s.board, stage, 1, paid0, paid1, paid, BIG_BLIND, 0,
                     hash(bets, 0, 1))  # fmt: skip
    raised = s.raised if a == CALL else max(paid - called, s.raised)
    return State(s.hand0, s.hand1, s.board, s.stage, 1 - s.turn, paid0, paid1, s.before, raised,
                 s.count + 1, bets)  # fmt: skip


def terminal(s):
    return s.stage == FOLDED or (s.stage == SHOWDOWN and not is_dealing(s))


def utility(s, p, data):
    return payoff(s, p, data)


def information(s, p):
    return what_is_seen(s, p)


def resample(s, p, seed):
    hand0, hand1 = drawn_again(s, p, seed)
    return State(hand0, hand1, s.board, s.stage, s.turn, s.paid0, s.paid1, s.before, s.raised,
                 s.count, s.bets)  # fmt: skip


# Notation and drawing.


def show_move(s, a):
    if player(s) == CHANCE:
        return card_text(a)
    if a <= CALL:
        return ("fold", "check" if s.paid0 == s.paid1 else "call")[a]
    is_bet = s.paid0 == s.paid1 == s.before
    name = "all-in" if a - 1 == STACK else "bet" if is_bet else "raise"
    return name if a - 1 == STACK else f"{name}{a - 1 - s.before}"


def board(s, p):
    return draw(s, p, facts.names)
