"""`counterplay solve`: find the value of every reachable position of a game."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

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
from counterplay.cli.support.solutions import describe, print_stats, progress_bar, stats_json
from counterplay.core.compile.bind import bind
from counterplay.core.data_files import is_folder
from counterplay.core.game.errors import InputError
from counterplay.core.table_file import being_written
from counterplay.tablebase import solve as solve_game
from counterplay.tablebase.expected.solve import TOLERANCE
from counterplay.tablebase.kinds import kernel_of, unfit
from counterplay.tablebase.store.solution_file import write_solution

OutOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the solution to this file."),
]
MemoryOption = Annotated[
    int | None,
    typer.Option(metavar="MB", help="Memory for states; default: half of the free memory."),
]
ThreadsOption = Annotated[
    int, typer.Option(metavar="N", help="The number of threads; 0: one per core.")
]

ToleranceOption = Annotated[
    float | None,
    typer.Option(
        metavar="X", help="With chance: the widest gap between the bounds of a value; default 1e-9."
    ),
]


def solve(
    game: GameArgument,
    out: OutOption = None,
    memory: MemoryOption = None,
    threads: ThreadsOption = 0,
    tolerance: ToleranceOption = None,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a game: find every reachable position, its outcome and its distance to the end.

    With chance, or one player: its expected payoff, within a proven error. All positions stay in
    memory. A position in which no side can force an end is a draw.
    """
    rules = load_game(game, set_)
    if out is not None and (is_folder(out) or not is_folder(out.parent)):
        raise InputError(f"--out {out} must be a file in an existing folder")
    if unfit(rules) is None:
        # Compiled first, so that the seconds below are those of solving.
        bind(rules, kernel_of(rules))
    started = perf_counter()
    try:
        with nullcontext() if out is None else being_written(out) as unfinished:
            with progress_bar() as report:
                solution = solve_game(
                    rules, memory=memory, threads=threads, tolerance=tolerance, report=report
                )
            seconds = perf_counter() - started
            if out is not None and unfinished is not None:
                write_solution(solution, unfinished, out)
    except KeyboardInterrupt:
        say(progress(), "stopped: no solution was written", "yellow")
        raise typer.Exit(STOPPED) from None
    figures = {"seconds": round(seconds, 3), "states_per_second": round(len(solution) / seconds)}
    if json:
        print_json({"game": rules.name, **stats_json(solution), **figures})
        return
    say(output(), f"{rules.name}: {describe(rules.facts, solution.value())}", "bold")
    print_stats(solution)
    per_second = f"{len(solution) / seconds / 1e6:.2f} million per second"
    say(output(), f"{len(solution):,} positions in {seconds:.2f} s ({per_second})")
    wanted = TOLERANCE if tolerance is None else tolerance
    if solution.error > wanted:
        say(progress(), f"the bounds of some values stay further apart than {wanted:g}", "yellow")
    if out is not None:
        say(
            output(),
            f"written to {out} ({out.stat().st_size / len(solution):.1f} bytes per position)",
        )
