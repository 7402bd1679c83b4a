"""`counterplay db book`: an opening book from the games of the database."""

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
from counterplay.database.book import GameBook, weighed
from counterplay.database.export import RESULTS
from counterplay.database.played import winner
from counterplay.database.texts import is_chess
from counterplay.database.upkeep import counts_of, games_of
from counterplay.formats.polyglot.build import Builder, write_book
from counterplay.presentation.words import count


def book(
    game: GameArgument,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="Write the book to this file.")
    ],
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", min=1, help="Take so many plies of each game.")
    ] = 24,
    least: Annotated[
        int, typer.Option("--least", metavar="N", min=1, help="Leave out moves of fewer games.")
    ] = 3,
    db: DbOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Make an opening book: a move weighs 2 for each game it won, 1 for each draw.

    For chess it is one of Polyglot's, for other games a file of JSON; --book takes both.
    """
    rules = load_game(game, set_)
    with Database(db, create=False) as database:
        if is_chess(rules):
            moves = _polyglot(database, rules, out, plies, least)
        else:
            with progress_bar("counting") as show:
                entries = counts_of(
                    database, rules, plies, lambda done: show(done, 0, count(done, "games"))
                )
            made = GameBook(rules, weighed(entries, least))
            made.save(out)
            moves = len(made)
    if json:
        print_json({"file": str(out), "game": rules.name, "moves": moves})
    else:
        say(output(), f"{out}: {count(moves, 'moves')}")


def _polyglot(database: Database, game: Game, out: Path, plies: int, least: int) -> int:
    builder, starts = Builder(plies), dict[str, object]()
    for played in games_of(database, game):
        if played.start not in starts:
            starts[played.start] = game.position(played.start or "startpos").state
        builder.add_line(
            starts[played.start], played.moves.tolist(), RESULTS[winner(played.payoffs)]
        )
    entries = builder.entries(least)
    write_book(out, entries)
    return len(entries)
