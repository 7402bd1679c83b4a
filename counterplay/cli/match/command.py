"""The options of `counterplay match`, and how it ends."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from counterplay.arena import run
from counterplay.arena.result import MatchResult
from counterplay.arena.sprt import Sprt
from counterplay.cli.common import (
    DepthOption,
    GameArgument,
    JsonOption,
    NodesOption,
    SetOption,
    load_game,
    output,
    print_json,
    progress,
    say,
)
from counterplay.cli.match.live import Live
from counterplay.cli.match.pgn import require_chess, write_games
from counterplay.cli.match.table import heading, print_result
from counterplay.core.errors import InputError
from counterplay.core.words import count

FAULTY = 1

PLAYER = "alphabeta, uct:exploration=1, textbook:beam:depth=3, random, my_player.py, …"


def match(
    game: GameArgument,
    a: Annotated[str, typer.Argument(metavar="A", help=f"A player: {PLAYER}", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.", show_default=False)],
    games: Annotated[int, typer.Option(metavar="N", help="Games to play, at most.")] = 100,
    time: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Time for each move (0.1 if nothing is said)."),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="BASE+INC", help="A clock for each game, in seconds: 60+0.5."),
    ] = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    opening_plies: Annotated[
        int | None,
        typer.Option(metavar="N", help="Random plies that each opening has; 8 in long games."),
    ] = None,
    openings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Openings, one position a line.")
    ] = None,
    balanced: Annotated[
        float | None,
        typer.Option(metavar="POINTS", help="Keep openings that are even within so many points."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="What openings are drawn from.")] = 0,
    jobs: Annotated[int, typer.Option(metavar="N", help="Games to play at once.")] = 1,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Stop once one of the two claims is proven."),
    ] = None,
    alpha: Annotated[
        float, typer.Option(metavar="P", help="How often ELO1 may be taken wrongly.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(metavar="P", help="How often ELO0 may be taken wrongly.")
    ] = 0.05,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where games are kept; a name is made if left out."),
    ] = None,
    pgn: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all games of chess to this file, in PGN."),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Play two players against each other from varied openings, each from both sides.

    Every finished game is kept at once: after Ctrl-C, or worse, the same command goes on from
    there. The exit code is 1 if a player made an illegal move or broke down.
    """
    if not sprt and (alpha, beta) != (0.05, 0.05):
        raise InputError("--alpha and --beta are for a test: give --sprt ELO0 ELO1 too")
    rules = load_game(game, set_)
    if pgn is not None:
        require_chess(rules)
    _warn_of_load(jobs, time, clock)
    with Live(progress(), quiet=json) as live:
        result = run.match(
            rules,
            a,
            b,
            games=games,
            time=time,
            depth=depth,
            nodes=nodes,
            clock=clock,
            opening_plies=opening_plies,
            openings=openings,
            balanced=balanced,
            seed=seed,
            jobs=jobs,
            sprt=Sprt(*sprt, alpha, beta) if sprt else None,
            out=out or run.HERE,
            report=live.show,
        )
    if json:
        print_json(result.as_json())
    else:
        say(output(), heading(result), "bold")
        print_result(output(), result)
    _conclude(result, live.found or 0)
    if pgn is not None:
        say(progress(), f"{count(write_games(rules, result, pgn), 'games')} written to {pgn}")
    if result.faults:
        raise typer.Exit(FAULTY)


def _warn_of_load(jobs: int, time: float | None, clock: str | None) -> None:
    """Games that share a core share its time, and no table would show it."""
    cores = os.cpu_count() or 1
    if jobs > cores and (time or clock):
        text = f"{jobs} games at once on {count(cores, 'cores')}: players get less time than said"
        say(progress(), text, "yellow")


def _conclude(result: MatchResult, found: int) -> None:
    """Where the games are, and how to go on."""
    console = progress()
    if found:
        say(console, f"{count(found, 'games')} of them were in {result.out} already", "dim")
    if not result.finished:
        left = result.planned - result.played
        again = f"counterplay {shlex.join(sys.argv[1:])}"
        text = f"stopped with {count(left, 'games')} to go; the same command goes on: {again}"
        say(console, text, "yellow")
