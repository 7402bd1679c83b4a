"""Whole numbers that people and other programs write."""

from __future__ import annotations

import re

WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
"""All numbers of 64 bits. `int` takes digits of other scripts, and raises above 4,300 digits."""


def whole_number(text: str) -> int | None:
    """The whole number in a text; None if it is not one, or has more than 20 digits."""
    return int(text) if WHOLE.fullmatch(text) else None
