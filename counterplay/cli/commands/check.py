"""`counterplay check`: check a game against the contract."""

from __future__ import annotations

import sys
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
from counterplay.conformance.profile import Profile
from counterplay.conformance.run import check_game
from counterplay.core.game.errors import InputError
from counterplay.core.game.time_limit import CALL_SECONDS
from counterplay.presentation.words import count

FAULTY = 1


def check(
    game: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="The Python file of a game, or a built-in game.",
            show_default=False,
        ),
    ],
    games: Annotated[
        int, typer.Option(metavar="N", help="The number of random games to play.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="The seed of the random games.")] = 0,
    call_seconds: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="How long one call of a rule may take before it counts as an endless loop. "
            "Running the file may take six times as long.",
        ),
    ] = CALL_SECONDS,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Check a game by playing it. Each fault is a sentence with a position and a line.

    The last lines are a profile of the random games: how long they were, how many moves there were
    to choose from, who moved and who won.

    The exit code is 0 if nothing is wrong, 1 if there are faults, 2 if there is no such game.
    """
    if games < 1:
        raise InputError(f"--games {games}: play at least one game")
    if not 0 < call_seconds < float("inf"):
        raise InputError(f"--call-seconds {call_seconds:g}: give a number above 0")
    console = progress()
    busy = console.status(Text(f" playing {game} …")) if console.is_terminal else nullcontext()
    with busy:
        checked = check_game(game, games, seed, call_seconds, parameters(set_), is_final=True)
    for note in checked.notes:
        print(f"{checked.game}: {note}", file=sys.stderr)
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
    if checked.stopped:
        say(console, checked.stopped)
    if checked.profile is not None and checked.games:
        _print_profile(console, checked.profile)


def _print_profile(console: Console, profile: Profile) -> None:
    """Print what the games were like, a line for each question."""
    listed = ", ".join(f"{share:.0%}" for share in _shares(profile.moved))
    won = ", ".join(str(games) for games in profile.won)
    draws = count(profile.draws, "draws")
    if len(profile.won) > 2:  # two of three may have shared the win
        draws = f"{profile.draws} without a single winner"
    rows = {
        "plies": f"{profile.plies:.1f} on average, {profile.longest} at most",
        "branching": f"{profile.branching:.1f} on average, {profile.most_branching} at most",
        "moved": f"{listed} of the moves, by player",
        "won": f"{won} games, by player; {draws}",
        "seen twice": f"{profile.seen_twice:.0%} of the positions",
    }
    for name, text in rows.items():
        console.print(Text.assemble((f"  {name:<11}", "dim"), text), soft_wrap=True)


def _shares(numbers: tuple[int, ...]) -> list[float]:
    return [number / max(sum(numbers), 1) for number in numbers]


def _print_fault(console: Console, fault: Fault) -> None:
    """Print the sentence, then the place in the file and the position."""
    say(console, Text.assemble(("✗ ", "red"), (f"{fault.rule}: ", "bold"), fault.text))
    place = f"{fault.path}, line {fault.line}" if fault.line else fault.path
    console.print(Text(f"    {place}", style="cyan"), soft_wrap=True)
    if fault.position:
        console.print(Text(f"    position: {fault.position}"), soft_wrap=True)
    console.print()
