"""What a strategy of hold'em wins from a tight player, with all bets of each deal weighed.

A match draws each choice, and luck hides small differences. Here only the cards are drawn. The own
moves are weighed with their probabilities. The tight player has no others: all it does depends on
whether its hand is good on each street.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.games.poker.deal import ON_TABLE
from counterplay.games.poker.hands import load_tables, strength_of
from counterplay.players.habit import is_good_hand
from counterplay.strategies.holdem.betting import BettingTree
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.buckets import Bucket
from counterplay.strategies.holdem.cards import canonical_tables, hand_number
from counterplay.strategies.holdem.nodes import FOLD_END, SHOWDOWN_END

FOLD, CALL = 0, 1

Numbers = npt.NDArray[np.float64]
Words = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Deals:
    """Some deals. The first axis is the deal, the second one of the two hands, the third a street.

    buckets   the buckets of both hands
    is_good   whether a tight player plays them
    winner    1 if the first hand wins, -1 if the second does, 0 if they share the pot
    """

    buckets: Words
    is_good: npt.NDArray[np.bool_]
    winner: Numbers


def deals_of(blueprint: Blueprint, tables: tuple[Bucket, Bucket], count: int, seed: int) -> Deals:
    """Random deals; the same seed deals the same cards."""
    dice, evaluator = np.random.default_rng(seed), load_tables()
    cards = np.array([dice.choice(52, 9, replace=False) for _ in range(count)], np.int64)
    buckets, is_good = np.zeros((count, 2, 4), np.int64), np.zeros((count, 2, 4), bool)
    for street, table in enumerate(tables, 1):
        buckets[:, :, street] = buckets_in(table, cards, ON_TABLE[street])
    winner = np.zeros(count)
    for i, row in enumerate(cards.tolist()):
        board, strengths = row[4:], []
        for p, hand in enumerate((row[0:2], row[2:4])):
            strengths.append(strength_of(hand + board, evaluator))
            for street in (0, 3):
                shown = board[: ON_TABLE[street]]
                buckets[i, p, street] = blueprint.buckets.of_hand(hand_number(*hand), shown)
            is_good[i, p] = [is_good_hand(hand, board[: ON_TABLE[s]]) for s in range(4)]
        winner[i] = np.sign(strengths[0] - strengths[1])
    return Deals(buckets, is_good, winner)


def buckets_in(table: Bucket, cards: Words, on_table: int) -> Words:
    """The buckets of both hands of each deal, by the table of canonical cards."""
    board, suits = cards[:, 4 : 4 + on_table], np.arange(4)
    ranks = ((1 << board // 4)[:, :, None] * (board[:, :, None] % 4 == suits)).sum(axis=1)
    order = np.argsort(-ranks, axis=1, kind="stable")
    places = np.argsort(order, axis=1, kind="stable")
    wanted = (np.take_along_axis(ranks, order, axis=1) << 16 * suits).sum(axis=1)
    rows = np.searchsorted(canonical_tables(on_table), wanted)
    hands = cards[:, :4] // 4 * 4 + np.take_along_axis(places, cards[:, :4] % 4, axis=1)
    found = [[hand_number(*row[0:2]), hand_number(*row[2:4])] for row in hands.tolist()]
    return table[rows[:, None], np.array(found)].astype(np.int64)


def won_from_tight(blueprint: Blueprint, deals: Deals) -> Numbers:
    """What the blueprint wins in each deal: on average over both seats, with both hands."""
    found = np.zeros(len(deals.winner))
    for seat in range(2):
        for hand in range(2):
            found += _Walk(blueprint, deals, seat, hand).won() / 4
    return found


@dataclass(frozen=True)
class _Walk:
    """The blueprint on one seat with one of the hands, and a tight player with the other."""

    blueprint: Blueprint
    deals: Deals
    seat: int
    hand: int

    def won(self) -> Numbers:
        everywhere = np.arange(len(self.deals.winner))
        return self.below(0, everywhere)

    def below(self, node: int, rows: Words) -> Numbers:
        """What the blueprint wins from a node on, in the deals of these rows."""
        tree = self.blueprint.tree
        here = tree.nodes[node]
        mover, first = int(here["player"]), int(here["first"]) + 1
        if mover in (FOLD_END, SHOWDOWN_END):
            sign = 1 if self.seat == 0 else -1
            if mover == FOLD_END:
                return np.full(len(rows), sign * float(here["stake"]))
            return float(here["stake"]) * self.deals.winner[rows] * (1 if self.hand == 0 else -1)
        found, street = np.zeros(len(rows)), int(here["street"])
        if mover == self.seat:
            chances = self.blueprint.rows(node)[self.deals.buckets[rows, self.hand, street]]
            for i in range(int(here["count"])):
                some = np.flatnonzero(chances[:, i])
                found[some] += chances[some, i] * self.below(first + i, rows[some])
            return found
        is_good = self.deals.is_good[rows, 1 - self.hand, street]
        for kind in (False, True):
            some = np.flatnonzero(is_good == kind)
            if len(some):
                found[some] = self.below(first + tight_move(tree, node, kind), rows[some])
        return found


def tight_move(tree: BettingTree, node: int, is_good: bool) -> int:
    """The place of the move of a tight player: the smallest raise, or check, or fold."""
    moves = tree.moves_of(node)
    if not is_good:
        return 0
    return next((i for i, move in enumerate(moves) if move > CALL), moves.index(CALL))
