"""What is said about the answer to an exercise."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

COLOURS = {True: "#0b6b3a", False: "#b3261e", None: "#6b5900"}


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and a sentence. None: there is no answer that can be judged."""

    right: bool | None
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        style = f"border-left: 5px solid {COLOURS[self.right]}; padding: .3em .8em"
        return f'<div style="{style}">{escape(self.text)}</div>'


RIGHT = Verdict(True, "Right.")
NO_ANSWER = Verdict(None, "No answer yet: put yours in the place of the dots.")


def wrong(hint: str = "") -> Verdict:
    """Return that an answer is not right, with a hint that does not tell it."""
    return Verdict(False, f"Not right yet. {hint}".strip())


def unclear(sentence: str) -> Verdict:
    """Return that an answer cannot be judged, and why."""
    return Verdict(None, sentence)
