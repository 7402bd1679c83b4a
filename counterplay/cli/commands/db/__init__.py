"""`counterplay db`: a database of games, and the moves played in each position."""

import typer

from counterplay.cli.commands.db.book import book
from counterplay.cli.commands.db.explore import explore
from counterplay.cli.commands.db.export import export
from counterplay.cli.commands.db.games import games
from counterplay.cli.commands.db.import_ import import_games
from counterplay.cli.commands.db.info import index, info

db = typer.Typer(
    no_args_is_help=True,
    help="A database of games: import, explore, list and export them, make opening books.",
)
db.command("import")(import_games)
for command in (explore, games, export, book, info, index):
    db.command()(command)

__all__ = ["db"]
