"""The tables of a game in a folder: built one after the other, and asked as one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from platformdirs import user_data_path

from counterplay.core.bits.casts import tidy
from counterplay.core.game.contract import PLACES
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.engine.alphabeta.transposition import MEGABYTE, available
from counterplay.engine.probes import ProbeTables
from counterplay.tablebase.lookup import Entry, Lookup, entry_of, rank, result_of
from counterplay.tablebase.retrograde.gpu import Gpu
from counterplay.tablebase.retrograde.solve import (
    Metric,
    Passes,
    Solver,
    Threads,
    below,
    in_order,
    name_of,
    tables_named,
    unfit,
)
from counterplay.tablebase.stats import NO_STATE
from counterplay.tablebase.store.endgames import Content, Packing, Places, keep, open_places
from counterplay.tablebase.store.file import being_written, head_of, require_game

Device = Literal["cpu", "cuda"]
"""What solves tables: threads of this machine, or its GPU."""

SUFFIX = ".table"
LONGEST_LINE = 2000
MOST_THREADS = 256
MICROSECONDS = 1.5
"""About what a place takes one thread, for the estimate."""

Report = Callable[[str, int, int], None]
"""Told which table is being solved, how many of its slices are done, and how many it has."""


def folder_of(game: Game) -> Path:
    """Where tables of a game are kept if nobody says otherwise: $COUNTERPLAY_TABLES, or a folder
    for the data of this user."""
    root = os.environ.get("COUNTERPLAY_TABLES")
    return (Path(root) if root else user_data_path("counterplay") / "tables") / game.name


def path_of(game: Game, folder: Path, t: int, metric: Metric) -> Path:
    return folder / f"{name_of(game, t)}.{metric}{SUFFIX}"


# Building ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What is to be built, and what that takes, about.

    tables     those that are not there yet, in order, each with its metric
    places     of all of them
    memory     megabytes at most
    disk       megabytes
    seconds    on so many threads
    """

    tables: tuple[tuple[int, Metric], ...]
    places: int
    memory: int
    disk: int
    seconds: float


def plan(
    game: Game, names: Iterable[str], folder: Path, metrics: Iterable[Metric], threads: int
) -> Plan:
    """What there is to do for these tables and those that they need."""
    metrics = tuple(metrics)
    if not set(metrics) <= set(get_args(Metric)):
        raise InputError(f"metrics={metrics} are not among {', '.join(get_args(Metric))}")
    count = threads_or_all(threads)
    reason = unfit(game)
    if reason is not None:
        raise UnfitError(reason)
    wanted = in_order(game, [t for name in names for t in tables_named(game, name)])
    needed = {other for t in wanted for other in below(game, t)}
    for metric in metrics:
        for t in wanted:
            require_usable(game, path_of(game, folder, t, metric), t in needed)
    sizes = {t: int(game.ask("size", t)) for t in wanted}
    missing = tuple(
        (t, metric)
        for metric in metrics
        for t in wanted
        if not path_of(game, folder, t, metric).exists()
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
    """Refuse a file that has the name of a table, but not what is needed of it."""
    if not path.exists():
        return
    about, _ = head_of(path)
    require_game(game, path, about)
    if needs_distances and about.get("content") != "distances":
        raise InputError(f"{path} has outcomes alone, and others need distances: delete it first")


def threads_or_all(threads: int) -> int:
    """So many threads, or one for each core."""
    if not 0 <= threads <= MOST_THREADS:
        raise InputError(
            f"threads={threads} must be 1 or more, to {MOST_THREADS}, or 0 for one a core"
        )
    return threads or os.cpu_count() or 1


def memory_for(game: Game, t: int) -> int:
    """Bytes that building a table takes, about: for its places and those of the tables below."""
    return 9 * int(game.ask("size", t)) + 4 * sum(int(game.ask("size", o)) for o in below(game, t))


def require_room(todo: Plan, folder: Path) -> None:
    """Refuse what does not fit into memory or on the disk, before it is begun."""
    room = available()
    if room is not None and todo.memory * MEGABYTE > room:
        raise InputError(
            f"this takes about {todo.memory:,} MB of memory, and the machine has "
            f"{room // MEGABYTE:,} MB left: build tables of fewer pieces"
        )
    free = shutil.disk_usage(folder).free
    if todo.disk * MEGABYTE > free:
        raise InputError(
            f"this takes up to {todo.disk:,} MB in {folder}, which has {free // MEGABYTE:,} MB left"
        )


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
    """Build tables, and those that they need: what is there already stays as it is.

    Each file is whole or not there: after a break the same call goes on with the next table.
    """
    where = folder_of(game) if folder is None else Path(folder)
    for name, given, allowed in (
        ("device", device, Device), ("content", content, Content), ("packing", packing, Packing),
    ):  # fmt: skip
        if given not in get_args(allowed):
            raise InputError(f"{name}={given!r} must be one of {', '.join(get_args(allowed))}")
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{where} cannot be made: {error.strerror}") from None
    todo = plan(game, names, where, metrics, threads)
    require_room(todo, where)
    if todo.tables:
        many = threads_or_all(threads)
        passes: Passes = Gpu(game) if device == "cuda" else Threads(game, many)
        for t, metric in todo.tables:
            kept = content_of(game, t, todo, content)
            build_table(game, t, where, Solver(game, metric, passes), kept, packing, report)
    return Tablebase(game, where)


def content_of(game: Game, t: int, todo: Plan, content: Content) -> Content:
    """What is kept of a table: distances, if others are solved by them."""
    needed = {other for later, _ in todo.tables for other in below(game, later)}
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
    """Build one table, by the files of those below it."""
    path, name = path_of(game, folder, t, solver.metric), name_of(game, t)
    with being_written(path) as unfinished:
        if path.exists():  # another process was faster
            return
        known = {
            other: open_places(game, path_of(game, folder, other, solver.metric)).codes()
            for other in below(game, t)
        }
        codes = solver.solve(
            t, known, None if report is None else lambda done, of: report(name, done, of),
        )  # fmt: skip
        keep(game, t, codes, unfinished, path, solver.metric, content, packing)


# Asking ------------------------------------------------------------------------------------------


class Tablebase(Lookup):
    """All tables of a game that a folder has; files are read when they are first needed."""

    def __init__(self, game: Game, folder: Path | str | None = None) -> None:
        self.game, self.folder = game, folder_of(game) if folder is None else Path(folder)
        self.unreadable: list[str] = []
        """What is wrong with files that are no tables, a sentence each."""
        self.paths = dict(self._found())
        self._opened: dict[tuple[int, Metric], Places] = {}

    def __len__(self) -> int:
        return len(self.paths)

    def _found(self) -> Iterable[tuple[tuple[int, Metric], Path]]:
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                about, _ = head_of(path)
            except InputError as error:
                self.unreadable.append(str(error))
                continue
            if about.get("game") == self.game.name and "table" in about:
                yield (about["number"], about["metric"]), path

    def about(self, t: int, metric: Metric) -> dict[str, Any]:
        """What a table's file says of it."""
        path = self.paths[t, metric]
        told, _ = head_of(path)
        kept = {name: told[name] for name in ("table", "metric", "content", "places")}
        return {**kept, **told["counts"], "bytes": path.stat().st_size}

    def open(self, t: int, metric: Metric = "end") -> Places | None:
        """One table, if it is there."""
        key = (t, metric)
        if key not in self._opened:
            if key not in self.paths:
                return None
            self._opened[key] = open_places(self.game, self.paths[key])
        return self._opened[key]

    def wrong_place(self, table: Places, threads: int = 0) -> int | None:
        """The number of a place that the others contradict, if there is one; all tables below
        have to be there."""
        known = {}
        for t in below(self.game, table.number):
            other = self.open(t, table.metric)
            if other is None:
                raise InputError(f"{name_of(self.game, t)} is not in {self.folder}, and is needed")
            known[t] = other.codes()
        passes = Threads(self.game, threads_or_all(threads))
        solver = Solver(self.game, table.metric, passes)
        return solver.wrong(table.number, table.codes(), known)

    def has(self, state: Any) -> bool:
        return self.look_up(state, "end") is not None

    def entry(self, state: Any) -> Entry:
        return self.known(state, "end")

    def progress(self, position: Position) -> Entry:
        """What a position is worth if the clock for moves without progress starts here; its
        distance is to the next such move."""
        return self.known(position.state, "progress")

    def known(self, state: Any, metric: Metric) -> Entry:
        found = self.look_up(state, metric)
        if found is not None:
            return found
        shown, number = self.game.show_position(state), int(self.game.ask("index", state))
        if number < 0:
            raise InputError(f"{shown!r} is in no table of {self.game.name}")
        name = name_of(self.game, number // PLACES)
        raise InputError(
            f"{shown!r} is in the table {name}, which is not in {self.folder} with distances to "
            f"{'the end' if metric == 'end' else 'progress'}: `counterplay table build "
            f"{self.game.name} {name} --metric {metric}` makes it"
            + "".join(f"; {sentence}" for sentence in self.unreadable)
        )

    def look_up(self, state: Any, metric: Metric) -> Entry | None:
        game = self.game
        mover = game.player(state)
        if game.terminal(state):
            score = game.utility(state, mover) - game.facts.even_share
            return entry_of(game.facts, 1 if score == 0 else 2 if score > 0 else -1, mover)
        number = int(game.ask("index", state))
        if number < 0:
            return self._by_moves(state, metric)
        table = self.open(number // PLACES, metric)
        if table is None:
            return None
        code = table.code(number % PLACES)
        if code == NO_STATE:
            return None
        found = entry_of(game.facts, code, mover)
        return found if table.has_distances else replace(found, distance=None)

    def _by_moves(self, state: Any, metric: Metric) -> Entry | None:
        """What a state is worth that no table has, if all that it leads to is in one."""
        mover, best = self.game.player(state), None
        for move in self.game.actions(state):
            after = self.game.result(state, move)
            if not self.game.terminal(after) and self.game.ask("index", after) < 0:
                return None
            found = self.look_up(after, metric)
            if found is None:
                return None
            distance = None if found.distance is None else found.distance + 1
            if metric == "progress" and self.game.ask("irreversible", state, move):
                distance = None if found.distance is None else 1
            entry = entry_of(self.game.facts, 1, mover)
            value = found.values[mover]
            if found.outcome != "draw":
                entry = entry_of(self.game.facts, 2 if value > entry.value else -1, mover)
            entry = replace(entry, distance=distance)
            best = entry if best is None else max(best, entry, key=rank)
        return best

    def probe_tables(self) -> ProbeTables | None:
        """The tables of distances for a search to look states up in; None without any."""
        arrays = {}
        for t, metric in self.paths:
            table = self.open(t, metric) if metric == "end" else None
            if table is not None and table.has_distances:
                arrays[t] = np.ascontiguousarray(table.array)
        return ProbeTables(self.game, arrays) if arrays else None

    def answer(self, position: Position) -> Result | None:
        if position.is_over or not self._has_all(position):
            return None
        entry = self.value(position)
        if entry.outcome != "draw" and entry.distance is None:
            return None  # who wins is known, but not how: a search has to find it
        found = super().answer(position)
        return found if found is not None else ByProgress(self).answer(position)

    def _has_all(self, position: Position) -> bool:
        """Whether a position is known, and all that it leads to."""
        after = (self.game.result(position.state, move) for move in position.legal_moves)
        return self.has(position.state) and all(map(self.has, after))


class ByProgress(Lookup):
    """The same tables, asked for the way to the next irreversible move."""

    def __init__(self, tables: Tablebase) -> None:
        self.game, self.tables = tables.game, tables

    def has(self, state: Any) -> bool:
        return self.tables.look_up(state, "progress") is not None

    def entry(self, state: Any) -> Entry:
        return self.tables.known(state, "progress")

    def after(self, state: Any, move: int) -> Entry:
        found = super().after(state, move)
        is_progress = found.distance is not None and self.game.ask("irreversible", state, move)
        return replace(found, distance=1) if is_progress else found

    def answer(self, position: Position) -> Result | None:
        """A win that is in time by moves without progress, where the shortest way is not."""
        if not self.has(position.state):
            return None
        entry, where = self.value(position), position
        line: list[int] = []
        while not where.is_over and len(line) < LONGEST_LINE:
            if not self.has(where.state):
                return None
            line.append(self.best(where))
            where = where.play(line[-1])
        if not where.is_over or tuple(map(tidy, where.payoffs)) != entry.values:
            return None
        return result_of(position, replace(entry, distance=len(line)), line)
