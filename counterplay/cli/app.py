"""The `counterplay` command: finds a command by its name and prints errors as one line.

A command's module is imported when the command is used. Most of them need NumPy and Numba, which
take longer to import than `--help` takes to print.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from inspect import cleandoc
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import counterplay
from counterplay.cli.commands import COMMANDS
from counterplay.cli.support.interrupt import STOPPED, end_if_stuck, is_abandoned, leave
from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.time_limit import CALL_SECONDS, limited_calls, limited_loading

UNUSABLE = 2
"""The exit code for input that cannot be used. 1 means that a check found faults."""

LONGEST = 1_000
"""The most characters of an error message."""

LOAD_SECONDS = 60

EXAMPLES = """\
[bold]Examples[/bold]

counterplay play connect_four --time 2

counterplay analyse tic_tac_toe x.o/.x./..o

counterplay check my_game.py

counterplay perft nim --depth 6 --set piles=3,4,5

GAME is the name of a built-in game or the path of a Python file. POSITION is a position in the \
notation of the game, or 'startpos moves …'. Most commands print JSON with --json."""


class Commands(TyperGroup):
    """The commands of `COMMANDS`. An error prints one line, without a traceback.

    `commands` has a row for each: its name and summary. `get_command` imports the command itself.
    """

    def __init__(self, **settings: Any) -> None:
        rows = {
            name: TyperCommand(name, help=summary, rich_help_panel=section)
            for section, summaries in COMMANDS.items()
            for name, summary in summaries.items()
        }
        super().__init__(**{**settings, "commands": rows})

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load_command(cmd_name) if cmd_name in self.commands else None

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """List the rows, without an import of any command."""
        listing = TyperGroup(
            name=self.name,
            commands=dict(self.commands),
            params=self.params,
            help=self.help,
            epilog=self.epilog,
        )
        listing.format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        try:
            with limited_loading(_load_seconds(), is_final=True), limited_calls(CALL_SECONDS):
                return super().invoke(ctx)
        except CounterplayError as error:
            sentence = str(error)
        except BrokenPipeError:
            raise  # the reader went away, and needs no sentence
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            sentence = f"{place}{error.strerror or error}"
        except MemoryError:
            sentence = "there is not enough memory for this: ask for less"
        typer.echo(f"counterplay: {_shortened(sentence)}", err=True)
        raise typer.Exit(UNUSABLE)


def _shortened(sentence: str) -> str:
    """The sentence in one line. If it repeats a very long input, its middle is left out."""
    line = " ".join(sentence.splitlines())
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} … {line[-LONGEST // 2 :]}"


def _load_seconds() -> float:
    """How long a game's file may take to run: COUNTERPLAY_LOAD_SECONDS, or a minute."""
    given = os.environ.get("COUNTERPLAY_LOAD_SECONDS", str(LOAD_SECONDS))
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise InputError(f"COUNTERPLAY_LOAD_SECONDS={given} must be seconds; 0 for no limit")
    return seconds


@cache
def load_command(name: str) -> Any:
    """Import `cli/commands/NAME` and make a command of the function or the Typer in it."""
    defined = getattr(import_module(f"counterplay.cli.commands.{name}"), name)
    parent = typer.Typer()
    if isinstance(defined, typer.Typer):
        parent.add_typer(defined, name=name)
    else:
        parent.command(name, help=_flowing(defined.__doc__ or ""))(defined)
    return typer.main.get_group(parent).commands[name]


def _flowing(docstring: str) -> str:
    """The paragraphs of a docstring, each in one line: the terminal breaks them."""
    paragraphs = cleandoc(docstring).split("\n\n")
    return "\n\n".join(text.replace("\n", " ") for text in paragraphs)


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXAMPLES,
)


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
            stream.reconfigure(errors="replace")  # a terminal may lack characters of a board
    end_if_stuck()
    try:
        app(prog_name="counterplay")
    except SystemExit as end:
        if is_abandoned():
            leave(end.code if isinstance(end.code, int) else STOPPED)
        raise
