"""`counterplay db export`: write games of the database to a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from counterplay.cli.commands.db.games import PositionOption
from counterplay.cli.support.common import SetOption, output, say
from counterplay.cli.support.database import (
    DbOption,
    LimitOption,
    OptionalGame,
    PlayerOption,
    ResultOption,
    maybe_game,
    winner_of,
)
from counterplay.core.game.errors import InputError
from counterplay.core.table_file import whole_text
from counterplay.database import Database
from counterplay.formats.registry import GAME_FORMATS, GameFormat, by_suffix, writable, write_games
from counterplay.presentation.words import count

FORMATS = "; ".join(f"{row.name}: {row.games}" for row in GAME_FORMATS.values() if row.write)


def export(
    game: OptionalGame = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write to this file, else to standard output."),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"The format. {FORMATS}. Default: by the suffix of FILE, else by the game.",
        ),
    ] = None,
    player: PlayerOption = None,
    result: ResultOption = None,
    position: PositionOption = None,
    limit: LimitOption = None,
    db: DbOption = None,
    set_: SetOption = None,
) -> None:
    """Write games to a file that other programs, or counterplay db import, can read."""
    rules = maybe_game(game, set_)
    won = winner_of(result, rules.facts if rules else None)
    chosen = _format(format_, out, rules is None)
    with Database(db, create=False) as database:
        found = database.games(
            rules, player=player, result=won, position=position, limit=limit, latest=False
        )
        games = ((one.game, one.played) for one in found)
        if out is None:
            write_games(sys.stdout, games, chosen)
            return
        with whole_text(out) as file:
            written = write_games(file, games, chosen)
    say(output(), f"{out}: {count(written, 'games')}")


def _format(name: str | None, out: Path | None, is_mixed: bool) -> GameFormat | None:
    """The format by name, else by the suffix of the file, else JSON lines for several games.

    None: the game decides.
    """
    if name is not None:
        try:
            return writable(name)
        except InputError as error:
            raise InputError(f"--format {error}") from None
    row = None if out is None else by_suffix(out, lambda row: row.write is not None)
    return writable("jsonl") if row is None and is_mixed else row
