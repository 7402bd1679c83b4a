"""What the commands of the database share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from counterplay.cli.support.common import load_game, progress
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.game import Game
from counterplay.database.played import DRAWN

DbOption = Annotated[
    Path | None,
    typer.Option("--db", metavar="FILE", help="The database; the user's own if left out."),
]
PlayerOption = Annotated[
    str | None,
    typer.Option("--player", metavar="NAME", help="Games of a player, by a part of the name."),
]
ResultOption = Annotated[
    str | None,
    typer.Option(
        "--result",
        metavar="WHO",
        help="Games that somebody won: first, second, 3, a player's name in the game; or draw.",
    ),
]
LimitOption = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=0, help="So many games at most.")
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A built-in game, or the path of a Python file; all games if left out.",
        show_default=False,
    ),
]

SEATS = {"first": 0, "second": 1}


def maybe_game(name: str | None, given: list[str] | None) -> Game | None:
    """The game that is named, if one is."""
    if name is None and given:
        raise InputError("--set gives parameters of a game: name the game as well")
    return None if name is None else load_game(name, given)


def winner_of(said: str | None, facts: Facts | None) -> int | None:
    """The player who won, by what `--result` says; DRAWN for a draw, None if nothing is said."""
    if said is None:
        return None
    word = said.strip().lower()
    names = [name.lower() for name in facts.names] if facts else []
    if word in ("draw", "drawn"):
        return DRAWN
    if word in SEATS:
        return SEATS[word]
    if word.isdecimal() and int(word) >= 1 and (facts is None or int(word) <= facts.players):
        return int(word) - 1
    if word in names:
        return names.index(word)
    known = ", ".join(["draw", *SEATS, *(facts.names if facts else ())])
    raise InputError(f"--result {said!r} says nobody who can win: write {known}, or a number")


Show = Callable[[int, int, str], None]


@contextmanager
def progress_bar(what: str) -> Iterator[Show]:
    """A bar on a terminal; what it gives is told how much of how much is done, and a few words."""
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
