"""`counterplay db export`: games of the database, written to a file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TextIO, cast, get_args

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
from counterplay.database import Database
from counterplay.database.export import Format
from counterplay.database.export import export as write_games
from counterplay.presentation.words import count

FORMATS: tuple[str, ...] = get_args(Format)


def export(
    game: OptionalGame = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Write to this file; to the output if left out."
        ),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="pgn for chess, sgf for Othello, jsonl for all; the one that fits if left out.",
        ),
    ] = None,
    player: PlayerOption = None,
    result: ResultOption = None,
    position: PositionOption = None,
    limit: LimitOption = None,
    db: DbOption = None,
    set_: SetOption = None,
) -> None:
    """Write games as PGN, SGF or lines of JSON, which counterplay db import reads again."""
    rules = maybe_game(game, set_)
    won = winner_of(result, rules.facts if rules else None)
    chosen = _format(format_, out, rules is None)
    with Database(db, create=False) as database:
        found = database.games(
            rules, player=player, result=won, position=position, limit=limit, latest=False
        )
        if out is None:
            write_games(found, sys.stdout, chosen)
            return
        written = _to_file(out, lambda file: write_games(found, file, chosen))
    say(output(), f"{out}: {count(written, 'games')}")


def _format(said: str | None, out: Path | None, is_mixed: bool) -> Format | None:
    """What is asked for, or what the name of the file says; games of all kinds are JSON."""
    ending = out.suffix.lower().removeprefix(".") if out is not None else ""
    chosen = said or (ending if ending in FORMATS else "jsonl" if is_mixed else None)
    if chosen is not None and chosen not in FORMATS:
        raise InputError(f"--format {chosen!r} is not one of: {', '.join(FORMATS)}")
    return cast(Format | None, chosen)


def _to_file(path: Path, write: Callable[[TextIO], int]) -> int:
    """Write a file whole, or not at all."""
    unfinished = path.with_name(path.name + ".part")
    try:
        try:
            with unfinished.open("w", encoding="utf-8", newline="\n") as file:
                written = write(file)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return written
