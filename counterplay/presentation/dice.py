"""Dice beside a board: what a game says about them, as numbers, words and pips.

A die is a number, or a text: the number, a colour and `used`, as in "3 black" or "5 white used".
"?" is a die that is not rolled yet. A die has up to six pips; larger numbers are written on it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

COLOURS: Final = ("white", "black", "red", "yellow", "blue", "green")
NOT_ROLLED: Final = 0
MOST: Final = 999
MOST_DICE: Final = 12

PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""The columns and rows of the pips of each number, from 0 to 2."""


class Die(NamedTuple):
    """A die: its number or NOT_ROLLED, its colour, and whether it has been played."""

    number: int
    colour: str = "white"
    is_used: bool = False

    def __str__(self) -> str:
        return f"{self.number or '?'} {self.colour}{' used' if self.is_used else ''}"


def read_dice(given: Sequence[int | str]) -> tuple[Die, ...]:
    """The dice that a drawing was given. Raises ValueError for what is not a die."""
    if len(given) > MOST_DICE:
        raise ValueError(f"a drawing shows at most {MOST_DICE} dice, not {len(given)}")
    return tuple(map(_read_die, given))


def _read_die(given: int | str) -> Die:
    number, *words = str(given).split() or [""]
    colours = [word for word in words if word in COLOURS]
    is_number = number.isdecimal() and 1 <= int(number) <= MOST
    if not (is_number or number == "?") or len(words) > 2 or set(words) - {*colours, "used"}:
        raise ValueError(
            f'{given!r} is not a die: write its number or "?", a colour and "used", as in 3, '
            '"3 black" or "3 black used"'
        )
    colour = colours[0] if colours else "white"
    return Die(int(number) if is_number else NOT_ROLLED, colour, "used" in words)


def with_roll(dice: Sequence[int | str], roll: str) -> list[str]:
    """The dice after a roll, which is the text of a move of chance.

    Dice that are not rolled get the numbers in the text, if it has one for each of them. So a game
    whose state does not contain the last roll can show it.
    """
    read, numbers = read_dice(dice), [int(number) for number in re.findall(r"\d+", roll)]
    waiting = sum(die.number == NOT_ROLLED for die in read)
    if waiting == len(numbers) and all(1 <= number <= MOST for number in numbers):
        rolled = iter(numbers)
        read = tuple(die if die.number else die._replace(number=next(rolled)) for die in read)
    return list(map(str, read))


def dice_text(dice: Sequence[Die]) -> str:
    """The dice in a terminal: `dice [3] [1]`, with used ones in parentheses."""
    shown = (f"({die.number})" if die.is_used else f"[{die.number or ' '}]" for die in dice)
    return " ".join(["dice", *shown])


def with_dice(text: str, dice: Sequence[int | str]) -> str:
    """A board in a terminal with its dice below."""
    return f"{text}\n\n{dice_text(read_dice(dice))}" if dice else text


def dice_words(dice: Sequence[Die]) -> str:
    """The dice in words: `rolled 3 and 1`. Empty if none is rolled."""
    numbers = [str(die.number) for die in dice if die.number]
    if not numbers:
        return ""
    if len(numbers) == 4 and len(set(numbers)) == 1:
        return f"rolled {numbers[0]} four times"
    return f"rolled {' and '.join(filter(None, [', '.join(numbers[:-1]), numbers[-1]]))}"
