"""`counterplay learn`: learn an evaluation of a game, from nothing but its rules."""

from __future__ import annotations

import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

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
)
from counterplay.cli.support.option_groups import with_option_groups
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.network.inputs import views, word_count
from counterplay.learning.cluster_selfplay import on_cluster
from counterplay.learning.gpu_selfplay import on_gpu
from counterplay.learning.networks.course import Course
from counterplay.learning.networks.curve import PICTURE
from counterplay.learning.networks.learn import Round
from counterplay.learning.networks.learn import learn as run_course
from counterplay.learning.patterns.trainer import layout_for
from counterplay.learning.selfplay import PlayParts
from counterplay.presentation.words import count

FIRST = Course()


@dataclass(frozen=True)
class CourseOptions:
    """How much to play, what and how large to train, and how to test it."""

    kind: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="What to learn: network, or patterns (tables of the game's PATTERNS).",
        ),
    ] = FIRST.kind
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds to learn.")] = FIRST.rounds
    games: Annotated[int, typer.Option(metavar="N", help="Games of a round.")] = FIRST.games
    nodes: Annotated[
        int, typer.Option(metavar="N", help="Positions searched per move of self-play.")
    ] = FIRST.nodes
    opening_plies: Annotated[
        int, typer.Option(metavar="N", help="Random plies at the start of each game.")
    ] = FIRST.opening_plies
    resign: Annotated[
        int,
        typer.Option(
            metavar="POINTS",
            help="End a game of self-play when the search scores it this high. 0: play it out.",
        ),
    ] = FIRST.resign
    trace: Annotated[
        float,
        typer.Option(
            metavar="LAMBDA",
            help="TD(lambda): how much of a position's value comes from the next one, from 0 to 1.",
        ),
    ] = FIRST.trace
    leaf: Annotated[
        bool,
        typer.Option(
            "--leaf",
            help="TD-leaf: learn the positions at the ends of the searches' lines, not those at "
            "their starts.",
        ),
    ] = FIRST.leaf
    window: Annotated[
        int, typer.Option(metavar="N", help="Learn from the games of the last N rounds.")
    ] = FIRST.window
    result_share: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="How much of a target is the result of the game, from 0 to 1. The rest is the "
            "value that the search found.",
        ),
    ] = FIRST.result_share
    width: Annotated[
        int, typer.Option(metavar="N", help="Sums of a network: a multiple of 16.")
    ] = FIRST.width
    buckets: Annotated[
        int, typer.Option(metavar="N", help="Last layers of a network, by how many inputs are on.")
    ] = FIRST.buckets
    stages: Annotated[
        int, typer.Option(metavar="N", help="Stages of patterns, by how many inputs are on.")
    ] = FIRST.stages
    epochs: Annotated[
        int, typer.Option(metavar="N", help="How often a training sees each position.")
    ] = FIRST.epochs
    batch: Annotated[int, typer.Option(metavar="N", help="Positions of one step of a network.")] = (
        FIRST.batch
    )
    decay: Annotated[
        float,
        typer.Option(
            metavar="X",
            help="Weight decay. More of it helps if the loss of held-back games rises again.",
        ),
    ] = FIRST.decay
    correct: Annotated[
        bool,
        typer.Option(
            "--correct",
            help="Learn what to add to the game's own evaluation, instead of replacing it.",
        ),
    ] = FIRST.correct
    match_games: Annotated[
        int, typer.Option(metavar="N", help="Games of the match after a round, at most.")
    ] = FIRST.match_games
    match_nodes: Annotated[
        int, typer.Option(metavar="N", help="Positions searched per move of that match.")
    ] = FIRST.match_nodes
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of everything random.")] = FIRST.seed

    def course(self, threads: int, device: str, play_on: str) -> Course:
        """The course. Raises InputError if a number cannot be."""
        return Course(**asdict(self), threads=threads, device=device, play_on=play_on)


@with_option_groups
def learn(
    game: GameArgument,
    *,
    options: CourseOptions,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Cores to use. Default: all. With 1, a seed gives the same run."
        ),
    ] = None,
    device: Annotated[
        str, typer.Option(metavar="NAME", help="Train here: cpu, or cuda for a GPU by PyTorch.")
    ] = "cpu",
    play_on: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Play the games of self-play on the cpu, or on cuda: a GPU plays thousands at "
            "once.",
        ),
    ] = FIRST.play_on,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play the games of self-play on a Ray cluster: host:port, auto, or local for "
            "processes on this machine.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep everything here. Default: GAME-KIND."),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Learn a network that evaluates the positions of a game, or pattern tables, from self-play.

    A round plays games, trains a network on their positions, and lets it play a match against the
    best so far. It is kept if a sequential test says that it is stronger. The rules are enough: a
    network reads the state itself. Pattern tables also need PATTERNS in the game's file. After
    Ctrl-C, or a kill, the same command resumes.
    """
    rules = load_game(game, set_)
    course = options.course(threads or os.cpu_count() or 1, device, play_on)
    folder = out or Path(f"{rules.name}-{course.kind}")
    play = _play(rules, course, cluster)
    _require_space(rules, course, folder)
    try:
        rounds = run_course(rules, course, folder, _tell, command_line(), play)
    except KeyboardInterrupt:
        say(progress(), f"stopped; to resume, run: {command_line()}", "yellow")
        raise typer.Exit(STOPPED) from None
    best = folder / f"best{course.suffix}"
    if json:
        print_json(
            {"path": str(best) if best.exists() else None, "rounds": list(map(_row, rounds))}
        )
        return
    _print_rounds(rules, rounds)
    say(output(), f"the learning curve is in {folder / PICTURE}")
    if not best.exists():
        say(output(), "nothing was better than the game as it is: play more games", "yellow")
        return
    say(output(), f"written to {best}")
    name = f"{rules.name}{course.suffix}"
    say(
        output(), f'to use it, copy it beside the game as {name} and write NETWORK = "{name}" there'
    )


def _play(game: Game, course: Course, cluster: str | None) -> PlayParts | None:
    """Who plays the games of self-play: the cores of this machine, its GPU, or a cluster."""
    if course.play_on != "cpu":
        if cluster is not None:
            raise InputError("a cluster plays on CPUs: leave --play-on or --cluster out")
        return on_gpu(game)
    if cluster is None:
        return None
    return on_cluster(None if cluster == "local" else cluster)


def _tell(text: str) -> None:
    say(progress(), text, "dim")


def _require_space(game: Game, course: Course, folder: Path) -> None:
    """Say how much disk the course takes, and refuse it if there is less."""
    needed = course.disk_bytes(game)
    there = folder.absolute()
    while not there.exists():
        there = there.parent
    free = shutil.disk_usage(there).free
    size = f"{needed / 1e6:,.0f} MB"
    if needed > free:
        raise InputError(
            f"learning {game.name} takes up to {size} and {there} has {free / 1e6:,.0f} MB free: "
            "play fewer games, or name another folder with --out"
        )
    _tell(f"{game.name}: {_inputs(game, course)}; up to {size} in {folder}")


def _inputs(game: Game, course: Course) -> str:
    """What the evaluation reads of a state, in words."""
    if course.kind == "patterns":
        layout = layout_for(game, game.patterns)
        return f"{count(len(layout.patterns), 'patterns')}, {layout.entries:,} configurations"
    sides = "both sides" if views(game) == 2 else "one side"
    return f"{count(64 * word_count(game), 'inputs')}, seen from {sides}"


def _row(done: Round) -> dict[str, Any]:
    return {
        "round": done.number,
        "positions": done.positions,
        "training": round(done.training[done.best_epoch], 6),
        "validation": round(done.validation[done.best_epoch], 6),
        "games": done.match.wins + done.match.draws + done.match.losses,
        "score": done.match.score,
        "elo": [done.match.elo, done.match.elo_low, done.match.elo_high],
        "kept": done.is_better,
    }


def _print_rounds(game: Game, rounds: list[Round]) -> None:
    table = Table(title=f"{game.name}: what each round gave", box=box.SIMPLE_HEAD)
    for title in ("round", "positions", "loss", "held back", "games", "score", "Elo", "kept"):
        table.add_column(title, justify="right")
    for done in rounds:
        row = _row(done)
        elo, low, high = row["elo"]
        shown = "" if elo is None else f"{elo:+.0f} ({low:+.0f} to {high:+.0f})"
        table.add_row(
            str(row["round"]), f"{row['positions']:,}", f"{row['training']:.5f}",
            f"{row['validation']:.5f}", str(row["games"]),
            "" if row["score"] is None else f"{row['score']:.1%}", shown,
            "yes" if row["kept"] else "no",
        )  # fmt: skip
    output().print(table)
