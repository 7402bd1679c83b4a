"""The hands of a range on a board, in the order of their strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from counterplay.games.poker.cards import DECK, HANDS
from counterplay.games.poker.hands import load_tables, strength_of
from counterplay.strategies.river.weights import Numbers

ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Hands:
    """The hands of one player, the weakest first.

    numbers     of each hand, in the order of `HANDS`
    weights     how likely the player has it
    strengths   how strong it is on the board
    cards       its two cards
    """

    numbers: npt.NDArray[np.int64]
    weights: Numbers
    strengths: npt.NDArray[np.int32]
    cards: npt.NDArray[np.uint8]


def hands_on(board: Sequence[int], weights: Numbers) -> Hands:
    """The hands of a range that are possible on a board, the weakest first."""
    data, taken = load_tables(), set(board)
    possible = [i for i in np.flatnonzero(weights).tolist() if not taken & set(HANDS[i])]
    strengths = [strength_of((*board, *HANDS[i]), data) for i in possible]
    order = np.argsort(strengths, kind="stable")
    numbers = np.array(possible, np.int64)[order]
    return Hands(
        numbers,
        np.asarray(weights[numbers], np.float64),
        np.array(strengths, np.int32)[order],
        np.array([HANDS[i] for i in numbers], np.uint8).reshape(-1, 2),
    )


def met_by(own: Hands, others: Hands) -> Numbers:
    """For each hand, the weight of the others' hands that share no card with it."""
    by_card = np.bincount(others.cards.ravel(), np.repeat(others.weights, 2), DECK)
    same = dict(zip(others.numbers.tolist(), others.weights.tolist(), strict=True))
    twice = np.array([same.get(number, 0.0) for number in own.numbers.tolist()])
    met = others.weights.sum() - by_card[own.cards].sum(axis=1) + twice
    return np.where(met > ROUNDING, met, 0.0)
