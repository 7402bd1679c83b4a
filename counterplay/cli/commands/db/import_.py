"""`counterplay db import`: add the games of files to the database."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from counterplay.cli.support.common import (
    STOPPED,
    JsonOption,
    SetOption,
    output,
    print_json,
    progress,
    say,
)
from counterplay.cli.support.database import DbOption, Show, maybe_game, progress_bar
from counterplay.cli.support.interrupt import until_ctrl_c
from counterplay.database import Database
from counterplay.database.importing import Imported, import_file
from counterplay.formats.registry import GAME_FORMATS
from counterplay.presentation.words import count

FORMATS = ", ".join(row.title for row in GAME_FORMATS.values() if row.read)

SHOWN = 10
"""How many unreadable games are named; `--json` has all of them."""


def import_games(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…",
            help=f"{FORMATS}; also as .gz or .zst.",
            show_default=False,
        ),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="The game of the files, if they do not name it."
        ),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies", metavar="N", min=0, help="Count the first N plies of each game (default 40)."
        ),
    ] = None,
    db: DbOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Add the games of files. Games that the database has already are not added again.

    After Ctrl-C the games read so far are kept; run the same command again for the rest. The exit
    code is 1 if a game cannot be read.
    """
    rules = maybe_game(game, set_)
    started, found = perf_counter(), list[Imported]()
    with Database(db) as database, until_ctrl_c() as stop:
        for path in files:
            with progress_bar(path.name) as show:

                def report(done: int, size: int, games: int, show: Show = show) -> None:
                    show(done, size, count(games, "games"))

                found.append(import_file(database, path, rules, plies, stop, report))
            if not json:
                _print_result(found[-1], stop.is_set())
            if stop.is_set():
                break
        seconds = perf_counter() - started
        if json:
            print_json(_as_json(database, found, seconds))
        elif len(found) > 1:
            added = sum(one.added for one in found)
            say(output(), f"{database.path}: {count(added, 'games')} added")
    if stop.is_set():
        raise typer.Exit(STOPPED)
    if any(one.faults for one in found):
        raise typer.Exit(1)


def _print_result(one: Imported, stopped: bool) -> None:
    for fault in one.faults[:SHOWN]:
        say(progress(), fault, "yellow")
    if len(one.faults) > SHOWN:
        say(progress(), f"{one.path}: {len(one.faults) - SHOWN:,} more games are skipped", "yellow")
    known = f"; {count(one.known, 'games')} known before" if one.known else ""
    say(output(), f"{one.path}: {count(one.added, 'games')} added{known}")
    if stopped:
        say(output(), "stopped: run the same command again for the rest", "yellow")


def _as_json(database: Database, found: list[Imported], seconds: float) -> dict[str, Any]:
    files = [{**asdict(one), "known": one.known} for one in found]
    return {"database": str(database.path), "seconds": round(seconds, 3), "files": files}
