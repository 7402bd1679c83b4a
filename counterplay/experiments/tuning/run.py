"""Tune numbers of alpha-beta for a game: SPSA by matches, then a match that confirms the gain.

Everything is in one folder, and the same call resumes:

    plan.json        what was asked for
    scores.json      the score of each match so far
    NNNN.jsonl       the games of the match under way
    confirm.jsonl    the games of the tuned numbers against those at the start
    tuned.json       the tuned numbers, and what made them
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from counterplay.arena.matches import match
from counterplay.arena.result import MatchResult
from counterplay.arena.workers import kept_processes
from counterplay.core.data_files import write_whole
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.table_file import being_written
from counterplay.engine.alphabeta.numbers import NUMBERS, Number
from counterplay.engine.alphabeta.settings import Settings
from counterplay.engine.alphabeta.tuned import Tuned
from counterplay.engine.base import own_settings, require_alphabeta
from counterplay.engine.settings import read_settings
from counterplay.experiments.tuning.spsa import Schedule, best_point, changed, path
from counterplay.players.kinds import make_player
from counterplay.players.parse import parse_spec

Report = Callable[[int, Mapping[str, float]], None]
"""Called before each match, and at the end: how many have been played, and the numbers so far."""


@dataclass(frozen=True)
class Plan:
    """What to tune, and by how many games.

    names            the numbers to tune
    schedule         the matches and the sizes of the steps
    games            games of each match
    nodes            positions searched for each move
    confirm_games    the most games of the match at the end
    settings         settings of both players, such as the memory or another evaluator
    jobs             games at once
    """

    names: tuple[str, ...]
    schedule: Schedule
    games: int = 8
    nodes: int = 5_000
    confirm_games: int = 1_000
    settings: Mapping[str, str] = field(default_factory=dict)
    jobs: int = 1

    def __post_init__(self) -> None:
        unknown = [name for name in self.names if name not in NUMBERS]
        if unknown or not self.names:
            what = f"alphabeta has no number {unknown[0]!r}" if unknown else "nothing to tune"
            raise InputError(f"{what}: choose from {', '.join(NUMBERS)}")
        if len(set(self.names)) < len(self.names):
            raise InputError("a number is named twice")
        for name in ("games", "confirm_games"):
            given = getattr(self, name)
            if given < 2 or given % 2:
                raise InputError(f"{name}={given} must be even: each opening is played twice")
        for name in ("nodes", "jobs"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)} must be 1 or more")

    @property
    def numbers(self) -> list[Number]:
        return [NUMBERS[name] for name in self.names]


@dataclass(frozen=True)
class Outcome:
    """The tuned numbers, and the match against those at the start."""

    tuned: Tuned
    confirmation: MatchResult


def tune(game: Game, plan: Plan, folder: Path, report: Report, command: str) -> Outcome:
    """Tune the numbers. Ctrl-C raises KeyboardInterrupt; the same call resumes."""
    require_alphabeta(game, "tune")
    start = _start(game, plan)
    _require_player(game, plan)
    _remember(plan, folder)
    with being_written(folder / "tuned.json"), kept_processes():
        scores = _read_scores(folder)
        for k in range(len(scores), plan.schedule.iterations):
            report(k, _values(plan, path(plan.schedule, start, scores)[-1]))
            scores.append(_played(game, plan, folder, k, path(plan.schedule, start, scores)[-1]))
            write_whole(folder / "scores.json", json.dumps(scores))
            _games_of(folder, k).unlink(missing_ok=True)
        found = _values(plan, best_point(path(plan.schedule, start, scores)))
        report(len(scores), found)
        first = _values(plan, start)
        confirmation = _confirmed(game, plan, folder, found, first)
        tuned = Tuned(
            game.name, command, plan.schedule.iterations * plan.games, first, found,
            confirmation.elo, confirmation.elo_low, confirmation.elo_high,
        )  # fmt: skip
        tuned.write(folder / "tuned.json")
    return Outcome(tuned, confirmation)


def _start(game: Game, plan: Plan) -> list[float]:
    """The numbers that the game is searched with now, as shares of their ranges."""
    now = read_settings(
        Settings, {**own_settings(game, "alphabeta"), **_numeric(plan)}, "alphabeta"
    )
    return [number.share_of(getattr(now, number.name)) for number in plan.numbers]


def _require_player(game: Game, plan: Plan) -> None:
    """Refuse settings that no player can have, before the first match."""
    make_player(parse_spec(_player(plan.settings)), game, Limit(nodes=plan.nodes))


def _player(settings: Mapping[str, Any]) -> str:
    return "alphabeta:" + ",".join(f"{name}={value}" for name, value in settings.items())


def _numeric(plan: Plan) -> dict[str, str]:
    """The given settings that alpha-beta itself has: not the evaluator of a player."""
    own = {known.name for known in dataclasses.fields(Settings)}
    return {name: value for name, value in plan.settings.items() if name in own}


def _values(plan: Plan, point: list[float]) -> dict[str, float]:
    return {n.name: n.value_of(x) for n, x in zip(plan.numbers, point, strict=True)}


def _remember(plan: Plan, folder: Path) -> None:
    """Write down what was asked for. A folder with another plan is refused."""
    asked = {**asdict(plan), "jobs": None}  # more jobs play the same games
    file, text = folder / "plan.json", json.dumps(asked, indent=1)
    if not file.exists():
        write_whole(file, text)
        return
    try:
        before = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise InputError(f"{file} is damaged: choose another folder") from None
    if before != json.loads(text):
        raise InputError(f"{folder} was begun with other options: choose another folder")


def _read_scores(folder: Path) -> list[float]:
    file = folder / "scores.json"
    if not file.exists():
        return []
    try:
        scores = json.loads(file.read_text(encoding="utf-8"))
        if not all(isinstance(score, float) and 0 <= score <= 1 for score in scores):
            raise ValueError
    except (OSError, ValueError, TypeError):
        raise InputError(f"{file} is damaged: choose another folder") from None
    return list(scores)


def _games_of(folder: Path, k: int) -> Path:
    return folder / f"{k:04}.jsonl"


def _played(game: Game, plan: Plan, folder: Path, k: int, point: list[float]) -> float:
    """The score of the match of iteration `k`: the numbers changed one way against the other."""
    directions, by = plan.schedule.directions(k, len(point)), plan.schedule.change(k)
    up, down = (_values(plan, changed(point, directions, sign * by)) for sign in (1, -1))
    seed = plan.schedule.seed + k
    result = _match(game, plan, up, down, plan.games, seed, _games_of(folder, k), None)
    return 0.5 if result.score is None else float(result.score)


def _confirmed(
    game: Game, plan: Plan, folder: Path, found: dict[str, float], first: dict[str, float]
) -> MatchResult:
    seed = plan.schedule.seed + plan.schedule.iterations
    file = folder / "confirm.jsonl"
    return _match(game, plan, found, first, plan.confirm_games, seed, file, (0.0, 10.0))


def _match(
    game: Game,
    plan: Plan,
    one: dict[str, float],
    other: dict[str, float],
    games: int,
    seed: int,
    out: Path,
    sprt: tuple[float, float] | None,
) -> MatchResult:
    players = _player({**plan.settings, **one}), _player({**plan.settings, **other})
    limits: Any = {"nodes": plan.nodes, "games": games, "seed": seed, "jobs": plan.jobs}
    result = match(game, *players, sprt=sprt, out=out, **limits)
    if not result.finished:
        raise KeyboardInterrupt
    return result
