"""`counterplay fit`: learn the weights of a game's evaluator from games."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from counterplay.cli.support.common import (
    STOPPED,
    GameArgument,
    JsonOption,
    SetOption,
    load_game,
    output,
    print_json,
    progress,
    say,
)
from counterplay.core.game.errors import InputError
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.game import Game
from counterplay.core.game.weights import find_weights, split, write_weights
from counterplay.learning import Fitted
from counterplay.learning import fit as learn
from counterplay.learning.counts import evaluator_of
from counterplay.learning.fit import free_numbers
from counterplay.learning.selfplay import PART_GAMES, Plan, Samples, mark_of, play_games, read_games
from counterplay.presentation.words import count


def fit(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="N", help="Games to play.")] = 20_000,
    nodes: Annotated[
        int, typer.Option(metavar="N", help="Positions that a move of such a game may cost.")
    ] = 1000,
    opening_plies: Annotated[
        int, typer.Option(metavar="N", help="Random plies that such a game begins with.")
    ] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of everything random.")] = 1,
    threads: Annotated[int, typer.Option(metavar="N", help="Games to play at once.")] = 1,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="WEIGHTS",
            help="Weights to play with and to begin from: a name that the game has for some, or a "
            "file; its own if not given.",
            show_default=False,
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FEATURE",
            help="Learn this feature's weights, all others being 0; may be given several times.",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where positions are kept; a name is made if not."),
    ] = None,
    played: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Play nothing: learn from the games in this folder, with whatever weights they "
            "were played.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write the weights; a name is made if not."),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Learn the weights of a game's evaluator from how games end.

    The engine plays itself from random openings; a logistic regression then looks for the weights
    that foretell the results best. Positions are kept as games end: the same command goes on
    after Ctrl-C, and --played learns from them again when the evaluator has got a new feature.
    The evaluator must be linear in its weights. Play with the new ones by
    `counterplay match GAME alphabeta alphabeta:weights=FILE`.
    """
    rules = load_game(game, set_)
    evaluator = evaluator_of(rules)
    if from_ is not None:
        evaluator = replace(evaluator, weights=find_weights(evaluator, from_))
        rules = rules.with_evaluator(evaluator)
    free_numbers(evaluator, only or ())  # before games are played for nothing
    plan = Plan(games, nodes, opening_plies, seed)
    if threads < 1:
        raise InputError(f"--threads {threads} must be 1 or more")
    path = out or Path(f"{rules.name}-weights.json")
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"--out {path} is not a file in a folder that there is")
    if played is None:
        samples = _play(rules, plan, save, threads)
    elif save is None:
        samples = read_games(rules, played)
    else:
        raise InputError("--save is where games are played, --played where they were: give one")
    found = learn(rules, samples, only=only or (), progress=_step)
    command = f"counterplay {shlex.join(sys.argv[1:])}"
    about = {"game": rules.name, "command": command, **_figures(found)}
    write_weights(evaluator, found.weights, path, about)
    if json:
        print_json({**about, "path": str(path)})
        return
    _print(rules, evaluator, found, only or ())
    say(output(), f"written to {path}")


def _play(game: Game, plan: Plan, save: Path | None, threads: int) -> Samples:
    """Play the games, or go on with them."""
    folder = save or Path(f"{game.name}-games-{mark_of(game, plan)}")
    console = progress()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeRemainingColumn())  # fmt: skip
    try:
        with Progress(
            *columns, console=console, transient=True, disable=not console.is_terminal
        ) as bar:
            task = bar.add_task(f"playing, kept in {folder}", total=plan.parts * PART_GAMES)
            return play_games(
                game, plan, folder, threads, lambda done: bar.update(task, completed=done)
            )
    except KeyboardInterrupt:
        say(console, f"stopped; the same command goes on with the games in {folder}", "yellow")
        raise typer.Exit(STOPPED) from None


def _step(turn: int, error: float) -> None:
    say(progress(), f"round {turn}: {error:.5f} on games held out", "dim")


def _figures(found: Fitted) -> dict[str, Any]:
    return {
        "games": found.games,
        "positions": found.positions,
        "before": round(found.before, 5),
        "after": round(found.after, 5),
        "scale": round(found.scale, 1),
    }


def _print(game: Game, evaluator: Evaluator, found: Fitted, only: list[str] | tuple[()]) -> None:
    size = f"{count(found.positions, 'positions')} of {count(found.games, 'games')}"
    what = "points off" if game.facts.scored else "surprise"
    say(output(), f"{game.name}: learned from {size}", "bold")
    say(output(), f"{what} on games held out: {found.before:.4f} before, {found.after:.4f} after")
    names = list(only) or [name for name, (_, n) in evaluator.features.items() if n == 1]
    if not names:
        return
    parts = split(evaluator, found.weights)
    means = {name: float(np.mean(parts[evaluator.features[name][0]])) for name in names}
    table = Table(box=box.SIMPLE_HEAD)
    for title in ("feature", "weights", f"in units of {names[0]}"):
        table.add_column(title, justify="left" if title == "feature" else "right")
    for name in names:
        numbers = ", ".join(f"{part:+d}" for part in parts[evaluator.features[name][0]])
        share = means[name] / means[names[0]] if means[names[0]] else float("nan")
        table.add_row(name, numbers, f"{share:.2f}")
    output().print(table)
