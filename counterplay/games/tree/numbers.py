"""Numbers in trees: payoffs, evaluations and probabilities, read and written."""

from __future__ import annotations

import re
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
FRACTION = re.compile(r"(\d+)/(\d+)")
LARGEST_DENOMINATOR = 10_000


def parse_number(text: str) -> float | None:
    """The number that a text is; None if it is none."""
    text = text.replace("−", "-")
    if not NUMBER.fullmatch(text):
        return None
    number = float(text)
    return int(number) if number.is_integer() else number


def parse_probability(text: str) -> float | None:
    """The probability that a text is: 0.25, 1/4 or 25%; None if it is none."""
    if match := FRACTION.fullmatch(text):
        return int(match[1]) / int(match[2]) if int(match[2]) else None
    number = parse_number(text.removesuffix("%"))
    if number is None:
        return None
    return number / 100 if text.endswith("%") else number


def show_number(number: float) -> str:
    """The shortest text of a payoff: 3, −1 as -1, 0.125."""
    return f"{number:.10g}"


def show_probability(probability: float) -> str:
    """The shortest text that is read as this probability: 0.25, or 1/6."""
    shown = f"{probability:.10g}"
    if float(shown) == probability:
        return shown
    near = Fraction(probability).limit_denominator(LARGEST_DENOMINATOR)
    if near.numerator / near.denominator == probability:
        return f"{near.numerator}/{near.denominator}"
    return repr(probability)
