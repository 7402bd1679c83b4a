"""`counterplay calibrate`: measure how well shallow searches predict deep ones, for ProbCut."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich import box
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
from counterplay.cli.support.progress_bar import progress_bar
from counterplay.core.data_files import require_writable
from counterplay.core.game.game import Game
from counterplay.core.game.loader import load_evaluator
from counterplay.engine.alphabeta.probcut.calibrate import calibrate as measure
from counterplay.engine.alphabeta.probcut.calibration import Calibration, own_file
from counterplay.presentation.words import count


def calibrate(
    game: GameArgument,
    positions: Annotated[int, typer.Option(metavar="N", help="Positions to search.")] = 1000,
    depth: Annotated[
        int,
        typer.Option(metavar="PLIES", help="The deepest search; ProbCut does nothing beyond it."),
    ] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the positions.")] = 1,
    evaluator: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An evaluator to use instead of the game's own."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file to write; default: in the user's data folder."),
    ] = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Calibrate ProbCut for a game and its evaluator.

    The engine plays games and searches their positions to every depth. Later searches use the
    calibration: they find it in the data folder, or by the setting calibration=FILE. Ctrl-C stops
    and uses the positions done so far, if they are enough.
    """
    rules = load_game(game, set_)
    if evaluator is not None:
        rules = rules.with_evaluator(load_evaluator(evaluator))
    require_file_path(out)
    if out is None and rules.evaluator is not None:
        require_writable(own_file(rules))
    extra = [] if evaluator is None else ["--evaluator", str(evaluator)]
    extra += [word for text in set_ or () for word in ("--set", text)]
    made = _measured(rules, positions, depth, seed, [game, *extra])
    path = out or own_file(rules)
    made.write(path)
    if json:
        print_json({**made.as_json(), "path": str(path)})
    else:
        say(output(), f"{made.game}: deep = slope × shallow + offset, in score points", "bold")
        output().print(_table(made))
        say(output(), f"written to {path}")
    if made.positions < positions:
        text = f"{count(made.positions, 'positions')} instead of {positions:,}"
        say(progress(), f"{text}: stopped early, or the game has no more", "yellow")


def _measured(
    game: Game, positions: int, depth: int, seed: int, what: Sequence[str]
) -> Calibration:
    how = f"--positions {positions} --depth {depth} --seed {seed}"
    command = f"counterplay calibrate {shlex.join(what)} {how}"
    with (
        until_ctrl_c() as stop,
        progress_bar(f"searching to {depth} plies", positions) as report,
    ):
        return measure(
            game,
            positions=positions,
            depth=depth,
            seed=seed,
            stop=stop,
            report=report,
            command=command,
        )


TITLES = (
    "deep", "shallow", "slope", "offset", "sigma", "end", "correlation", "positions",
)  # fmt: skip


def _table(made: Calibration) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for name in TITLES:
        table.add_column(name, justify="right")
    for row in made.regressions:
        table.add_row(
            str(row.deep),
            str(row.shallow),
            f"{row.slope:.3f}",
            f"{row.offset:+,.0f}",
            f"{row.sigma:,.0f}",
            f"{row.sigma_end:,.0f}",
            f"{row.correlation:.3f}",
            f"{row.count:,}",
        )
    return table
