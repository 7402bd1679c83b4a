"""`counterplay book`: opening books from PGN or from lines that people write, and their moves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    print_json,
    progress,
    say,
)
from counterplay.core.game.game import Game
from counterplay.database.book import game_of_book, is_own_format, open_book
from counterplay.database.expert_book import save_expert_book
from counterplay.database.rulesets import load_with
from counterplay.formats.book_text import read_book_text
from counterplay.formats.pgn import Fault, read_pgn
from counterplay.formats.polyglot.book import OWN
from counterplay.formats.polyglot.build import Builder, write_book
from counterplay.games import load
from counterplay.presentation.words import count

book = typer.Typer(
    no_args_is_help=True,
    help="Opening books: make one from games or from your own lines, or show one. "
    "See also: counterplay db book.",
)


@book.command()
def build(
    pgn: Annotated[
        list[str], typer.Argument(metavar="PGN…", help="PGN files.", show_default=False)
    ],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Write the book to this file.")],
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", help="Use the first N plies of each game.")
    ] = 24,
    least: Annotated[
        int,
        typer.Option("--least", metavar="N", help="Leave out moves played in fewer than N games."),
    ] = 3,
) -> None:
    """Make a Polyglot book from PGN. A move weighs 2 for each game it won and 1 for each draw.

    Games without a result do not count. The exit code is 1 if a game cannot be read.
    """
    builder, faults = Builder(plies), list[Fault]()
    for path in pgn:
        for entry in read_pgn(path, faults):
            builder.add(entry)
    entries = builder.entries(least)
    write_book(out, entries)
    for fault in faults:
        say(progress(), str(fault), "yellow")
    moves, games = count(len(entries), "moves"), count(builder.games, "games")
    say(output(), f"{out}: {moves} from {games}")
    if faults:
        raise typer.Exit(1)


@book.command()
def enter(
    game: GameArgument,
    text: Annotated[
        Path,
        typer.Argument(metavar="TEXT", help="A text with a line of moves in each line."),
    ],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Write the book to this file.")],
    set_: SetOption = None,
) -> None:
    """Make a book from lines of play that people write, for any game.

    A line is moves in the game's notation: e4 e5 Nf3. A move weighs 1 for each line it is in; a
    line that begins with 3: weighs 3. d4! weighs three times as much, and f6? is in the line but
    not in the book. # begins a comment. A line can have its position first: POSITION | moves. For
    chess this is a Polyglot book, for other games a JSON file.
    """
    rules = load_game(game, set_)
    lines = read_book_text(rules, text)
    moves = save_expert_book(rules, lines, out)
    say(output(), f"{out}: {count(moves, 'moves')} from {count(len(lines), 'lines')}")


@book.command()
def show(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="An opening book; own is the built-in one of chess.",
            show_default=False,
        ),
    ],
    position: PositionArgument = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="FILE", help="The rules file, if the game is not built in."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show the moves of a book in a position, the heaviest first."""
    rules = _game_of(file, game)
    opened = open_book(rules, file)
    where = load_position(rules, position)
    moves = opened.moves(where)
    total = sum(move.weight for move in moves) or 1
    named = [(where.show_move(move.action), move.weight) for move in moves]
    if json:
        listed = [{"move": name, "weight": weight} for name, weight in named]
        print_json({"file": file, "entries": len(opened), "position": where.text, "moves": listed})
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("move")
    table.add_column("weight", justify="right")
    table.add_column("share", justify="right")
    for name, weight in named:
        table.add_row(name, f"{weight:,}", f"{100 * weight / total:.1f} %")
    if moves:
        output().print(table)
    else:
        say(
            output(),
            f"{file} has no move in this position; it has {count(len(opened), 'moves')} in all",
        )


def _game_of(file: str, game: str | None) -> Game:
    """The game of a book: JSON books name it, Polyglot books are of chess."""
    if file == OWN or not is_own_format(file):
        return load("chess")
    name, parameters = game_of_book(file)
    return load_with(game or name, parameters)
