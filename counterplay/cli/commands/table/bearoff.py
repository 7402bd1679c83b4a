"""`counterplay table bearoff`: build the bearoff tables of backgammon."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from counterplay.cli.support.common import (
    STOPPED,
    JsonOption,
    output,
    print_json,
    progress,
    say,
)
from counterplay.cli.support.solutions import progress_bar
from counterplay.games.backgammon.bearoff.build import (
    CHECKERS,
    CUBE_CHECKERS,
    MOST_CUBE_CHECKERS,
    MOST_PAIR_CHECKERS,
    build_tables,
)
from counterplay.games.backgammon.bearoff.position_index import POSITIONS, positions
from counterplay.games.backgammon.bearoff.store import default_path, save_tables
from counterplay.tablebase.build import make_folder

CheckersOption = Annotated[
    int,
    typer.Option(
        min=0,
        max=MOST_PAIR_CHECKERS,
        metavar="N",
        help="The most checkers a side in the two-sided table; 12 take 0.7 GB. 0: no such table.",
    ),
]
CubeOption = Annotated[
    int,
    typer.Option(
        "--cube",
        min=0,
        max=MOST_CUBE_CHECKERS,
        metavar="N",
        help="The most checkers a side in the table with the doubling cube. 0: no such table.",
    ),
]
FileOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The file to write; default: where the game looks for the tables."
    ),
]


def bearoff(
    checkers: CheckersOption = CHECKERS,
    cube: CubeOption = CUBE_CHECKERS,
    file: FileOption = None,
    json: JsonOption = False,
) -> None:
    """Build the bearoff tables of backgammon, which the game then uses in play.

    The one-sided table has the rolls that a side needs, for 15 checkers on 6 points. The two-sided
    tables have exact equities. Tables that were built before are replaced.
    """
    path = default_path() if file is None else file
    make_folder(path.parent)
    started = perf_counter()
    try:
        with progress_bar() as report:
            tables = build_tables(checkers, cube, report)
    except KeyboardInterrupt:
        say(progress(), "stopped: no table was written", "yellow")
        raise typer.Exit(STOPPED) from None
    save_tables(tables, path)
    seconds = perf_counter() - started
    if json:
        sizes = {name: part.nbytes for name, part in tables._asdict().items()}
        print_json({"seconds": round(seconds, 3), "file": str(path), "bytes": sizes})
        return
    say(output(), f"one-sided: {POSITIONS:,} positions")
    for kind, most in (("two-sided", checkers), ("with the cube", cube)):
        if most:
            say(output(), f"{kind}, {most} checkers a side: {positions(most) ** 2:,} positions")
    megabytes = path.stat().st_size / 1e6
    say(output(), f"built in {seconds:.1f} s: {megabytes:,.0f} MB in {path}")
