"""`counterplay db info` and `counterplay db index`: describe, check and reindex the database."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    SetOption,
    load_game,
    output,
    print_json,
    say,
)
from counterplay.cli.support.database import DbOption, progress_bar
from counterplay.database import Database
from counterplay.database.maintenance import check as check_file
from counterplay.database.maintenance import describe, reindex
from counterplay.presentation.words import count


def info(
    check: Annotated[
        bool, typer.Option("--check", help="Read the whole file and verify its checksums.")
    ] = False,
    db: DbOption = None,
    json: JsonOption = False,
) -> None:
    """Show which games the database has, and how many positions are counted."""
    with Database(db, create=False) as database:
        found = describe(database)
        whole = check_file(database) if check else None
        size = database.path.stat().st_size
    if json:
        checked = {} if whole is None else {"whole": whole}
        print_json({"database": str(database.path), "bytes": size, "kinds": found, **checked})
        return
    say(output(), f"{database.path}: {size / 1e6:,.1f} MB")
    if found:
        output().print(_table(found))
    if whole is not None:
        say(output(), f"checked: {count(whole, 'games')}, no damage")


def _table(found: list[dict[str, Any]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("game", overflow="fold")
    for name in ("games", "positions", "moves", "plies"):
        table.add_column(name, justify="right")
    for one in found:
        name = " ".join([one["game"], *(f"{n}={v}" for n, v in one["parameters"].items())])
        # Runs of the index may have positions in common.
        most = "≤ " if one["parts"] > 1 else ""
        counts = (f"{most}{one[name]:,}" for name in ("positions", "moves"))
        note = "" if one["usable"] else " (rules not found, or changed)"
        table.add_row(name + note, f"{one['games']:,}", *counts, str(one["plies"]))
    return table


def index(
    game: GameArgument,
    plies: Annotated[
        int,
        typer.Option("--plies", metavar="N", min=0, help="Count the first N plies of each game."),
    ] = 40,
    db: DbOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Count the positions of all games of one kind again, to another number of plies."""
    rules = load_game(game, set_)
    with Database(db, create=False) as database, progress_bar("counting") as show:
        found = reindex(database, rules, plies, lambda done: show(done, 0, count(done, "games")))
    if json:
        print_json({"game": rules.name, "plies": plies, **found})
        return
    games, positions = count(found["games"], "games"), count(found["positions"], "positions")
    say(output(), f"{database.path}: {positions} of {games} of {rules.name}")
