"""The built-in games, one file or folder each, and `load`, which finds a game by name or file.

Tables know the rules of a game by a hash of the code of its rules. The hash covers names and
docstrings of functions, but not comments: change those of a rule, and its old tables are refused.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Concatenate, ParamSpec, TypeVar

from counterplay.core.data_files import is_file
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.loader import load_file
from counterplay.core.game.position import Position

GameSource = Game | str | Path | ModuleType
"""A game, its name, its file, or its module."""

P = ParamSpec("P")
T = TypeVar("T")

BUILT_IN = tuple(
    sorted(
        path.stem
        for path in Path(__file__).parent.iterdir()
        if not path.name.startswith("_") and (path.suffix == ".py" or (path / "rules.py").is_file())
    )
)
"""The names of the built-in games: every file and every folder with rules here."""


UNLISTED = {"crosswords": Path(__file__).parent / "crosswords" / "crosswords.py"}
"""Games that are loaded by name, but are not in the list of built-in games: plain Python takes
seconds to list the moves of some of their positions."""


def file_of(name: str) -> Path:
    """The file with the rules of a built-in game: NAME.py, or rules.py in the folder NAME."""
    file = Path(__file__).with_name(f"{name}.py")
    return file if file.is_file() else Path(__file__).parent / name / "rules.py"


def load(game: str | Path | ModuleType, /, **parameters: Any) -> Game:
    """Load a built-in game by its name, or a game from a Python file, with these parameters.

    >>> load("connect_four", width=5, height=4).facts.longest_game
    20
    """
    if isinstance(game, ModuleType):
        if not game.__file__:
            raise InputError(
                f"the module {game.__name__} has no file, so no game can be loaded from it"
            )
        game = game.__file__
    name = str(game)
    if name in BUILT_IN:
        return load_file(file_of(name), parameters, name)
    path = UNLISTED.get(name, Path(game))
    if path.suffix == ".py" or is_file(path):
        if not is_file(path):
            raise InputError(f"there is no file {name}")
        return load_file(path, parameters)
    near = difflib.get_close_matches(name.lower().replace("-", "_"), BUILT_IN, 3, 0.425)
    nearest = f"did you mean {' or '.join(near)}? " if near else ""
    raise InputError(
        f"there is no game {name!r}: {nearest}The built-in games are {', '.join(BUILT_IN)}. "
        "For your own game, give its file: my_game.py"
    )


def as_game(given: GameSource) -> Game:
    """The game that a caller gave: a game, or what `load` takes."""
    if isinstance(given, Game):
        return given
    if isinstance(given, (str, Path, ModuleType)):
        return load(given)
    hint = ": give position.game" if isinstance(given, Position) else ", its name, or its file"
    raise InputError(f"expected a game{hint}, not {type(given).__name__}")


def takes_games(
    function: Callable[Concatenate[Game, P], T],
) -> Callable[Concatenate[GameSource, P], T]:
    """Let a function whose first argument is a game take the game's name or file, too.

    Algorithms import no game, so the public ones are wrapped where they are published.
    """

    @wraps(function)
    def call(game: GameSource, *arguments: P.args, **named: P.kwargs) -> T:
        return function(as_game(game), *arguments, **named)

    return call


def takes_positions(
    function: Callable[Concatenate[Game, P], T],
) -> Callable[Concatenate[GameSource | Position, P], T]:
    """Let a function of a game and a position take a position alone, or a name or file."""

    @wraps(function)
    def call(game: GameSource | Position, *arguments: P.args, **named: P.kwargs) -> T:
        if not isinstance(game, Position):
            return function(as_game(game), *arguments, **named)
        if arguments or "position" in named:
            raise InputError("after a position, give all other arguments by name")
        whole: Any = function
        found: T = whole(game.game, game, **named)
        return found

    return call


FIRST_DEFAULTS: Mapping[str, Mapping[str, Any]] = {"dots_and_boxes": {"players": 3}}
"""Defaults that have changed since a game was first built in. In files, a parameter that is not
named has its first default, so that old files keep their meaning."""


@dataclass(frozen=True)
class Source:
    """The name or file of a game, and its parameters. Other processes load it from there.

    A parameter that is not named has its first default (`FIRST_DEFAULTS`).
    """

    game: str
    parameters: tuple[tuple[str, Any], ...]

    @property
    def named(self) -> dict[str, Any]:
        """The parameters, with those whose defaults have changed."""
        return {**FIRST_DEFAULTS.get(self.game, {}), **dict(self.parameters)}

    def load(self) -> Game:
        return load(self.game, **self.named)


def source_of(game: Game) -> Source:
    """The source of a game: load it again, here or in another process. It has the evaluator of the
    file."""
    name = game.name if game.is_built_in else str(Path(game.path).resolve())
    defaults = {p.name: p.default for p in game.parameters.values()}
    defaults.update(FIRST_DEFAULTS.get(name, {}))
    changed = ((p.name, p.value) for p in game.parameters.values() if p.value != defaults[p.name])
    return Source(name, tuple(changed))
