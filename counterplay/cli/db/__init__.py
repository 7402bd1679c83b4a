"""`counterplay db`: a database of games, and what was played in every position."""

import typer

from counterplay.cli.db.book import book
from counterplay.cli.db.exploring import explore
from counterplay.cli.db.exporting import export
from counterplay.cli.db.importing import import_games
from counterplay.cli.db.listing import games
from counterplay.cli.db.state import index, info

db = typer.Typer(
    no_args_is_help=True, help="A database of games: import, explore, list, export, make books."
)
db.command("import")(import_games)
for command in (explore, games, export, book, info, index):
    db.command()(command)

__all__ = ["db"]
