"""Options and helpers that the commands of the database share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from counterplay.cli.support.common import load_game, progress
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import MOST_PLAYERS, Facts
from counterplay.core.game.game import Game
from counterplay.core.game.numbers import whole_number
from counterplay.formats.record import DRAWN

DbOption = Annotated[
    Path | None,
    typer.Option("--db", metavar="FILE", help="The database file. Default: the user's own."),
]
PlayerOption = Annotated[
    str | None,
    typer.Option(
        "--player", metavar="NAME", help="Only games of this player; a part of the name is enough."
    ),
]
ResultOption = Annotated[
    str | None,
    typer.Option(
        "--result",
        metavar="WHO",
        help="Only games won by WHO: first, second, 3, or a name such as White; or draw.",
    ),
]
LimitOption = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=0, help="At most N games.")
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A built-in game, or the path of a Python file. Default: all games.",
        show_default=False,
    ),
]

SEATS = {"first": 0, "second": 1}


def maybe_game(name: str | None, parameters: list[str] | None) -> Game | None:
    """The game of this name; None without a name."""
    if name is None and parameters:
        raise InputError("--set needs a game: name the game as well")
    return None if name is None else load_game(name, parameters)


def winner_of(result: str | None, facts: Facts | None) -> int | None:
    """The player that `--result` names; DRAWN for a draw, None without the option."""
    if result is None:
        return None
    word = result.strip().lower()
    names = [name.lower() for name in facts.names] if facts else []
    if word in ("draw", "drawn"):
        return DRAWN
    if word in SEATS:
        return SEATS[word]
    number = whole_number(word)
    if number is not None and 1 <= number <= (facts.players if facts else MOST_PLAYERS):
        return number - 1
    if word in names:
        return names.index(word)
    known = ", ".join(["draw", *SEATS, *(facts.names if facts else ())])
    raise InputError(f"--result {result!r} names no player: use {known}, or a number")


Show = Callable[[int, int, str], None]


@contextmanager
def progress_bar(what: str) -> Iterator[Show]:
    """A progress bar on a terminal. Call the result with: done, total (0: unknown), a few words."""
    console = progress()
    columns = (
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[words]}"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=None, words="")
        yield lambda done, total, words: bar.update(
            task, completed=done, total=total or None, words=words
        )
