"""`counterplay check`: hold a game against the contract."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from counterplay.cli.support.common import (
    JsonOption,
    SetOption,
    output,
    parameters,
    print_json,
    progress,
    say,
)
from counterplay.conformance import Checked, Fault
from counterplay.conformance import check as check_game
from counterplay.core.game.errors import InputError
from counterplay.presentation.words import count

FAULTY = 1


def check(
    game: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="The Python file of a game, or a built-in one.",
            show_default=False,
        ),
    ],
    games: Annotated[int, typer.Option(metavar="N", help="Games to play at random.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="What the games are drawn from.")] = 0,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Check a game by playing it: every fault in a sentence, with a position and a line.

    The exit code is 0 if nothing is wrong, 1 if there are faults, 2 if there is nothing to check.
    """
    if games < 1:
        raise InputError(f"--games {games}: at least one game has to be played")
    console = progress()
    busy = console.status(Text(f" playing {game} …")) if console.is_terminal else nullcontext()
    with busy:
        checked = check_game(game, games=games, seed=seed, **parameters(set_))
    if json:
        print_json(checked.as_json())
    else:
        _print(output(), checked)
    if not checked.ok:
        raise typer.Exit(FAULTY)


def _print(console: Console, checked: Checked) -> None:
    for fault in checked.faults:
        _print_fault(console, fault)
    seen = f"{count(checked.games, 'games')}, {count(checked.states, 'positions')}"
    spent = f"{seen}, {checked.seconds:.1f} s"
    if checked.ok:
        say(console, Text.assemble(("✓ ", "green"), f"{checked.game}: no faults ({spent})"))
    else:
        found = count(len(checked.faults), "faults")
        say(console, f"{checked.game}: {found} ({spent})", "bold")


def _print_fault(console: Console, fault: Fault) -> None:
    """The sentence, and below it where to look and a position that shows it."""
    say(console, Text.assemble(("✗ ", "red"), (f"{fault.rule}: ", "bold"), fault.text))
    place = f"{fault.path}, line {fault.line}" if fault.line else fault.path
    console.print(Text(f"    {place}", style="cyan"), soft_wrap=True)
    if fault.position:
        console.print(Text(f"    shown by: {fault.position}"), soft_wrap=True)
    console.print()
