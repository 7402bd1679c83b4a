"""`counterplay db book`: make an opening book from the games of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
from counterplay.core.game.game import Game
from counterplay.database import Database
from counterplay.database.book import GameBook, weigh
from counterplay.database.maintenance import move_counts, records_of
from counterplay.formats.move_text import is_chess
from counterplay.formats.pgn.records import RESULTS
from counterplay.formats.polyglot.build import Builder, write_book
from counterplay.formats.record import winner
from counterplay.presentation.words import count


def book(
    game: GameArgument,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Write the book to this file.")
    ],
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", min=1, help="Use the first N plies of each game.")
    ] = 24,
    least: Annotated[
        int,
        typer.Option(
            "--least", metavar="N", min=1, help="Leave out moves played in fewer than N games."
        ),
    ] = 3,
    db: DbOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Make an opening book. A move weighs 2 for each game it won and 1 for each draw.

    For chess this is a Polyglot book, for other games a JSON file. The option --book takes both.
    """
    rules = load_game(game, set_)
    with Database(db, create=False) as database:
        if is_chess(rules):
            moves = _polyglot(database, rules, out, plies, least)
        else:
            with progress_bar("counting") as show:
                entries = move_counts(
                    database, rules, plies, lambda done: show(done, 0, count(done, "games"))
                )
            opening_book = GameBook(rules, weigh(entries, least))
            opening_book.save(out)
            moves = len(opening_book)
    if json:
        print_json({"file": str(out), "game": rules.name, "moves": moves})
    else:
        say(output(), f"{out}: {count(moves, 'moves')}")


def _polyglot(database: Database, game: Game, out: Path, plies: int, least: int) -> int:
    """Make a Polyglot book; returns its number of moves."""
    builder, starts = Builder(plies), dict[str, object]()
    for record in records_of(database, game):
        if record.start not in starts:
            starts[record.start] = record.start_state(game)
        builder.add_line(
            starts[record.start], record.moves.tolist(), RESULTS[winner(record.payoffs)]
        )
    entries = builder.entries(least)
    write_book(out, entries)
    return len(entries)
