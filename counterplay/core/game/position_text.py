"""Read the text of a position: the game's own notation, `startpos`, or `state` and its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from counterplay.core.game.contract import CHANCE
from counterplay.core.game.errors import GameError, InputError

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

START = "startpos"
"""The text of the initial position of every game."""


def parse_start(game: Game, text: str) -> tuple[Any, list[str]]:
    """The state that `text` describes and no moves, or the initial state and a list of moves."""
    if text in ("", START):
        return game.initial(), []
    if text.startswith("state ") and not game.shape.is_record:
        return _parse_fields(game, text), []
    if "parse_position" not in game.functions:
        raise InputError(
            f"{text!r} is not a position of {game.name}, which has no notation of its own: "
            "write 'startpos', 'startpos moves a b c', or 'state' and the fields of the state"
        )
    try:
        read = game.call("parse_position", text)
    except GameError as error:
        # parse_position raises ValueError to say what it expected. Other errors are its own faults.
        if isinstance(error.__cause__, ValueError):
            wrong = f"{text!r} is not a position of {game.name}: {error.__cause__}"
            raise InputError(wrong) from None
        raise
    if isinstance(read, list):
        return game.initial(), read
    try:
        return game.shape.canonical(read), []
    except TypeError as error:
        raise GameError(
            f"parse_position() {error}", game.path, game.line_of("parse_position")
        ) from None


def _parse_fields(game: Game, text: str) -> Any:
    """The state with the fields that follow the word `state`."""
    words = text.removeprefix("state ").replace(",", " ").split()
    if len(words) != len(game.shape.fields) or not all(map(_is_number, words)):
        fields = ", ".join(game.shape.fields)
        raise InputError(f"{text!r} needs one whole number for each of: {fields}")
    for name, word in zip(game.shape.fields, words, strict=True):
        bits = np.iinfo(game.shape.dtype[name].type)
        if not bits.min <= int(word) <= bits.max:
            raise InputError(f"{word} does not fit into {name}, which has 64 bits")
    state = game.shape.canonical(game.shape.state(*map(int, words)))
    try:
        is_sound = game.terminal(state) or game.player(state) in range(CHANCE, game.facts.players)
    except GameError as error:
        raise InputError(f"{text!r} is not a state of {game.name}: {error.text}") from None
    if not is_sound:
        raise InputError(f"{text!r} is not a state of {game.name}: no player is to move")
    return state


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal()
