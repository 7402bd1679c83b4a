"""What all commands share: common options, loading a game, and printing."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from counterplay.cli.support import interrupt
from counterplay.core.data_files import is_folder, require_writable
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
        help="A position in the notation of the game, or 'startpos moves …'. Default: the start.",
        show_default=False,
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set a parameter of the game. Can be repeated.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
TimeOption = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", help="Seconds to think. Default: 1."),
]
BookOption = Annotated[
    str | None,
    typer.Option(
        "--book",
        metavar="FILE",
        help="Look moves up in this opening book before a search: a file from counterplay db book, "
        "a strategy from counterplay equilibrium, or for chess a Polyglot file; own is what "
        "comes with the program: a book of chess, a blueprint of limit hold'em.",
    ),
]
STOPPED = interrupt.STOPPED

TableOption = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="PATH",
        help="Probe this solution, or folder of endgame tables, before and during a search.",
    ),
]
DepthOption = Annotated[
    int | None, typer.Option("--depth", metavar="N", help="Search at most N plies deep.")
]
NodesOption = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help="Search at most N positions.")
]


def settings(texts: Sequence[str] | None, option: str = "--set") -> dict[str, str]:
    """The names and values of a repeated option such as `--set name=value`."""
    named: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name.isidentifier():
            raise InputError(f"{option} {text!r} is not of the form name=value, such as width=5")
        if name in named:
            raise InputError(f"{option} {name} is given twice: {named[name]} and {value}")
        named[name] = value
    return named


def parameters(texts: Sequence[str] | None) -> dict[str, str]:
    """The parameters of a game, from `--set name=value`."""
    named = settings(texts)
    for name in named:
        if name in RESERVED:
            raise InputError(f"--set {name}: {name!r} is reserved, not a parameter of a game")
    return named


def load_position(game: Game, words: Sequence[str] | None) -> Position:
    """The position that the words of a command line describe; the start if there are none."""
    return game.position(" ".join(words or ()))


def load_game(name: str, texts: Sequence[str] | None) -> Game:
    """Load a game with the parameters from `--set name=value`."""
    return load(name, **parameters(texts))


def require_file_path(out: Path | None) -> None:
    """Refuse a path for --out that no file can be written to. Call it before long work."""
    if out is None:
        return
    if is_folder(out):
        raise InputError(f"--out {out} is a folder: give the path of a file")
    if not is_folder(out.parent):
        raise InputError(f"--out {out}: there is no folder {out.parent}")
    require_writable(out)


def command_line() -> str:
    """The command line of this process, to be shown or saved."""
    return f"counterplay {shlex.join(sys.argv[1:])}"


def output() -> Console:
    """The console for results (stdout). Texts are printed as they are, not as markup."""
    return Console(highlight=False, markup=False, emoji=False)


def progress() -> Console:
    """The console for progress and notes (stderr), so that results can be piped."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def say(console: Console, text: str | Text, style: str = "") -> None:
    """Print a sentence: wrapped on a terminal, in one line to a file or a pipe."""
    console.print(text, style=style, soft_wrap=not console.is_terminal)


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
