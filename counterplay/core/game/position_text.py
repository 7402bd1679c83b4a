"""Read the text of a position: the game's own notation, `startpos`, or `state` and its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from counterplay.core.game.contract import CHANCE
from counterplay.core.game.errors import GameError, InputError
from counterplay.core.game.numbers import whole_number

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

START = "startpos"
"""The text of the initial position of every game."""
FIELDS = "state "
"""How the text of a state begins that lists the fields of the state."""


def parse_start(game: Game, text: str) -> tuple[Any, list[str]]:
    """The state that `text` describes and no moves, or the initial state and a list of moves."""
    if text in ("", START):
        return game.initial(), []
    if text.startswith(FIELDS) and not game.shape.is_record:
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
    words = text.removeprefix(FIELDS).replace(",", " ").split()
    numbers = [number for number in map(whole_number, words) if number is not None]
    if not len(numbers) == len(words) == len(game.shape.fields):
        fields = ", ".join(game.shape.fields)
        raise InputError(f"{text!r} needs one whole number for each of: {fields}")
    for name, number in zip(game.shape.fields, numbers, strict=True):
        bits = np.iinfo(game.shape.dtype[name].type)
        if not bits.min <= number <= bits.max:
            raise InputError(f"{number} does not fit into {name}, which has 64 bits")
    state = game.shape.canonical(game.shape.state(*numbers))
    try:
        reason = _fault_of(game, state)
    except GameError as error:
        reason = error.text
    except InputError as error:
        reason = str(error)
    if reason:
        raise InputError(f"{text!r} is not a state of {game.name}: {reason}")
    return state


def _fault_of(game: Game, state: Any) -> str:
    """Why a state made of numbers is not one of the game; empty if no fault is found.

    Native code trusts the states it is given, so the rules are tried in plain Python first.
    """
    if not game.terminal(state):
        if game.player(state) not in range(CHANCE, game.facts.players):
            return "no player is to move"
        game.actions(state)  # raises if there are more moves than the facts declare
    shown = game.show_position(state)
    if "parse_position" in game.functions and not shown.startswith(FIELDS):
        again, moves = parse_start(game, shown)
        if not moves and game.shape.encode(again) != game.shape.encode(state):
            return f"its notation, {shown!r}, is that of another state"
    return ""
