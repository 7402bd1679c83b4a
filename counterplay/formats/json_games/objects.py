"""What the JSON formats share: JSON objects made into games, with a sentence for each bad one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.json_fields import shown_name
from counterplay.formats.record import GameRecord
from counterplay.formats.replay import Replay, game_of
from counterplay.games import Source, source_of

Object = Mapping[str, Any]
Played = tuple[Game, GameRecord]
T = TypeVar("T")


def parse_object(text: bytes) -> dict[str, Any] | None:
    """The JSON object in a text; None if there is none."""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) else None


class ObjectReader:
    """Reads games from JSON objects. `game` is the game that the user named, or None."""

    def __init__(self, name: str, game: Game | None, faults: list[str]) -> None:
        self._name, self._game, self._faults = name, game, faults
        self._replays: dict[int, Replay] = {}

    def read(self, line: int, text: bytes, convert: Callable[[Object], T]) -> Iterator[T]:
        """The game of a line; if there is none, a sentence is added to the faults."""
        try:
            parsed = parse_object(text)
            if parsed is None:
                raise ValueError
            yield convert(parsed)
        except CounterplayError as error:
            self._faults.append(f"{self._name}, line {line}: the game is skipped: {error}")
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            self._faults.append(
                f"{self._name}, line {line}: the game is skipped: this is not a game in JSON"
            )

    def replay(self, about: Object) -> Replay:
        """Plays the games that an object is about: it names the game and its parameters."""
        parameters = dict(about.get("parameters") or {})
        name = str(about["game"])
        game = self._game or game_of(name, tuple(sorted(parameters.items())))
        if self._game is not None:
            if name not in (game.name, game.path):
                raise InputError(f"the game is {shown_name(name)}, not {game.name}")
            _require_parameters(game, parameters)
        return self._replays.setdefault(id(game), Replay(game))


def _require_parameters(game: Game, parameters: Object) -> None:
    """InputError if these parameters, or the defaults, differ from those of the game."""
    named = Source(source_of(game).game, tuple(parameters.items())).named
    for parameter in game.parameters.values():
        value = str(named.get(parameter.name, parameter.default))
        if value != str(parameter.value):
            raise InputError(
                f"the game is {game.name} with {parameter.name}={value}, not {parameter.value}"
            )
