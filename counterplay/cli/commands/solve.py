"""`counterplay solve`: what every position of a game is worth."""

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
from counterplay.cli.support.solutions import print_stats, progress_bar, stats_json, told
from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import InputError
from counterplay.tablebase import solve as make_table
from counterplay.tablebase.reachable.solve import KERNEL, unfit
from counterplay.tablebase.store.file import being_written
from counterplay.tablebase.store.solutions import keep

OutOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Where to write the table; none if left out.")
]
MemoryOption = Annotated[
    int | None,
    typer.Option(metavar="MB", help="Memory for states; half of what is left if left out."),
]
ThreadsOption = Annotated[
    int, typer.Option(metavar="N", help="Threads; 0 for as many as there are cores.")
]


def solve(
    game: GameArgument,
    out: OutOption = None,
    memory: MemoryOption = None,
    threads: ThreadsOption = 0,
    set_: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a game: every position that can come up, with its outcome and the length of play.

    All positions are held in memory. What cycles without end is a draw.
    """
    rules = load_game(game, set_)
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise InputError(f"--out {out} is not a file in a folder that there is")
    if unfit(rules) is None:
        bind(rules, KERNEL)  # so that the seconds below are those of solving
    started = perf_counter()
    try:
        with nullcontext() if out is None else being_written(out) as unfinished:
            with progress_bar() as report:
                solved = make_table(rules, memory=memory, threads=threads, report=report)
            seconds = perf_counter() - started
            if out is not None and unfinished is not None:
                keep(solved, unfinished, out)
    except KeyboardInterrupt:
        say(progress(), "stopped: a solution is whole, or it is none", "yellow")
        raise typer.Exit(STOPPED) from None
    figures = {"seconds": round(seconds, 3), "states_per_second": round(len(solved) / seconds)}
    if json:
        print_json({"game": rules.name, **stats_json(solved), **figures})
        return
    say(output(), f"{rules.name}: {told(solved.value())}", "bold")
    print_stats(solved)
    speed = len(solved) / seconds / 1e6
    say(output(), f"{len(solved):,} positions in {seconds:.2f} s ({speed:.2f} million a second)")
    if out is not None:
        say(output(), f"written to {out} ({out.stat().st_size / len(solved):.1f} bytes a position)")
