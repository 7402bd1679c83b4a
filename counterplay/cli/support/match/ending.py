"""How `match`, `tournament` and `rate` end: where the games are saved, and how to resume."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import typer
from rich.console import Console

from counterplay.arena.result import MatchResult
from counterplay.arena.standings import TournamentResult
from counterplay.cli.support.common import command_line, output, print_json, progress, say
from counterplay.cli.support.match.notation import write_notation
from counterplay.cli.support.match.options import GameOptions
from counterplay.core.game.game import Game
from counterplay.presentation.words import count

FAULTY = 1
"""The exit code if a player made an illegal move or raised an error."""

R = TypeVar("R", MatchResult, TournamentResult)


def finish(
    game: Game,
    result: R,
    print_result: Callable[[Console, R], None],
    resumed: int,
    options: GameOptions,
    json: bool,
) -> None:
    """Print the result, say where the games are, and write them to other files.

    `resumed` is the number of games that the file had at the start.
    """
    if json:
        print_json(result.as_json())
    else:
        print_result(output(), result)
    remaining = 0 if result.finished else result.planned - result.played
    say_where_games_are(result.out, resumed, remaining)
    write_notation(game, result.names, result, options)
    if result.faults:
        raise typer.Exit(FAULTY)


def say_where_games_are(out: str | None, resumed: int, remaining: int) -> None:
    """Say which games were saved before, and how to play those that remain."""
    if resumed:
        say(progress(), f"{count(resumed, 'games')} of them were already in {out}", "dim")
    if remaining:
        text = f"stopped with {count(remaining, 'games')} to go; to resume, run"
        say(progress(), f"{text}: {command_line()}", "yellow")
