"""Build endgame tables into a folder, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, get_args

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.table_file import being_written
from counterplay.tablebase.catalogue import Metric, table_name, tables_below
from counterplay.tablebase.plan import Plan, folder_of, path_of, plan, require_room, threads_or_all
from counterplay.tablebase.retrograde.gpu import Gpu
from counterplay.tablebase.retrograde.solve import Passes, Solver
from counterplay.tablebase.retrograde.threads import Threads
from counterplay.tablebase.store.endgame_table import Content, Packing, open_table, write_table
from counterplay.tablebase.tablebase import Tablebase

Device = Literal["cpu", "cuda"]
"""Where tables are solved: on threads of this machine, or on its GPU."""

Report = Callable[[str, int, int], None]
"""Called with the name of the table, the slices that are solved, and the slices it has."""


def build_tablebase(
    game: Game,
    *names: str,
    folder: Path | str | None = None,
    metrics: Iterable[Metric] = ("end",),
    threads: int = 0,
    device: Device = "cpu",
    content: Content = "distances",
    packing: Packing = "raw",
    report: Report | None = None,
) -> Tablebase:
    """Build the named endgame tables and all tables that they need; return the tablebase.

    Tables that exist already are not built again. A file appears only when it is complete, so
    after an interruption the same call continues with the first missing table.

    folder     where the files go; the default is the game's folder in the user's data
    metrics    "end", "progress", or both: what distances count to
    threads    0 means one per core
    device     "cpu", or "cuda" for an NVIDIA GPU
    content    "distances", or "outcomes" to store only who wins, in 2 bits per position
    packing    "raw", or "zstd" for smaller files and slower lookups
    report     called with the table's name, its solved slices, and how many it has
    """
    where = folder_of(game) if folder is None else Path(folder)
    for name, value, allowed in (
        ("device", device, Device), ("content", content, Content), ("packing", packing, Packing),
    ):  # fmt: skip
        if value not in get_args(allowed):
            raise InputError(f"{name}={value!r} must be one of {', '.join(get_args(allowed))}")
    make_folder(where)
    todo = plan(game, names, where, metrics, threads)
    require_room(todo, where)
    if todo.tables:
        count = threads_or_all(threads)
        passes: Passes = Gpu(game) if device == "cuda" else Threads(game, count)
        for t, metric in todo.tables:
            stored = content_of(game, t, todo, content)
            build_table(game, t, where, Solver(game, metric, passes), stored, packing, report)
    return Tablebase(game, where)


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot create the folder {folder}: {error.strerror}") from None


def content_of(game: Game, t: int, todo: Plan, content: Content) -> Content:
    """What to store of table t: always distances if later tables of the plan need them."""
    needed = {other for later, _ in todo.tables for other in tables_below(game, later)}
    return "distances" if t in needed else content


def build_table(
    game: Game,
    t: int,
    folder: Path,
    solver: Solver,
    content: Content = "distances",
    packing: Packing = "raw",
    report: Report | None = None,
) -> None:
    """Build one table. The files of the tables below it must be in the folder."""
    path, name = path_of(game, folder, t, solver.metric), table_name(game, t)
    with being_written(path) as unfinished:
        if path.exists():  # another process was faster
            return
        known = {
            other: open_table(game, path_of(game, folder, other, solver.metric)).codes()
            for other in tables_below(game, t)
        }
        codes = solver.solve(
            t, known, None if report is None else lambda done, of: report(name, done, of),
        )  # fmt: skip
        write_table(game, t, codes, unfinished, path, solver.metric, content, packing)
