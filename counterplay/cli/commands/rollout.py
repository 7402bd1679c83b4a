"""`counterplay rollout`: the value of a position from games that the engine plays."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.status import Status
from rich.table import Table

from counterplay.cli.support.board import print_position
from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    load_game,
    load_position,
    output,
    print_json,
    progress,
    say,
)
from counterplay.core.game.errors import InputError
from counterplay.core.game.loader import load_evaluator
from counterplay.engine.rollout import rollout as rollouts
from counterplay.engine.rollout.result import Rollout
from counterplay.presentation.words import count, player_name


def rollout(
    game: GameArgument,
    position: PositionArgument = None,
    games: Annotated[
        int,
        typer.Option(metavar="N", help="Games to play, at most; after each move, with --moves."),
    ] = rollouts.GAMES,
    moves: Annotated[
        int, typer.Option(metavar="N", help="Roll out the N best moves, and rank them.")
    ] = 0,
    depth: Annotated[
        int,
        typer.Option(metavar="N", help="Depth of the search that chooses moves; 1 only evaluates."),
    ] = 1,
    luck: Annotated[
        bool | None,
        typer.Option(
            "--luck/--no-luck",
            help="Subtract the luck of the rolls, which makes the error smaller. Default: if the "
            "game has an evaluator.",
            show_default=False,
        ),
    ] = None,
    truncate: Annotated[
        int | None, typer.Option(metavar="N", help="Evaluate a game after N rolls.")
    ] = None,
    error: Annotated[
        float | None,
        typer.Option(metavar="POINTS", help="Stop when half of the 95 % interval is this small."),
    ] = None,
    evaluator: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A network or an evaluator instead of the game's own."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the dice.")] = 1,
    threads: Annotated[int, typer.Option(metavar="N", help="Play with N threads.")] = 1,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Play a position of a game of chance many times, and print the mean result with its error.

    The value is for the side to move; for the first player if a roll comes next. Ctrl-C ends with
    the result so far.
    """
    if moves < 0:
        raise InputError(f"--moves {moves} must be 0 or more")
    rules = load_game(game, set_)
    if evaluator is not None:
        rules = rules.with_evaluator(load_evaluator(evaluator))
    console = progress()
    status = console.status("rolling out") if console.is_terminal else None
    with status or nullcontext():
        found = rollouts.rollout(
            rules,
            load_position(rules, position),
            games=games,
            moves=moves,
            depth=depth,
            luck=luck,
            truncate=truncate,
            error=error,
            seed=seed,
            threads=threads,
            report=lambda so_far: show_progress(status, so_far),
        )
    if json:
        print_json(found.as_json())
    else:
        print_rollout(output(), found)


def show_progress(status: Status | None, found: Rollout) -> None:
    if status is not None:
        status.update(f"rolling out (Ctrl-C: answer now)  {found}")


def print_rollout(console: Console, found: Rollout) -> None:
    """Print the board, the value and the moves."""
    game, player = found.position.game, player_name(found.position.game, found.player)
    print_position(console, found.position, f"value for {player}")
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    unit = "points" if game.facts.scored else "payoff"
    for name, text in (
        ("value", f"{found.value.mean:+.4f} ±{found.value.error:.4f} {unit} (95 %)"),
        ("plain", _plain(found)),
        ("games", f"{found.games:,}{' after each move' if found.moves else ''}{_how(found)}"),
        ("seconds", f"{found.seconds:.2f}"),
    ):
        if text:
            table.add_row(name, text, style="bold" if name == "value" else None)
    console.print(table)
    if found.moves:
        console.print(moves_table(found))
    if not found.finished:
        say(console, "stopped: this is the result so far", "yellow")


def _plain(found: Rollout) -> str:
    """The value without the adjustment for luck, and what the adjustment saves."""
    if not found.luck:
        return ""
    text = f"{found.plain.mean:+.4f} ±{found.plain.error:.4f} with luck"
    saved = found.reduction
    return text if saved is None else f"{text}, which takes {saved:.1f} times the games"


def _how(found: Rollout) -> str:
    words = [f"moves at depth {found.depth}", f"seed {found.seed}"]
    words += [] if found.truncate is None else [f"evaluated after {count(found.truncate, 'rolls')}"]
    return f" ({', '.join(words)})"


def moves_table(found: Rollout) -> Table:
    """The moves, best first, with their errors and how far they are behind."""
    table = Table(box=None)
    for name in ("move", "value", "±", "behind", "±", "confidence", "evaluation"):
        table.add_column(name, justify="left" if name == "move" else "right")
    for move in found.moves:
        is_best = move is found.moves[0]
        behind = ("–", "–", "–")
        if not is_best:
            behind = (
                f"{move.behind.mean:.4f}", f"{move.behind.error:.4f}", f"{move.confidence:.1%}",
            )  # fmt: skip
        table.add_row(
            move.text,
            f"{move.value.mean:+.4f}",
            f"{move.value.error:.4f}",
            *behind,
            f"{move.evaluation:+.4f}",
            style="bold" if is_best else None,
        )
    return table
