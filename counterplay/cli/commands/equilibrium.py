"""`counterplay equilibrium`: the best strategies of a game with hidden information."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.status import Status
from rich.table import Table

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    SetOption,
    load_game,
    output,
    print_json,
    progress,
    require_file_path,
    say,
)
from counterplay.cli.support.interrupt import until_ctrl_c
from counterplay.presentation.viewpoint import seen_moves
from counterplay.presentation.words import player_name
from counterplay.strategies import find
from counterplay.strategies.sampler import SAMPLED
from counterplay.strategies.store import save
from counterplay.strategies.strategy import Strategy
from counterplay.strategies.variants import BY_DEFAULT, VARIANTS

MOST_SHOWN = 40
"""The most information sets that are printed without --all."""


def equilibrium(
    game: GameArgument,
    variant: Annotated[
        str, typer.Option(metavar="NAME", help=f"One of: {', '.join((*VARIANTS, *SAMPLED))}.")
    ] = BY_DEFAULT,
    exploitability: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="Stop when a player gains at most X on average by the best response. Default: "
            f"{find.TOLERANCE}, if there is no other limit.",
        ),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after N iterations.")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option("--time", metavar="SECONDS", help="Stop after this time."),
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="MB", help="Memory of a variant that samples.")
    ] = 512,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of a variant that samples.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the strategy to this file.")
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the run in this file, and go on from it."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print all information sets.")] = False,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Find strategies that no player can improve alone, by regret minimisation.

    For games with hidden information. It goes through every possible game, or samples some.
    With two players and a constant total the result is an equilibrium, as near as you ask. Play
    against it with --book FILE; in a match it is strategy:file=FILE. Ctrl-C ends with the strategy
    so far.
    """
    require_file_path(out)
    rules, console = load_game(game, set_), progress()
    status = console.status("minimising regret") if console.is_terminal and not json else None
    with status or nullcontext(), until_ctrl_c() as stop:
        found = find.equilibrium(
            rules,
            variant=variant,
            exploitability=exploitability,
            iterations=iterations,
            seconds=time,
            memory=memory,
            seed=seed,
            run_file=run,
            stop=stop,
            report=lambda so_far: _show(status, so_far),
        )
    if out is not None:
        save(found, out)
    if json:
        print_json(as_json(found))
        return
    print_strategy(found, None if all_ else MOST_SHOWN)
    if stop.is_set():
        say(progress(), "stopped: this is the strategy so far", "yellow")
    if out is not None:
        say(output(), f"written to {out}; play against it: counterplay play {game} "
            f"--book {out}")  # fmt: skip


def _show(status: Status | None, so_far: find.Progress) -> None:
    if status is not None:
        gap = (
            ""
            if so_far.quality is None
            else f", exploitability {so_far.quality.exploitability:.3g}"
        )
        status.update(
            f"minimising regret (Ctrl-C: answer now)  {so_far.iterations:,} iterations{gap}"
        )


def as_json(found: Strategy) -> dict[str, Any]:
    """The strategy as plain values: each information set with its moves."""
    return {"game": found.game.name, **found.about, "information_sets": _rows(found, None)}


def _rows(found: Strategy, most: int | None) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for player, position in found.known_positions():
        if most is not None and len(rows) == most:
            break
        chances = found.chances(position)
        rows.append(
            {
                "player": player_name(found.game, player),
                "sees": seen_moves(position, player),
                "moves": {position.show_move(a): round(x, 6) for a, x in chances.items()},
            }
        )
    return rows


def print_strategy(found: Strategy, most: int | None) -> None:
    """Print how good the strategy is, and what it does in each information set."""
    game, about = found.game, found.about
    pairs = enumerate(about.get("payoffs", ()))
    payoffs = ", ".join(f"{player_name(game, p)} {x:+.5f}" for p, x in pairs)
    say(output(), f"{game.name}: {payoffs or 'a sampled strategy'}", "bold")
    gap = about.get("exploitability")
    quality = "too large to be judged," if gap is None else f"exploitability {gap:.3g}"
    say(
        output(),
        f"{quality} after {about['iterations']:,} iterations of {about['variant']}; "
        f"{len(found):,} information sets",
    )
    table = Table(box=None)
    for name in ("player", "sees", "moves"):
        table.add_column(name, overflow="fold")
    for row in _rows(found, most):
        moves = "  ".join(f"{move} {x:.3f}" for move, x in row["moves"].items())
        table.add_row(row["player"], row["sees"], moves)
    output().print(table)
    if most is not None and len(found) > most:
        say(output(), f"… {len(found) - most:,} more: --all prints them")
