"""The calibration of ProbCut for one evaluator of one game: regressions in a JSON file.

Some calibrations come with the package, in `data/probcut`. The user's own are in the user's data
folder. A calibration for another game, other parameters or another evaluator is never used, because
its numbers would be wrong.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass, fields
from glob import escape
from pathlib import Path
from typing import Any, Final

import platformdirs

from counterplay.core.data_files import read_json, with_sum, write_whole
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.json_fields import from_fields, shown_name
from counterplay.engine.alphabeta.probcut.regression import Regression
from counterplay.engine.evaluator_fingerprint import fingerprint_of

FORMAT: Final = 2
PACKAGE = Path(__file__).parents[3]
SHIPPED = PACKAGE / "data" / "probcut"

DEEPEST = 31
"""The greatest depth for which the kernel has room for regressions."""
MOST_CHECKS = 2
"""The most checks (shallow depths) for one deep depth."""


@dataclass(frozen=True)
class Calibration:
    """Regressions, and what they were made from.

    fingerprint   of the evaluator and its weights (`fingerprint_of`)
    positions     the number of positions searched to `depth` plies; `seed` chose them
    left          `remaining(s)` at the beginning of the game; 0 if the game does not define it
    command       the command that made it
    """

    game: str
    parameters: dict[str, Any]
    evaluator: str
    fingerprint: str
    seed: int
    positions: int
    depth: int
    left: int
    command: str
    regressions: tuple[Regression, ...]

    def unfit(self, game: Game) -> str | None:
        """Why it does not fit this game and its evaluator, in words; None if it does."""
        if self.game != game.name:
            return f"is for {shown_name(self.game)}, not for {game.name}"
        if self.parameters != parameters_of(game):
            return f"is for {self.game} with {_listed(self.parameters)}"
        if game.evaluator is None or self.fingerprint != fingerprint_of(game):
            return f"is for another evaluator of {self.game}, or another version of it"
        return None

    def put(self, ctx: Any, deviations: float) -> None:
        """Write the regressions to the kernel's context, the shallowest check first."""
        ctx.cut_threshold, ctx.cut_remaining = deviations, self.left
        ctx.cut_shallow[:] = 0
        for row in sorted(self.regressions, key=lambda row: row.shallow):
            i = int((ctx.cut_shallow[row.deep] > 0).sum())
            ctx.cut_shallow[row.deep, i] = row.shallow
            ctx.cut_slope[row.deep, i] = row.slope
            ctx.cut_offset[row.deep, i] = row.offset
            ctx.cut_sigma[row.deep, i] = row.sigma
            ctx.cut_sigma_end[row.deep, i] = row.sigma_end

    def as_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}

    def write(self, path: Path) -> None:
        """Write the calibration as JSON."""
        write_whole(path, with_sum(json.dumps(self.as_json(), indent=1, ensure_ascii=False)))


def read_calibration(path: Path) -> Calibration:
    """Read a calibration from a file; raise an InputError if it is not one."""
    given = read_json(path, "calibration", "counterplay calibrate", FORMAT)
    names = {field.name for field in fields(Calibration)}
    try:
        rows = tuple(_regression(row) for row in given["regressions"])
        known = {name: given[name] for name in names}
        made = from_fields(Calibration, {**known, "regressions": rows})
        _require_few_checks(rows)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is a damaged calibration: {error!s}") from None
    return made


def _regression(row: dict[str, Any]) -> Regression:
    made = from_fields(Regression, row)
    if not 1 <= made.shallow < made.deep <= DEEPEST:
        raise ValueError(f"a check of {made.shallow} plies for {made.deep}")
    if made.slope <= 0 or min(made.sigma, made.sigma_end) < 0:
        raise ValueError(f"slope={made.slope}, sigma={made.sigma}, sigma_end={made.sigma_end}")
    return made


def _require_few_checks(rows: tuple[Regression, ...]) -> None:
    for row in rows:
        if sum(other.deep == row.deep for other in rows) > MOST_CHECKS:
            raise ValueError(f"more than {MOST_CHECKS} checks for {row.deep} plies")


# Which calibration is used.


def calibration_for(game: Game, file: str, is_asked: bool) -> Calibration | None:
    """The calibration in `file`; without a file, the user's own or the shipped one that fits.

    None if there is none; an error if `is_asked`, because then ProbCut was asked for.
    """
    if file:
        found = read_calibration(Path(file))
        if why := found.unfit(game):
            raise UnfitError(f"calibration={file} {why}; {_remedy(game)}")
        return found
    own = find_calibration(game)
    if own is None and is_asked:
        raise UnfitError(
            f"probcut needs a calibration of {game.name} for this evaluator; {_remedy(game)}"
        )
    return own


def find_calibration(game: Game) -> Calibration | None:
    """The user's own calibration that fits the game, else a shipped one, else None."""
    name = escape(game.name)
    shipped = [*SHIPPED.glob(f"{name}.json"), *sorted(SHIPPED.glob(f"{name}-*.json"))]
    if not shipped and not any(folder().glob(f"{name}-*.json")):
        return None  # no need to compute a fingerprint
    for path in (own_file(game), *shipped):
        if path.exists():
            found = read_calibration(path)
            if found.unfit(game) is None:
                return found
    return None


def folder() -> Path:
    """The folder of the user's own calibrations."""
    return Path(platformdirs.user_data_dir("counterplay")) / "probcut"


def own_file(game: Game) -> Path:
    """The user's file for this game and evaluator."""
    return folder() / f"{game.name}-{fingerprint_of(game)}.json"


def parameters_of(game: Game) -> dict[str, Any]:
    """The parameters of a game, as JSON values."""
    values = {name: parameter.value for name, parameter in game.parameters.items()}
    plain: dict[str, Any] = json.loads(json.dumps(values, default=str))
    return plain


def _listed(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items()) or "no parameters"


def _remedy(game: Game) -> str:
    """The command that makes the missing calibration."""
    words = [game.name if Path(game.path).is_relative_to(PACKAGE) else game.path]
    for parameter in game.parameters.values():
        if parameter.value != parameter.default:
            words += ["--set", f"{parameter.name}={parameter.value}"]
    return f"`counterplay calibrate {shlex.join(words)}` makes one"
