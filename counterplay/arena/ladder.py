"""A ladder: the strength levels of a game with their measured Elo, saved as a JSON file.

Ladders of the built-in games are in the package (`data/ladders`); those that a user measures are in
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
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.probcut.calibration import parameters_of
from counterplay.games import BUILT_IN
from counterplay.players.levels import Level, default_levels

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
        """Write the file whole, or not at all; a level a line."""
        told = self.as_json()
        rows = [json.dumps(level, ensure_ascii=False) for level in told.pop("levels")]
        lines = [f" {json.dumps(n)}: {json.dumps(v, ensure_ascii=False)}," for n, v in told.items()]
        text = "\n".join(["{", *lines, ' "levels": [', ",\n".join(f"  {r}" for r in rows), " ]\n}"])
        half = path.with_name(f".{path.name}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            half.write_text(text + "\n", encoding="utf-8")
            half.replace(path)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None


def read_ladder(path: Path) -> Ladder:
    """The ladder in a file; what is none is refused in a sentence."""
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is no ladder: it is not a text in JSON") from None
    if not isinstance(given, dict) or given.pop("format", None) != FORMAT:
        raise InputError(f"{path} is no ladder of this version: `counterplay rate` makes one")
    try:
        levels = tuple(Level(**level) for level in given.pop("levels"))
        return Ladder(**given, levels=levels)
    except (KeyError, TypeError) as error:
        raise InputError(f"{path} is a damaged ladder: {error!s}") from None


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first.

    Their Elo is from the user's own ladder or the shipped one. Without a ladder it is None.
    """
    shipped = SHIPPED / f"{game.name}.json"
    paths = [own_file(game), *([shipped] if game.name in BUILT_IN else [])]
    for path in paths:
        if path.exists():
            found = read_ladder(path)
            if (found.game, found.parameters) == (game.name, parameters_of(game)):
                return found.levels
    return default_levels(game)


def own_file(game: Game) -> Path:
    """The user's ladder file for a game with its current parameters."""
    told = json.dumps([parameters_of(game), fingerprints(game.files)], sort_keys=True)
    digest = hashlib.sha256(told.encode()).hexdigest()[:16]
    return (
        Path(platformdirs.user_data_dir("counterplay")) / "ladders" / f"{game.name}-{digest}.json"
    )


def levels_from(result: TournamentResult, specs: Sequence[str]) -> tuple[Level, ...]:
    """The players of a tournament as levels, weakest first. Leaves out steps below LEAST_STEP."""
    kept: list[Level] = []
    for player in reversed(result.ranking):
        rating = player.rating
        if rating is None:
            raise InputError("not all levels are connected by games: play more games")
        if not kept or rating.elo - (kept[-1].elo or 0.0) >= LEAST_STEP:
            name, spec = str(len(kept) + 1), specs[player.number]
            kept.append(Level(name, spec, round(rating.elo, 1), round(rating.error, 1)))
    return _from_weakest(kept)


def _from_weakest(levels: Sequence[Level]) -> tuple[Level, ...]:
    least = levels[0].elo or 0.0
    return tuple(
        Level(level.name, level.spec, round((level.elo or 0.0) - least, 1), level.error)
        for level in levels
    )
