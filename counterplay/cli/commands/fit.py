"""`counterplay fit`: learn the weights of a game's evaluator from self-play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
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
    require_file_path,
    say,
)
from counterplay.cli.support.option_groups import with_option_groups
from counterplay.cli.support.progress_bar import progress_bar
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


@dataclass(frozen=True)
class SelfPlayOptions:
    """Where the positions come from: games to play now, or games that were played before."""

    games: Annotated[int, typer.Option(metavar="N", help="Games to play.")] = 20_000
    nodes: Annotated[int, typer.Option(metavar="N", help="Positions searched per move.")] = 1000
    opening_plies: Annotated[
        int, typer.Option(metavar="N", help="Random plies at the start of each game.")
    ] = 10
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the random moves.")] = 1
    threads: Annotated[int, typer.Option(metavar="N", help="Games to play at once.")] = 1
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Save the positions in this folder. Default: a name made from the options.",
        ),
    ] = None
    played: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Play no games: learn from the positions in this folder, which may come from "
            "games with other weights.",
            show_default=False,
        ),
    ] = None

    def plan(self) -> Plan:
        """The games to play. Raises InputError if options contradict each other."""
        if self.threads < 1:
            raise InputError(f"--threads {self.threads} must be 1 or more")
        if self.played is not None and self.save is not None:
            raise InputError("--save is for new games and --played for old ones: give one of them")
        return Plan(self.games, self.nodes, self.opening_plies, self.seed)

    def samples(self, game: Game, plan: Plan) -> Samples:
        """Play the games, or read those that were played before."""
        if self.played is not None:
            return read_games(game, self.played)
        folder = self.save or Path(f"{game.name}-games-{mark_of(game, plan)}")
        try:
            with progress_bar(f"playing, saved in {folder}", plan.parts * PART_GAMES) as report:
                return play_games(game, plan, folder, self.threads, report)
        except KeyboardInterrupt:
            text = f"stopped; to resume with the games in {folder}, run: {command_line()}"
            say(progress(), text, "yellow")
            raise typer.Exit(STOPPED) from None


@with_option_groups
def fit(
    game: GameArgument,
    *,
    self_play: SelfPlayOptions,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="WEIGHTS",
            help="Play with these weights and start learning from them: a file, or the name of "
            "weights in the game's file. Default: the game's own weights.",
            show_default=False,
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FEATURE",
            help="Learn only the weights of this feature; all others are 0. Can be repeated.",
            show_default=False,
        ),
    ] = None,
    flat: Annotated[
        bool,
        typer.Option(
            "--flat",
            help="Start from equal weights and without a prior: the games alone decide.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the weights to this file. Default: GAME-weights.json."
        ),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Learn the weights of a game's evaluator from the results of games.

    The engine plays itself from random openings. A logistic regression then finds the weights that
    predict the results best. A prior pulls them towards their start, unless --flat is given.
    Positions are saved after every 100 games: after Ctrl-C the same command resumes. Use --played
    to learn from the same games again after a new feature was added.
    The evaluator must be linear in its weights. To test the new weights, run
    `counterplay match GAME alphabeta alphabeta:weights=FILE`.
    """
    rules = load_game(game, set_).without_network()  # it has no weights to fit
    evaluator = evaluator_of(rules)
    if from_ is not None:
        evaluator = replace(evaluator, weights=find_weights(evaluator, from_))
        rules = rules.with_evaluator(evaluator)
    free_numbers(evaluator, only or ())  # reports a wrong name before games are played
    plan = self_play.plan()
    path = out or Path(f"{rules.name}-weights.json")
    require_file_path(path)
    samples = self_play.samples(rules, plan)
    fitted = learn(rules, samples, only=only or (), flat=flat, progress=_report)
    about = {"game": rules.name, "command": command_line(), **_figures(fitted)}
    write_weights(evaluator, fitted.weights, path, about)
    if json:
        print_json({**about, "path": str(path)})
        return
    _print_losses(rules, fitted)
    _print_weights(evaluator, fitted, only or ())
    say(output(), f"written to {path}")


def _report(turn: int, loss: float) -> None:
    say(progress(), f"round {turn}: validation loss {loss:.5f}", "dim")


def _figures(fitted: Fitted) -> dict[str, Any]:
    return {
        "games": fitted.games,
        "positions": fitted.positions,
        "before": round(fitted.before, 5),
        "after": round(fitted.after, 5),
        "scale": round(fitted.scale, 1),
    }


def _print_losses(game: Game, fitted: Fitted) -> None:
    size = f"{count(fitted.positions, 'positions')} of {count(fitted.games, 'games')}"
    unit = " (root mean square, in points)" if game.facts.scored else ""
    say(output(), f"{game.name}: learned from {size}", "bold")
    losses = f"{fitted.before:.4f} before, {fitted.after:.4f} after"
    say(output(), f"validation loss{unit}: {losses}")


def _print_weights(evaluator: Evaluator, fitted: Fitted, only: Sequence[str]) -> None:
    """A table of the features that have one weight, or of those in `only`."""
    names = list(only) or [name for name, (_, n) in evaluator.features.items() if n == 1]
    if not names:
        return
    parts = split(evaluator, fitted.weights)
    means = {name: float(np.mean(parts[evaluator.features[name][0]])) for name in names}
    table = Table(box=box.SIMPLE_HEAD)
    for title in ("feature", "weights", f"in units of {names[0]}"):
        table.add_column(title, justify="left" if title == "feature" else "right")
    for name in names:
        numbers = ", ".join(f"{part:+d}" for part in parts[evaluator.features[name][0]])
        share = means[name] / means[names[0]] if means[names[0]] else float("nan")
        table.add_row(name, numbers, f"{share:.2f}")
    output().print(table)
