"""What the commands share: their options, how they load a game, and where they print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import RESERVED
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import load

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A built-in game, or the path of a Python file.",
        show_default=False,
    ),
]
PositionArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POSITION",
        help="In the game's notation, or 'startpos moves …'; the start if left out.",
        show_default=False,
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A parameter of the game; may be given several times.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
TimeOption = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", help="Think for so long (1 if nothing is said)."),
]
BookOption = Annotated[
    str | None,
    typer.Option(
        "--book",
        metavar="FILE",
        help="A book, asked first: one made by counterplay db book, for chess a Polyglot file; "
        "own for the book of chess that comes with the program.",
    ),
]
STOPPED = 130
"""The exit code after Ctrl-C."""

TableOption = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="PATH",
        help="A solution, or a folder of tables: asked before a search, and inside it.",
    ),
]
DepthOption = Annotated[
    int | None, typer.Option("--depth", metavar="PLIES", help="Look so many plies ahead.")
]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help="Look at so many positions.")
]


def settings(given: Sequence[str] | None, option: str = "--set") -> dict[str, str]:
    """What `--set name=value`, or another such option, names, as text."""
    named: dict[str, str] = {}
    for text in given or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name.isidentifier():
            raise InputError(f"{option} {text!r} is not of the form name=value: width=5, say")
        if name in named:
            raise InputError(f"{option} {name} is given twice, as {named[name]} and as {value}")
        named[name] = value
    return named


def parameters(given: Sequence[str] | None) -> dict[str, str]:
    """The parameters of a game that `--set name=value` names."""
    named = settings(given)
    for name in named:
        if name in RESERVED:
            raise InputError(f"--set {name}: no parameter of a game can be called {name!r}")
    return named


def load_position(game: Game, words: Sequence[str] | None) -> Position:
    """The position that the words of a command line describe."""
    return game.position(" ".join(words or ()))


def load_game(name: str, given: Sequence[str] | None) -> Game:
    """The game a command line names, with the parameters it sets."""
    return load(name, **parameters(given))


def output() -> Console:
    """Where results go. Texts of games are printed as they are, not as markup."""
    return Console(highlight=False, markup=False, emoji=False)


def progress() -> Console:
    """Where progress goes, so that results can be piped."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(console: Console, text: str | Text, style: str = "") -> None:
    """Print a sentence: broken between words on a terminal, in one line to a file or a pipe."""
    console.print(text, style=style, soft_wrap=not console.is_terminal)


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
