"""A number of a text, with its line, and what the program finds in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Text = Literal["textbook", "lesson", "notes", "slides", "article"]

TEXTS: dict[Text, str] = {
    "textbook": "S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, chapter 5",
    "lesson": "R. Meshulam, Artificial Intelligence, lesson 6: games",
    "notes": "AIES notes, lecture 6: adversarial search",
    "slides": "V. Cicirello, Adversarial Search (or Game Search)",
    "article": "D. Nau, Adversarial Search",
}

Way = Literal["worked out", "measured", "quoted"]
"""How the program knows a number: it follows from counting or arithmetic, it was measured in a
sample, or it is quoted because nothing here can work it out."""


@dataclass(frozen=True)
class Number:
    """A number that a text states.

    subject  what it is about: chess, checkers, …
    what     what is counted
    text     which text states it, and `line` of that text
    stated   the number, as the text has it
    found    what the program finds; empty for a quoted number
    way      how it was found
    by       the calculation, the command that measures it, or why it is quoted
    """

    subject: str
    what: str
    text: Text
    line: int
    stated: str
    found: str
    way: Way
    by: str

    @property
    def source(self) -> str:
        return f"{self.text} {self.line}"


def power_of_ten(exponent: float) -> str:
    """Return a large number by its decimal logarithm: `10^154.4`."""
    return f"10^{exponent:.1f}"
