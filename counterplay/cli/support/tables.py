"""What the commands of `counterplay table` share: options, opening tables, and the list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table as Grid

from counterplay.cli.support.common import output
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.tablebase.catalogue import table_name, tables_named
from counterplay.tablebase.plan import folder_of
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.endgame_table import EndgameTable
from counterplay.tablebase.store.open import open_solution
from counterplay.tablebase.tablebase import Tablebase

NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME...",
        help="The names of tables: KBNK or 3-4 in chess, 4 in checkers; default: all.",
        show_default=False,
    ),
]
FromOption = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="PATH",
        help="A table, a solution, or a folder of tables; default: the game's own folder.",
    ),
]
ThreadsOption = Annotated[
    int, typer.Option(metavar="N", help="The number of threads; 0: one per core.")
]


def open_source(game: Game, source: Path | None) -> Solution | Tablebase:
    """The solution or the tables of `--from`. Refuses a folder without tables."""
    lookup = open_solution(game, folder_of(game) if source is None else source)
    if isinstance(lookup, Tablebase) and not lookup.paths:
        raise InputError(
            f"there are no tables of {game.name} in {lookup.folder}: build some with "
            f"`counterplay table build {game.name}`, or name another folder with --from"
        )
    return lookup


def named_tables(tables: Tablebase, names: list[str] | None) -> Iterator[EndgameTable]:
    """The tables with these names; without names, all tables of the folder."""
    wanted = None
    if names:
        wanted = {t for name in names for t in tables_named(tables.game, name)}
    keys = [key for key in tables.paths if wanted is None or key[0] in wanted]
    missing = (wanted or set()) - {t for t, _ in keys}
    if missing:
        shown = ", ".join(table_name(tables.game, t) for t in sorted(missing))
        raise InputError(f"{tables.folder} has no table {shown}")
    for key in keys:
        table = tables.open(*key)
        if table is not None:
            yield table


def print_tables(summaries: list[dict[str, Any]]) -> None:
    """Print one line per table, from `Tablebase.about`."""
    grid = Grid(box=box.SIMPLE_HEAD)
    grid.add_column("table")
    grid.add_column("distance to")
    for title in ("positions", "won", "drawn", "lost", "bytes per position"):
        grid.add_column(title, justify="right")
    for summary in summaries:
        positions = summary["won"] + summary["drawn"] + summary["lost"]
        grid.add_row(
            summary["table"], summary["metric"], f"{positions:,}", f"{summary['won']:,}",
            f"{summary['drawn']:,}", f"{summary['lost']:,}",
            f"{summary['bytes'] / max(positions, 1):.2f}",
        )  # fmt: skip
    output().print(grid)
