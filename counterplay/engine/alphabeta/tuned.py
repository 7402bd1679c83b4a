"""A file of tuned numbers: what `counterplay tune` writes and `alphabeta:tuned=FILE` reads."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from counterplay.core.data_files import read_json, with_sum, write_whole
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.json_fields import from_fields, shown_name
from counterplay.engine.alphabeta.numbers import NUMBERS
from counterplay.engine.alphabeta.settings import Settings

FORMAT: Final = 1


@dataclass(frozen=True)
class Tuned:
    """Tuned numbers of one game.

    command               the command that made them
    games                 the games that they were tuned by
    start, numbers        the numbers before and after
    elo, elo_low, elo_high    the gain in the match that confirms them, and its interval
    """

    game: str
    command: str
    games: int
    start: dict[str, float]
    numbers: dict[str, float]
    elo: float | None
    elo_low: float | None
    elo_high: float | None

    def write(self, path: Path) -> None:
        text = json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False)
        write_whole(path, with_sum(text))


def with_tuned(settings: Settings, asked: frozenset[str], game: Game) -> Settings:
    """The settings with the numbers of their file `tuned`, but for those that were asked for."""
    if not settings.tuned:
        return settings
    numbers: dict[str, Any] = dict(read_tuned(Path(settings.tuned), game.name))
    return replace(settings, **{n: value for n, value in numbers.items() if n not in asked})


def read_tuned(path: Path, game: str) -> dict[str, float]:
    """The tuned numbers in a file. Raises an error with a sentence if they do not fit the game."""
    given = read_json(path, "file of tuned numbers", "counterplay tune", FORMAT)
    try:
        tuned = from_fields(Tuned, {f.name: given[f.name] for f in fields(Tuned)})
        numbers = {name: float(value) for name, value in tuned.numbers.items()}
        _require_known(numbers)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path} is a damaged file of tuned numbers: {error!s}") from None
    if tuned.game != game:
        raise UnfitError(f"{path} is for {shown_name(tuned.game)}, not for {game}")
    return numbers


def _require_known(numbers: dict[str, Any]) -> None:
    for name, value in numbers.items():
        if name not in NUMBERS:
            raise ValueError(f"there is no number {name!r}")
        number = NUMBERS[name]
        if not number.low <= value <= number.high:
            raise ValueError(f"{name}={value:g} is not from {number.low:g} to {number.high:g}")
