"""`counterplay tune`: tune numbers of the search by matches."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from counterplay.cli.support.common import (
    STOPPED,
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
from counterplay.engine.alphabeta.numbers import NUMBERS
from counterplay.experiments.tuning.run import Outcome, Plan
from counterplay.experiments.tuning.run import tune as run_tuning
from counterplay.experiments.tuning.spsa import Schedule

TELLINGS = 20
"""How often the numbers so far are printed."""


def tune(
    game: GameArgument,
    numbers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NUMBER", help=f"Only these: {', '.join(NUMBERS)}.", show_default=False
        ),
    ] = None,
    iterations: Annotated[int, typer.Option(metavar="N", help="Matches to play.")] = 500,
    games: Annotated[int, typer.Option(metavar="N", help="Games of each match.")] = Plan.games,
    nodes: Annotated[
        int, typer.Option(metavar="N", help="Positions searched per move.")
    ] = Plan.nodes,
    confirm_games: Annotated[
        int,
        typer.Option(metavar="N", help="Games of the tuned numbers against those before, at most."),
    ] = Plan.confirm_games,
    perturbation: Annotated[
        float,
        typer.Option(metavar="SHARE", help="How far a number is changed, as a share of its range."),
    ] = Schedule.perturbation,
    gain: Annotated[
        float,
        typer.Option(metavar="X", help="How far a match moves a number, in multiples of that."),
    ] = Schedule.gain,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=VALUE",
            help="A setting of both players, e.g. evaluator=FILE; may be repeated.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of everything random.")] = 1,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", help="Games to play at once. Default: all cores.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep everything here. Default: GAME-tuning."),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Tune numbers of alpha-beta for a game, by SPSA.

    Each match is played between two opposite changes of all numbers; its score moves them. At the
    end the tuned numbers play those at the start, with a sequential test. After Ctrl-C, or a kill,
    the same command resumes.
    """
    rules = load_game(game, set_)
    plan = Plan(
        names=tuple(numbers or NUMBERS),
        schedule=Schedule(iterations, perturbation, gain, seed),
        games=games,
        nodes=nodes,
        confirm_games=confirm_games,
        settings=settings(with_, "--with"),
        jobs=jobs or os.cpu_count() or 1,
    )
    folder = out or Path(f"{rules.name}-tuning")
    try:
        outcome = run_tuning(rules, plan, folder, _Teller(iterations), command_line())
    except KeyboardInterrupt:
        say(progress(), f"stopped; to resume, run: {command_line()}", "yellow")
        raise typer.Exit(STOPPED) from None
    path = folder / "tuned.json"
    if json:
        print_json({**asdict(outcome.tuned), "path": str(path)})
        return
    _print(outcome)
    say(output(), f"written to {path}")
    say(output(), f"to use them: --with tuned={path}, or write them into SEARCH of the game's file")


class _Teller:
    """Prints the numbers so far, now and then."""

    def __init__(self, iterations: int) -> None:
        self.iterations, self.told = iterations, -1

    def __call__(self, done: int, numbers: Mapping[str, float]) -> None:
        step = done * TELLINGS // self.iterations
        if step > self.told:
            self.told = step
            shown = ", ".join(f"{name} {value:.3g}" for name, value in numbers.items())
            say(progress(), f"{done:,} of {self.iterations:,} matches: {shown}", "dim")


def _print(outcome: Outcome) -> None:
    tuned, match = outcome.tuned, outcome.confirmation
    table = Table(title=f"{tuned.game}: numbers of the search", box=box.SIMPLE_HEAD)
    for title in ("number", "before", "tuned"):
        table.add_column(title, justify="left" if title == "number" else "right")
    for name, value in tuned.numbers.items():
        table.add_row(name, f"{tuned.start[name]:g}", f"{value:g}")
    output().print(table)
    games = match.wins + match.draws + match.losses
    elo = "unknown" if match.elo is None else f"{match.elo:+.0f}"
    if match.elo_low is not None:
        elo += f" ({match.elo_low:+.0f} to {match.elo_high:+.0f})"
    verdict = match.sprt.verdict if match.sprt is not None else None
    words = {"H1": "stronger", "H0": "not stronger", None: "not decided"}[verdict]
    say(output(), f"tuned against before, {games:,} games: Elo {elo}, {words}")
