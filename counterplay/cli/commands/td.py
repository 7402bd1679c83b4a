"""`counterplay td`: train TD-Gammon, and draw the curve of its strength."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from counterplay.cli.support.common import (
    STOPPED,
    JsonOption,
    command_line,
    load_game,
    output,
    print_json,
    progress,
    say,
)
from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.experiments.plots import can_plot
from counterplay.experiments.td_curve import Point, curve
from counterplay.learning.td import learner, online
from counterplay.learning.td.course import (
    NETWORK,
    Course,
    Mark,
    read_curve,
    train_many_at_once,
    train_one_by_one,
    used_alone,
)
from counterplay.presentation.words import count

PICTURE = "curve.svg"


def td(
    games: Annotated[int, typer.Option(metavar="N", help="Games of self-play.")] = 300_000,
    hidden: Annotated[int, typer.Option(metavar="N", help="Hidden units.")] = 40,
    lambda_: Annotated[
        float, typer.Option("--lambda", metavar="X", help="The lambda of TD(lambda), 0 to 1.")
    ] = 0.7,
    alpha: Annotated[
        float, typer.Option(metavar="X", help="The rate of learning of one game after another.")
    ] = 0.1,
    at_once: Annotated[
        int,
        typer.Option(
            metavar="N", help="Play this many games at once, and learn from all. 0: one by one."
        ),
    ] = 0,
    rate: Annotated[
        float, typer.Option(metavar="X", help="The first rate of learning with games at once.")
    ] = learner.Plan.rate,
    minibatch: Annotated[
        int, typer.Option(metavar="N", help="Positions of a step with games at once.")
    ] = learner.Plan.minibatch,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of everything random.")] = 1,
    device: Annotated[
        str, typer.Option(metavar="NAME", help="cpu, or cuda for a GPU (with --at-once).")
    ] = "cpu",
    pairs: Annotated[
        int,
        typer.Option(metavar="N", help="Pairs of games of a match; ten times as many at the end."),
    ] = 1000,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Keep the network and the curve here.")
    ] = Path("td-gammon"),
    beside: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER",
            help="Draw the curve of this training beside the new one; may be repeated.",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Train TD-Gammon from games with itself, and draw its strength against pubeval.

    One game after another is Tesauro's rule of 1992. With --at-once thousands of games are played
    side by side, on a GPU with --device cuda. After Ctrl-C, or a kill, the same command resumes.
    """
    if device == "cuda" and at_once == 0:
        raise InputError("--device cuda plays many games at once: add --at-once 8192")
    game = load_game("backgammon", None)
    course = Course(out, pairs, 10 * pairs, device)
    try:
        if at_once:
            many = learner.Plan(
                games=games, at_once=at_once, hidden=hidden, trace=lambda_, rate=rate,
                minibatch=minibatch, seed=seed,
            )  # fmt: skip
            with used_alone(out):
                marks = train_many_at_once(game, many, course, _tell)
        else:
            one = online.Plan(games, hidden, lambda_, alpha, seed)
            with used_alone(out):
                marks = train_one_by_one(game, one, course, _tell)
    except KeyboardInterrupt:
        say(progress(), f"stopped; to resume, run: {command_line()}", "yellow")
        raise typer.Exit(STOPPED) from None
    if can_plot():
        runs = dict(run_of(folder) for folder in (out, *(beside or ())))
        replace_file(out / PICTURE, curve(runs))
    if json:
        print_json({"path": str(out / NETWORK), "marks": [asdict(mark) for mark in marks]})
    else:
        output().print(f"the network is in {out / NETWORK}", soft_wrap=True)


def run_of(folder: Path) -> tuple[str, list[Point]]:
    """The name of a training and its curve, for the picture."""
    options, marks = read_curve(folder)
    way = f"{options['at_once']:,} games at once" if "at_once" in options else "one by one"
    points = [(mark.games, mark.points, mark.error) for mark in marks]
    return f"{options['hidden']} hidden units, {way}", points


def _tell(mark: Mark) -> None:
    say(
        progress(),
        f"{count(mark.games, 'games')} in {mark.seconds:.1f} s: "
        f"{mark.points:+.3f} ± {mark.error:.3f} points per game against pubeval",
    )
