"""Plan a build: which endgame tables are missing, and the memory, disk and time they need."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from counterplay.core.data_files import exists
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.table_file import read_header, table_folder
from counterplay.engine.alphabeta.transposition import MEGABYTE, available
from counterplay.tablebase.catalogue import (
    Metric,
    build_order,
    table_name,
    tables_below,
    tables_named,
    unfit,
)
from counterplay.tablebase.store.identity import require_game

SUFFIX = ".table"
MOST_THREADS = 256
MICROSECONDS = 1.5
"""The time that one thread takes per position, roughly. It is used for estimates only."""

BYTES_TO_SOLVE, BYTES_TO_READ = 9, 4
"""Memory per position of the table that is being built, and of the tables below it."""


def folder_of(game: Game) -> Path:
    """The default folder for the tables of a game."""
    return table_folder(game.name)


def path_of(game: Game, folder: Path, t: int, metric: Metric) -> Path:
    """The file of table t in a folder."""
    return folder / f"{table_name(game, t)}.{metric}{SUFFIX}"


@dataclass(frozen=True)
class Plan:
    """The tables to build, and an estimate of the cost.

    tables     the missing tables in build order, each with its metric
    places     the size of all of them: how many indices they have
    memory     megabytes at most
    disk       megabytes at most
    seconds    on the given number of threads
    """

    tables: tuple[tuple[int, Metric], ...]
    places: int
    memory: int
    disk: int
    seconds: float


def plan(
    game: Game, names: Iterable[str], folder: Path, metrics: Iterable[Metric], threads: int
) -> Plan:
    """The work to do for the named tables and those that they need."""
    metrics = tuple(metrics)
    if not set(metrics) <= set(get_args(Metric)):
        raise InputError(f"metrics={metrics}: each must be one of {', '.join(get_args(Metric))}")
    count = threads_or_all(threads)
    reason = unfit(game)
    if reason is not None:
        raise UnfitError(reason)
    wanted = build_order(game, [t for name in names for t in tables_named(game, name)])
    needed = {other for t in wanted for other in tables_below(game, t)}
    for metric in metrics:
        for t in wanted:
            require_usable(game, path_of(game, folder, t, metric), t in needed)
    sizes = {t: int(game.ask("size", t)) for t in wanted}
    missing = tuple(
        (t, metric)
        for metric in metrics
        for t in wanted
        if not exists(path_of(game, folder, t, metric))
    )
    places = sum(sizes[t] for t, _ in missing)
    return Plan(
        missing,
        places,
        memory=-(-max((memory_for(game, t) for t, _ in missing), default=0) // MEGABYTE),
        disk=-(-places // MEGABYTE),
        seconds=places * MICROSECONDS / 1e6 / count,
    )


def require_usable(game: Game, path: Path, needs_distances: bool) -> None:
    """Refuse an existing file that is not the table it should be, or lacks the distances."""
    if not exists(path):
        return
    header, _ = read_header(path)
    require_game(game, path, header)
    if needs_distances and header.get("content") != "distances":
        raise InputError(
            f"{path} contains outcomes only, but other tables need its distances: delete it first"
        )


def threads_or_all(threads: int) -> int:
    """The number of threads; 0 means one per core."""
    if not 0 <= threads <= MOST_THREADS:
        raise InputError(
            f"threads={threads} must be from 1 to {MOST_THREADS}, or 0 for one per core"
        )
    return threads or os.cpu_count() or 1


def memory_for(game: Game, t: int) -> int:
    """The bytes of memory needed to build table t, roughly."""
    below = sum(int(game.ask("size", other)) for other in tables_below(game, t))
    return BYTES_TO_SOLVE * int(game.ask("size", t)) + BYTES_TO_READ * below


def require_room(todo: Plan, folder: Path) -> None:
    """Refuse a build that does not fit into memory or on the disk, before it begins."""
    free_memory = available()
    if free_memory is not None and todo.memory * MEGABYTE > free_memory:
        raise InputError(
            f"this build needs about {todo.memory:,} MB of memory, and {free_memory // MEGABYTE:,} "
            "MB are free: build tables with fewer pieces"
        )
    free_disk = shutil.disk_usage(folder).free
    if todo.disk * MEGABYTE > free_disk:
        raise InputError(
            f"this build needs up to {todo.disk:,} MB on disk, and {folder} has "
            f"{free_disk // MEGABYTE:,} MB free"
        )
