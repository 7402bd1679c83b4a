"""All commands under one name, and what becomes of an error."""

from __future__ import annotations

import sys
from inspect import cleandoc
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import counterplay
from counterplay.cli.commands.ablate import ablate
from counterplay.cli.commands.analyse import analyse
from counterplay.cli.commands.book import book
from counterplay.cli.commands.calibrate import calibrate
from counterplay.cli.commands.check import check
from counterplay.cli.commands.db import db
from counterplay.cli.commands.epd import epd
from counterplay.cli.commands.figures import figures
from counterplay.cli.commands.fit import fit
from counterplay.cli.commands.games import games
from counterplay.cli.commands.gtp import gtp
from counterplay.cli.commands.match import match
from counterplay.cli.commands.perft import perft
from counterplay.cli.commands.play import play
from counterplay.cli.commands.rate import rate
from counterplay.cli.commands.serve import serve
from counterplay.cli.commands.solve import solve
from counterplay.cli.commands.table import table
from counterplay.cli.commands.tournament import tournament
from counterplay.cli.commands.trace import trace
from counterplay.cli.commands.uci import uci
from counterplay.cli.commands.ugi import ugi
from counterplay.cli.commands.warm import warm
from counterplay.core.game.errors import CounterplayError

UNUSABLE = 2
"""The exit code for input that cannot be used; 1 is a check that found faults."""

EXAMPLES = """\
[bold]Examples[/bold]

counterplay play connect_four --time 2

counterplay analyse tic_tac_toe x.o/.x./..o

counterplay check my_game.py

counterplay perft nim --depth 6 --set piles=3,4,5

A GAME is the name of a built-in game or the path of a Python file; a POSITION is in the game's \
own notation, or 'startpos moves …'. Most commands print JSON with --json."""


class Commands(TyperGroup):
    """Commands whose errors are one line for a person, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CounterplayError as error:
            typer.echo(f"counterplay: {error}", err=True)
            raise typer.Exit(UNUSABLE) from None


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXAMPLES,
)
for command in (
    games, play, serve, analyse, solve, epd, match, tournament, rate, ablate, calibrate, fit, trace,
    figures, check, perft, warm, uci, ugi, gtp,
):  # fmt: skip
    paragraphs = cleandoc(command.__doc__ or "").split("\n\n")
    app.command(help="\n\n".join(text.replace("\n", " ") for text in paragraphs))(command)
app.add_typer(book, name="book")
app.add_typer(db, name="db")
app.add_typer(table, name="table")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"counterplay {counterplay.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Games whose rules are plain Python: play, analyse and check them at native speed."""


def main() -> None:
    """Run the `counterplay` command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a board may have signs the terminal has not
    app(prog_name="counterplay")
