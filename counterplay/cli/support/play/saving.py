"""Saved games: readable JSON, written completely or not at all."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from counterplay.cli.support.play.setup import Setup
from counterplay.core.data_files import has_its_sum, replace_file, with_sum, write_whole
from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.games import Source, load, source_of

FORMAT = "counterplay game"
VERSION = 1

Kind = TypeVar("Kind")


def folder() -> Path:
    """The folder of games that are saved without a name."""
    return Path(platformdirs.user_state_dir("counterplay")) / "games"


def new_path(name: str) -> Path:
    """An unused path in that folder."""
    stem = f"{name}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = folder() / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder() / f"{stem}-{number}.json"
    return path


def resume_command(path: Path) -> str:
    return f"counterplay play --resume {shlex.quote(str(path))}"


def write(path: Path, setup: Setup, position: Position) -> None:
    """Save a game, or leave what was there and raise InputError."""
    played = zip(position.past, position.moves, strict=True)
    saved = {
        "format": FORMAT,
        "version": VERSION,
        "game": setup.game,
        "parameters": {
            **{name: str(value) for name, value in source_of(position.game).parameters},
            **setup.parameters,
        },
        "start": position.undo(len(position.past)).text,
        "date": f"{datetime.now():%Y-%m-%d}",
        "moves": [position.game.show_move(s, a) for s, a in played],
        "players": ["person" if person else "engine" for person in setup.people],
        "limit": {name: value for name, value in asdict(setup.limit).items() if value},
        "seed": setup.seed,
        "book": setup.book,
        "table": setup.table,
    }
    # A folder is made for games without a name, but not for a mistyped one.
    save = write_whole if path.parent == folder() else replace_file
    save(path, with_sum(json.dumps(saved, ensure_ascii=False, indent=1)))


def is_saved_game(path: Path) -> bool:
    """Whether the file is a saved game, which may be overwritten by another."""
    try:
        _contents(path)
    except InputError:
        return False
    return True


def read(path: Path) -> tuple[Setup, Position]:
    """The setup and the position of a saved game."""
    saved = _contents(path)
    if saved.get("version") != VERSION:
        raise InputError(f"{path} was saved by another version of counterplay")
    if not has_its_sum(saved):
        raise InputError(f"{path} is damaged; if you changed it yourself, remove its sum")
    limit = _limit(path, saved)
    parameters = _field(path, saved, "parameters", dict)
    players = _field(path, saved, "players", list)
    source = Source(_field(path, saved, "game", str), tuple(parameters.items()))
    setup = Setup(
        game=source.game,
        parameters={str(name): str(value) for name, value in source.named.items()},
        people=tuple(player == "person" for player in players),
        limit=limit,
        seed=_field(path, saved, "seed", int),
        book=None if saved.get("book") is None else _field(path, saved, "book", str),
        table=None if saved.get("table") is None else _field(path, saved, "table", str),
    )
    try:
        game = load(setup.game, **setup.parameters)
        position = game.position(_field(path, saved, "start", str))
        for move in _field(path, saved, "moves", list):
            position = position.play(str(move))
    except CounterplayError as error:
        raise InputError(f"{path} cannot be resumed: {error}") from None
    if len(setup.people) != game.facts.players:
        raise _damaged(path, "players")
    return setup, position


def _contents(path: Path) -> dict[str, Any]:
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        saved = None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise InputError(f"{path} is not a saved game of counterplay")
    return saved


def _limit(path: Path, saved: dict[str, Any]) -> Limit:
    limit = _field(path, saved, "limit", dict)
    try:
        return Limit(limit.get("time"), limit.get("depth"), limit.get("nodes"))
    except InputError:
        raise _damaged(path, "limit") from None


def _field(path: Path, saved: dict[str, Any], name: str, kind: type[Kind]) -> Kind:
    value = saved.get(name)
    if not isinstance(value, kind):
        raise _damaged(path, name)
    return value


def _damaged(path: Path, name: str) -> InputError:
    return InputError(f"{path} is a damaged saved game: its {name!r} cannot be read")
