"""What a page may ask for: fields of a message, read and refused with a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.web.words import printable

NAME = re.compile("[A-Za-z0-9_-]{8,64}")
"""What a room may be called."""
LONGEST_FRAME = 64 * 1024
LONGEST_TEXT = 32 * 1024
"""Signs of a position, which may be all moves of a game."""
LONGEST_MOVE = 200


def read_message(frame: str) -> dict[str, Any]:
    """A message: an object with a `type`."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise InputError("this is not a message: JSON is expected") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise InputError("this is not a message: an object with a type is expected")
    return message


def text_of(
    message: Mapping[str, Any], name: str, default: str | None = None, most: int = LONGEST_TEXT
) -> str:
    value = message.get(name, default)
    if not isinstance(value, str) or len(value) > most:
        raise InputError(f"{name} should be a text of at most {most:,} signs")
    return printable(value)


def name_of(message: Mapping[str, Any], name: str) -> str:
    """The name of a room, which a page may bring along."""
    value = message.get(name)
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise InputError(f"{name} should be the name of a game: 8 to 64 letters and digits")
    return value


def number_of(
    message: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None
) -> int:
    value = message.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise InputError(f"{name} should be a whole number from {low} to {high}")
    return value


def player_of(message: Mapping[str, Any], name: str, players: int) -> int | None:
    """A player, or nobody."""
    return None if message.get(name) is None else number_of(message, name, 0, players - 1)


def seats_of(message: Mapping[str, Any], players: int, levels: int) -> tuple[int, ...]:
    """For each player 0, a person, or a level of the engine."""
    given = message.get("seats")
    is_list = isinstance(given, list) and len(given) == players
    if not is_list or any(type(seat) is not int or not 0 <= seat <= levels for seat in given or ()):
        raise InputError(f"seats should be {players} numbers from 0, a person, to {levels}")
    assert given is not None
    return tuple(given)
