"""Values, ranges and reasons as people write them."""

from __future__ import annotations

import re
from math import inf
from typing import Any

from counterplay.drawing.ranges import Range

SIGNS = (
    (re.compile(r">="), "≥"),
    (re.compile(r"<="), "≤"),
    (re.compile(r"-inf\b"), "−∞"),
    (re.compile(r"\+?\binf\b"), "+∞"),
    (re.compile(r"\b(\d+)\.0{9,}\d+"), r"just above \1"),
    (re.compile(r"(\d\.\d{6})\d{3,}"), r"\1"),
    (re.compile(r"(?<![\w.)])-(?=[\d.])"), "−"),
)


def number(value: Any) -> str:
    """A payoff: `3`, `−1`, `0.333`, `+∞`; a vector of them in brackets."""
    if value is None:
        return ""
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(number, value))})"
    if isinstance(value, str):
        return value
    if value in (inf, -inf):
        return "+∞" if value > 0 else "−∞"
    return f"{float(value):.4g}".replace("-", "−")


def interval(range_: Range) -> str:
    """A range as the book writes it: `[−∞, 3]`."""
    return f"[{number(range_[0])}, {number(range_[1])}]"


def bounds(range_: Range) -> str:
    """A range in words: `at most 3`."""
    low, high = range_
    if low == high:
        return f"exactly {number(low)}"
    if low == -inf:
        return "still unknown" if high == inf else f"at most {number(high)}"
    if high == inf:
        return f"at least {number(low)}"
    return f"between {number(low)} and {number(high)}"


def pretty(note: str) -> str:
    """A note of an algorithm with the signs of mathematics: `2 ≤ alpha 3`."""
    for pattern, sign in SIGNS:
        note = pattern.sub(sign, note)
    return note


def listed(words: list[str], most: int = 6) -> str:
    """Nothing, `a`, `a and b`, `a, b and c`, `a, b, c and 9 more`."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.!?:' else '.'}" if text else ""
