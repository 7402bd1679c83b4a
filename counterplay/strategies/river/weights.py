"""Ranges with weights: `QQ+,AKo:0.5` has half of the hands AKo."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.games.poker.cards import HANDS, card_text
from counterplay.games.poker.ranges import read_range

NUMBER_OF = {hand: i for i, hand in enumerate(HANDS)}

Numbers = npt.NDArray[np.float64]


def read_weights(text: str) -> Numbers:
    """The weight of each of the 1,326 hands in a range, in the order of `HANDS`.

    A later part of the range replaces an earlier one.
    """
    weights = np.zeros(len(HANDS))
    for part in text.replace(",", " ").split() or [""]:
        hands, _, weight = part.partition(":")
        numbers = [NUMBER_OF[hand] for hand in read_range(hands)]
        weights[numbers] = _weight(weight, part)
    return weights


def hand_text(hand: int) -> str:
    """The text of a hand, the higher card first: `AsKd`."""
    low, high = HANDS[hand]
    return card_text(high) + card_text(low)


def _weight(text: str, part: str) -> float:
    """The number after the colon; 1 if there is none."""
    if not text and not part.endswith(":"):
        return 1.0
    try:
        weight = float(text)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise InputError(f"{part!r} in a range: the weight {text!r} is not a number from 0 to 1")
    return weight
