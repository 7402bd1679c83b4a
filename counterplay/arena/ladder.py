"""A ladder: the strength levels of a game with their measured Elo, saved as a JSON file.

Ladders of the built-in games are in the package (`data/ladders`, one for the usual parameters and
perhaps others: NAME.json, NAME-3.json); those that a user measures are in
the user's data folder. A ladder is used only for the game and the parameters it was measured with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import platformdirs

from counterplay.arena.conditions import fingerprints
from counterplay.arena.standings import TournamentResult
from counterplay.core.data_files import read_json, with_sum, write_whole
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.json_fields import from_fields
from counterplay.engine.alphabeta.probcut.calibration import parameters_of
from counterplay.games import BUILT_IN
from counterplay.players.levels import Level, default_levels
from counterplay.players.parse import parse_spec

FORMAT: Final = 1
SHIPPED = Path(__file__).parents[1] / "data" / "ladders"

LEAST_STEP = 25.0
"""A level is left out if it is not this many Elo points above the level below it."""


@dataclass(frozen=True)
class Ladder:
    """The levels with their Elo, weakest first, and how they were measured.

    games     the number of games played
    method    how the Elo was computed from the games
    command   the command that wrote the file
    """

    game: str
    parameters: dict[str, Any]
    games: int
    method: str
    command: str
    levels: tuple[Level, ...]

    def as_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}

    def write(self, path: Path) -> None:
        """Write the ladder as JSON, with one level per line."""
        fields = self.as_json()
        rows = [f"  {json.dumps(level, ensure_ascii=False)}" for level in fields.pop("levels")]
        lines = [
            f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},"
            for name, value in fields.items()
        ]
        text = "\n".join(["{", *lines, ' "levels": [', ",\n".join(rows), " ]\n}\n"])
        write_whole(path, with_sum(text))


def read_ladder(path: Path) -> Ladder:
    """Read a ladder. Raises InputError if the file is not a ladder."""
    fields = read_json(path, "ladder", "counterplay rate", FORMAT)
    del fields["format"]
    try:
        levels = tuple(from_fields(Level, level) for level in fields.pop("levels"))
        ladder = from_fields(Ladder, {**fields, "levels": levels})
        for level in levels:
            parse_spec(level.spec)
        return ladder
    except (KeyError, TypeError, ValueError, InputError) as error:
        raise InputError(f"{path} is a damaged ladder: {error!s}") from None


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first.

    Their Elo is from the user's own ladder or the shipped one. Without a ladder it is None.
    """
    shipped = sorted(SHIPPED.glob(f"{game.name}*.json")) if game.name in BUILT_IN else []
    paths = [own_file(game), *shipped]
    for path in paths:
        if path.exists():
            ladder = read_ladder(path)
            if (ladder.game, ladder.parameters) == (game.name, parameters_of(game)):
                return ladder.levels
    return default_levels(game)


def own_file(game: Game) -> Path:
    """The user's ladder file for a game with its current parameters."""
    identity = json.dumps([parameters_of(game), fingerprints(game.files)], sort_keys=True)
    digest = hashlib.sha256(identity.encode()).hexdigest()[:16]
    folder = Path(platformdirs.user_data_dir("counterplay")) / "ladders"
    return folder / f"{game.name}-{digest}.json"


def levels_from(result: TournamentResult, specs: Sequence[str]) -> tuple[Level, ...]:
    """The players of a tournament as levels, weakest first. Leaves out steps below LEAST_STEP."""
    levels: list[Level] = []
    for player in reversed(result.ranking):
        rating = player.rating
        if rating is None:
            raise InputError("not all levels are connected by games: play more games")
        if not levels or rating.elo - (levels[-1].elo or 0.0) >= LEAST_STEP:
            name, spec = str(len(levels) + 1), specs[player.number]
            levels.append(Level(name, spec, round(rating.elo, 1), round(rating.error, 1)))
    return _from_weakest(levels)


def _from_weakest(levels: Sequence[Level]) -> tuple[Level, ...]:
    least = levels[0].elo or 0.0
    return tuple(
        Level(level.name, level.spec, round((level.elo or 0.0) - least, 1), level.error)
        for level in levels
    )
