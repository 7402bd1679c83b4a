"""What a page may ask for: fields of a message, read and refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from counterplay.core.errors import InputError

LONGEST_FRAME = 64 * 1024
LONGEST_TEXT = 32 * 1024
"""Characters of a position, which may be all moves of a game."""


def read_message(frame: str) -> dict[str, Any]:
    """A message: an object with a `type`."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise InputError("this is not a message: JSON is expected") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise InputError("this is not a message: an object with a type is expected")
    return message


def text_of(message: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = message.get(name, default)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise InputError(f"{name} should be a text of at most {LONGEST_TEXT:,} signs")
    return value


def number_of(
    message: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None
) -> int:
    value = message.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise InputError(f"{name} should be a whole number from {low} to {high}")
    return value


def seats_of(message: Mapping[str, Any], players: int, levels: int) -> tuple[int, ...]:
    """For each player 0, a person, or a level of the engine."""
    given = message.get("seats")
    is_list = isinstance(given, list) and len(given) == players
    if not is_list or any(type(seat) is not int or not 0 <= seat <= levels for seat in given or ()):
        raise InputError(f"seats should be {players} numbers from 0, a person, to {levels}")
    assert given is not None
    return tuple(given)
