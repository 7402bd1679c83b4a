"""Messages from the page: parsing, and validation of their fields.

A message is a JSON object with a `type`. Every function here returns a valid value or raises
`InputError` with a sentence for the user.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.web.clocks import LEAST_SECONDS, MOST_INCREMENT, MOST_SECONDS, Clocks

Message = dict[str, Any]

ROOM_ID = re.compile("[A-Za-z0-9_-]{8,64}")
LONGEST_FRAME = 64 * 1024
"""The most bytes of a message."""
LONGEST_TEXT = 32 * 1024
"""The most characters of a field. A position may contain all moves of a game."""
LONGEST_MOVE = 200
LONGEST_COMMENT = 2_000
LONGEST_KEY = 64
LONGEST_RECORD = 60_000
"""The most characters of a game that a page has kept."""
MOST_NODE = 1 << 21
"""The highest number of a node: a ply of the game, or a move of a variation."""
MOST_OPTIONS, LONGEST_OPTION = 16, 40
MOST_STEPS = 16
"""The most steps of a move, and the most cells of a step."""


def parse_message(frame: str) -> Message:
    """Parse a WebSocket frame."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise InputError("this is not a message: JSON is expected") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise InputError("this is not a message: an object with a type is expected")
    return message


def text_field(
    message: Mapping[str, Any], name: str, default: str | None = None, most: int = LONGEST_TEXT
) -> str:
    """A text of at most `most` characters."""
    value = message.get(name, default)
    if not isinstance(value, str) or len(value) > most:
        raise InputError(f"{name} must be a text of at most {most:,} characters")
    return encodable(value)


def room_id_field(message: Mapping[str, Any], name: str) -> str:
    """The id of a room."""
    value = message.get(name)
    if not isinstance(value, str) or not ROOM_ID.fullmatch(value):
        raise InputError(f"{name} must be the id of a game: 8 to 64 letters and digits")
    return value


def number_field(
    message: Mapping[str, Any], name: str, low: int, high: int, default: int | None = None
) -> int:
    """A whole number from `low` to `high`."""
    value = message.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise InputError(f"{name} must be a whole number from {low} to {high}")
    return value


def options_field(message: Mapping[str, Any], name: str) -> dict[str, str]:
    """The options of an algorithm: short texts by name. Empty texts are left out."""
    options = message.get(name, {})
    is_valid = (
        isinstance(options, dict)
        and len(options) <= MOST_OPTIONS
        and all(isinstance(value, str) for value in options.values())
        and all(len(text) <= LONGEST_OPTION for pair in options.items() for text in pair)
    )
    if not is_valid:
        raise InputError(f"{name} must be at most {MOST_OPTIONS} short texts by name")
    return {key: value.strip() for key, value in options.items() if value.strip()}


def steps_field(message: Mapping[str, Any], name: str) -> list[list[str]]:
    """The steps of a move: for each, the names of its cells."""
    steps = message.get(name)
    is_valid = (
        isinstance(steps, list)
        and len(steps) <= MOST_STEPS
        and all(isinstance(step, list) and len(step) <= MOST_STEPS for step in steps)
        and all(
            isinstance(text, str) and len(text) <= LONGEST_MOVE for step in steps for text in step
        )
    )
    if not is_valid:
        raise InputError(f"{name} must be at most {MOST_STEPS} lists of the names of cells")
    return steps or []


def texts_field(message: Mapping[str, Any], name: str, most: int, longest: int) -> list[str]:
    """A list of one to `most` texts of at most `longest` characters."""
    texts = message.get(name)
    is_valid = (
        isinstance(texts, list)
        and 0 < len(texts) <= most
        and all(isinstance(text, str) and len(text) <= longest for text in texts)
    )
    if not is_valid:
        raise InputError(f"{name} must be a list of 1 to {most} texts")
    return [encodable(text) for text in texts or []]


def seats_field(message: Mapping[str, Any], players: int, opponents: int) -> tuple[int, ...]:
    """Who plays, for each player: 0 is a person, 1, 2 … are opponents on this server."""
    seats = message.get("seats")
    is_valid = (
        isinstance(seats, list)
        and len(seats) == players
        and all(type(seat) is int and 0 <= seat <= opponents for seat in seats)
    )
    if not is_valid:
        raise InputError(f"seats must be {players} numbers from 0 (a person) to {opponents}")
    return tuple(seats or ())


def clocks_field(message: Mapping[str, Any], players: int) -> Clocks | None:
    """The clocks of a new game: `[seconds, increment]`; None if it has none."""
    given = message.get("clocks")
    if given is None:
        return None
    is_pair = isinstance(given, list) and len(given) == 2 and all(type(n) is int for n in given)
    if not is_pair or not (
        LEAST_SECONDS <= given[0] <= MOST_SECONDS and 0 <= given[1] <= MOST_INCREMENT
    ):
        raise InputError(
            f"clocks must be two whole numbers: {LEAST_SECONDS} to {MOST_SECONDS:,} seconds, and 0 "
            f"to {MOST_INCREMENT} more after each move"
        )
    return Clocks.new(given[0], given[1], players)


def encodable(text: str) -> str:
    """The text with unpaired surrogates replaced, so that it can be sent as UTF-8."""
    return text.encode("utf-8", "replace").decode()
