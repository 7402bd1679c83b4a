"""Answers: what is right, how it is written, and how a typed text is read.

`matches` says whether a text is right. It raises InputError, a sentence about what to type, for a
text that is no answer at all. Such a text is not counted as wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf
from typing import Any, Protocol

from counterplay.core.game.errors import InputError
from counterplay.drawing.formatting import format_value, join_words

TOLERANCE = 0.0051
"""How far a number may be off: two decimals are enough."""
INFINITE = {"inf": inf, "infinity": inf, "∞": inf}
YES, NO = ("yes", "y"), ("no", "n")
NONE = ("none", "nothing", "-")


class Answer(Protocol):
    """The right answer to a question."""

    @property
    def text(self) -> str:
        """The answer as it can be typed."""

    @property
    def form(self) -> str:
        """What an answer looks like."""

    def matches(self, typed: str) -> bool:
        """Whether a typed text is right; raises InputError if it is no answer."""


@dataclass(frozen=True)
class Number:
    """A number."""

    value: float

    form = "a number"

    @property
    def text(self) -> str:
        return format_value(self.value)

    def matches(self, typed: str) -> bool:
        return is_near(read_number(typed), self.value)


@dataclass(frozen=True)
class Numbers:
    """Several numbers in order: payoffs, or alpha and beta. `example` shows how to type them."""

    values: tuple[float, ...]
    example: str

    @property
    def form(self) -> str:
        return f"{len(self.values)} numbers, such as {self.example}"

    @property
    def text(self) -> str:
        return " ".join(map(format_value, self.values))

    def matches(self, typed: str) -> bool:
        words = [word for word in re.split(r"[\s,;()\[\]]+", typed) if word]
        if len(words) != len(self.values):
            raise InputError(f"{typed.strip()!r} is not {self.form}")
        numbers = [read_number(word) for word in words]
        return all(map(is_near, numbers, self.values))


@dataclass(frozen=True)
class YesOrNo:
    """Yes or no."""

    value: bool

    form = "yes or no"

    @property
    def text(self) -> str:
        return "yes" if self.value else "no"

    def matches(self, typed: str) -> bool:
        word = typed.strip().lower()
        if word not in YES + NO:
            raise InputError(f"{typed.strip()!r} is neither yes nor no")
        return (word in YES) == self.value


@dataclass(frozen=True)
class Move:
    """One of the best moves. `legal` are all moves of the node."""

    best: tuple[str, ...]
    legal: tuple[str, ...]

    @property
    def form(self) -> str:
        return f"a move: {', '.join(self.legal)}"

    @property
    def text(self) -> str:
        return " or ".join(self.best)

    def matches(self, typed: str) -> bool:
        word = typed.strip()
        if word not in self.legal:
            raise InputError(f"{word!r} is not a move here: there are {join_words([*self.legal])}")
        return word in self.best


@dataclass(frozen=True)
class Path:
    """A leaf, by the moves from the root to it. `leaves` are the paths of all leaves."""

    path: tuple[str, ...]
    leaves: frozenset[tuple[str, ...]]

    @property
    def form(self) -> str:
        example = " ".join(min(self.leaves))
        return f"the moves from the root to the leaf, such as {example}"

    @property
    def text(self) -> str:
        return " ".join(self.path)

    def matches(self, typed: str) -> bool:
        path = tuple(words_of(typed))
        if path not in self.leaves:
            raise InputError(f"{typed.strip()!r} leads to no leaf: type {self.form}")
        return path == self.path


@dataclass(frozen=True)
class Pruned:
    """The letter of a node and those of its moves that are pruned; no letter if nothing is.

    `moves_at` are the moves of every node by its letter.
    """

    letter: str
    moves: frozenset[str]
    moves_at: dict[str, tuple[str, ...]]

    form = "a node and its moves, such as C 2 3, or none"

    @property
    def text(self) -> str:
        order = self.moves_at.get(self.letter, ())
        return " ".join((self.letter, *(m for m in order if m in self.moves))) or "none"

    def matches(self, typed: str) -> bool:
        words = words_of(typed)
        if len(words) == 1 and words[0].lower() in NONE:
            return not self.letter
        letter, moves = (words[0], words[1:]) if words else ("", [])
        letter = letter if letter in self.moves_at else letter.upper()
        if letter not in self.moves_at:
            raise InputError(f"{typed.strip()!r} does not begin with a node: type {self.form}")
        legal = self.moves_at[letter]
        strange = [move for move in moves if move not in legal]
        if strange or not moves:
            named = repr(strange[0]) if strange else "no move"
            raise InputError(f"{named} at {letter}, which has moves {join_words([*legal])}")
        return letter == self.letter and frozenset(moves) == self.moves


def words_of(typed: str) -> list[str]:
    """Return the words of a text, separated by spaces or commas."""
    return typed.replace(",", " ").split()


def read_number(typed: str) -> float:
    """Return the number that a text writes: `3`, `-0.5`, `7/2`, `inf`."""
    text = typed.strip().replace("−", "-").lower()
    sign, size = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    if size in INFINITE:
        return sign * INFINITE[size]
    if not re.fullmatch(r"\d+([.,]\d*)?|[.,]\d+|\d+/[1-9]\d*", size, re.ASCII):
        raise InputError(f"{typed.strip()!r} is not a number: type one such as 3, -2 or 0.5")
    return float(sign * Fraction(size.replace(",", ".")))


def is_near(number: float, value: Any) -> bool:
    """Whether a typed number is the value, up to rounding to two decimals."""
    return bool(number == value if isinf(number) else abs(number - value) <= TOLERANCE)


def moves_of(labels: Sequence[str]) -> str:
    """Return moves in words: `move 2`, `moves 2 and 3`."""
    return f"{'move' if len(labels) == 1 else 'moves'} {join_words([*labels])}"
