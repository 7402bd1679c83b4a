"""Rules, one file a game; and how a game is named: a built-in's name, or a Python file."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.loader import load_file

BUILT_IN = (
    "breakthrough",
    "checkers",
    "chess",
    "connect_four",
    "dots_and_boxes",
    "nim",
    "nine_mens_morris",
    "othello",
    "tic_tac_toe",
    "tree",
)


def file_of(name: str) -> Path:
    """The rules of a built-in game: a file of its own, or `rules.py` in a folder of its own."""
    file = Path(__file__).with_name(f"{name}.py")
    return file if file.is_file() else Path(__file__).parent / name / "rules.py"


def load(game: str | Path | ModuleType, /, **parameters: Any) -> Game:
    """The game of that name, or in that Python file, built with those parameters.

    >>> load("connect_four", width=5, height=4).facts.longest_game
    20
    """
    if isinstance(game, ModuleType):
        if not game.__file__:
            raise InputError(f"the module {game.__name__} has no file to load a game from")
        game = game.__file__
    name = str(game)
    if name in BUILT_IN:
        return load_file(file_of(name), parameters, name)
    path = Path(game)
    if path.suffix == ".py" or path.is_file():
        if not path.is_file():
            raise InputError(f"there is no file {name}")
        return load_file(path, parameters)
    near = difflib.get_close_matches(name.lower().replace("-", "_"), BUILT_IN, 3, 0.42)
    nearest = f"did you mean {' or '.join(near)}? " if near else ""
    raise InputError(
        f"there is no game {name!r}: {nearest}Built in are {', '.join(BUILT_IN)}; "
        "a game of your own is named by its file, my_game.py"
    )


@dataclass(frozen=True)
class Source:
    """Where a game comes from: every process loads it anew."""

    game: str
    parameters: tuple[tuple[str, Any], ...]

    def load(self) -> Game:
        return load(self.game, **dict(self.parameters))


def source_of(game: Game) -> Source:
    """Where to load a game from, again and elsewhere, with the evaluator of its file."""
    changed = {p.name: p.value for p in game.parameters.values() if p.value != p.default}
    path = Path(game.path).resolve()
    is_built_in = game.name in BUILT_IN and path == file_of(game.name).resolve()
    return Source(game.name if is_built_in else str(path), tuple(changed.items()))
