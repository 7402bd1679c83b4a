"""Formatting of values, ranges, notes and sentences for readers."""

from __future__ import annotations

import re
from math import inf
from typing import Any

import numpy as np

from counterplay.drawing.value_ranges import Range

SYMBOLS = (
    (re.compile(r">="), "≥"),
    (re.compile(r"<="), "≤"),
    (re.compile(r"-inf\b"), "−∞"),
    (re.compile(r"\+?\binf\b"), "+∞"),
    (re.compile(r"\b(\d+)\.0{9,}\d+"), r"just above \1"),
    (re.compile(r"(\d\.\d{6})\d{3,}"), r"\1"),
    (re.compile(r"(?<![\w.)])-(?=[\d.])"), "−"),
)


def format_value(value: Any) -> str:
    """Return a value as text: `3`, `−1`, `0.333`, `+∞`; a vector in brackets."""
    if value is None:
        return ""
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(format_value, value))})"
    if isinstance(value, str):
        return value
    if value in (inf, -inf):
        return "+∞" if value > 0 else "−∞"
    shown = f"{float(value):.4g}"
    if "e" in shown:  # a small evaluation beside payoffs, or a large payoff
        shown = np.format_float_positional(float(shown), trim="-")
    return shown.replace("-", "−")


def format_range(range_: Range) -> str:
    """Return a range in the notation of the book: `[−∞, 3]`."""
    return f"[{format_value(range_[0])}, {format_value(range_[1])}]"


def describe_range(range_: Range) -> str:
    """Return a range in words: `at most 3`."""
    low, high = range_
    if low == high:
        return f"exactly {format_value(low)}"
    if low == -inf:
        return "still unknown" if high == inf else f"at most {format_value(high)}"
    if high == inf:
        return f"at least {format_value(low)}"
    return f"between {format_value(low)} and {format_value(high)}"


def format_note(note: str) -> str:
    """Return a note of the log with mathematical symbols: `2 ≤ alpha 3`."""
    for pattern, symbol in SYMBOLS:
        note = pattern.sub(symbol, note)
    return note


def join_words(words: list[str], most: int = 6) -> str:
    """Join words to a list: "", `a`, `a and b`, `a, b and c`, `a, b, c and 9 more`."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def as_sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.!?:' else '.'}" if text else ""
