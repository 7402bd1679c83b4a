"""`counterplay ablate`: measure what each technique of a search is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from counterplay.cli.support.ablation_table import heading, print_ablation
from counterplay.cli.support.common import (
    DepthOption,
    GameArgument,
    JsonOption,
    SetOption,
    command_line,
    load_game,
    output,
    print_json,
    progress,
    say,
    settings,
)
from counterplay.core.game.errors import InputError
from counterplay.experiments.ablation import run
from counterplay.experiments.ablation.methods import ALPHABETA, EXPECTIMINIMAX
from counterplay.experiments.ablation.plot import refuse_plot, write_plot


def ablate(
    game: GameArgument,
    techniques: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TECHNIQUE",
            help=f"Only these: {', '.join(ALPHABETA.switches)}; "
            f"with dice: {', '.join(EXPECTIMINIMAX.switches)}.",
            show_default=False,
        ),
    ] = None,
    positions: Annotated[
        int, typer.Option(metavar="N", help="Positions to search, from random games.")
    ] = run.POSITIONS,
    depth: DepthOption = None,
    seconds: Annotated[
        float,
        typer.Option(metavar="S", help="Choose the depth that a search reaches in S seconds."),
    ] = run.SECONDS,
    exact: Annotated[
        bool, typer.Option("--exact", help="Search late positions to the end of the game.")
    ] = False,
    plies: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Random plies before each position; default: several stages."
        ),
    ] = None,
    cap: Annotated[
        float, typer.Option(metavar="X", help="Stop a search at X times the baseline's nodes.")
    ] = run.CAP,
    repeats: Annotated[
        int, typer.Option(metavar="N", help="Measure the time N times, and take the fastest.")
    ] = 1,
    games: Annotated[
        int, typer.Option(metavar="N", help="Games of the baseline against each variant.")
    ] = 0,
    time: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help=f"Time for each move of a game ({run.TIME:g})."),
    ] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="Games to play at once.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Store the games there, and continue those already there."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the random positions.")] = 0,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=VALUE",
            help="A setting of the search for all rows, e.g. selective=off; may be repeated.",
            show_default=False,
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the table to an .svg or .png file.")
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Measure what each technique of a search is worth in a game: of alpha-beta, or with dice of
    expectiminimax.

    A technique that is on is switched off; one that is off is switched on. Nodes and time are
    compared at the same depth. With --games, each variant plays a match against the baseline.
    Ctrl-C stops and prints the table so far.
    """
    if not games and (time is not None or out is not None or jobs != 1):
        raise InputError("--time, --jobs and --out are for matches: add --games N")
    if plot is not None:
        refuse_plot(plot)
    rules = load_game(game, set_)
    console = progress()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn())  # fmt: skip
    # Refreshed between searches, not by a thread whose CPU time would count as theirs.
    with Progress(
        *columns,
        console=console,
        auto_refresh=False,
        transient=True,
        disable=not console.is_terminal,
    ) as shown:
        task = shown.add_task("", total=1)

        def report(what: str, done: int, total: int) -> None:
            shown.update(task, description=f"{what:<24}", completed=done, total=total, refresh=True)

        found = run.ablate(
            rules,
            techniques or (),
            positions=positions,
            depth=depth,
            seconds=seconds,
            exact=exact,
            plies=plies,
            cap=cap,
            repeats=repeats,
            games=games,
            time=run.TIME if time is None else time,
            jobs=jobs,
            seed=seed,
            out=out,
            base=settings(with_, "--with"),
            report=report,
        )
    if json:
        print_json(found.as_json())
    else:
        say(output(), heading(found), "bold")
        print_ablation(output(), found)
    if plot is not None:
        write_plot(plot, found)
        say(console, f"{plot} written", "dim")
    if not found.finished:
        hint = "" if out is None else f"; the same command continues: {command_line()}"
        say(console, f"stopped before the end{hint}", "yellow")
