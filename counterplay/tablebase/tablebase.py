"""The endgame tables of a game in one folder, used as one tablebase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.bits.casts import tidy
from counterplay.core.game.contract import PLACES
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.core.game.tablebase_codec import NO_STATE, code_of_end
from counterplay.core.table_file import read_header
from counterplay.engine.probes import ProbeTables
from counterplay.tablebase.catalogue import Metric, table_name, tables_below
from counterplay.tablebase.lookup import Entry, Lookup, entry_of, rank, result_of
from counterplay.tablebase.plan import SUFFIX, folder_of, threads_or_all
from counterplay.tablebase.retrograde.solve import Solver
from counterplay.tablebase.retrograde.threads import Threads
from counterplay.tablebase.store.endgame_table import EndgameTable, open_table

LONGEST_LINE = 2000
HEADER_FIELDS = ("table", "metric", "content", "places")


class Tablebase(Lookup):
    """All endgame tables of a game in a folder. A file is read when it is first needed.

    paths         the file of each table, by its number and metric
    unreadable    a sentence for each file that is not a valid table
    """

    def __init__(self, game: Game, folder: Path | str | None = None) -> None:
        self.game, self.folder = game, folder_of(game) if folder is None else Path(folder)
        self.unreadable: list[str] = []
        self.paths = dict(self._tables_in_folder())
        self._opened: dict[tuple[int, Metric], EndgameTable] = {}

    def __len__(self) -> int:
        return len(self.paths)

    def _tables_in_folder(self) -> Iterator[tuple[tuple[int, Metric], Path]]:
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                header, _ = read_header(path)
            except InputError as error:
                self.unreadable.append(str(error))
                continue
            if header.get("game") == self.game.name and "table" in header:
                yield (header["number"], header["metric"]), path

    def about(self, t: int, metric: Metric) -> dict[str, Any]:
        """A summary of table t from the header of its file: name, size and counts."""
        path = self.paths[t, metric]
        header, _ = read_header(path)
        fields = {name: header[name] for name in HEADER_FIELDS}
        return {**fields, **header["counts"], "bytes": path.stat().st_size}

    def open(self, t: int, metric: Metric = "end") -> EndgameTable | None:
        """Table t; None if the folder does not have it."""
        key = (t, metric)
        if key not in self._opened:
            if key not in self.paths:
                return None
            self._opened[key] = open_table(self.game, self.paths[key])
        return self._opened[key]

    def wrong_offset(self, table: EndgameTable, threads: int = 0) -> int | None:
        """The offset of a code that contradicts the codes of its successors; None if all are
        right. All tables below must be in the folder."""
        known = {}
        for t in tables_below(self.game, table.number):
            other = self.open(t, table.metric)
            if other is None:
                raise InputError(
                    f"{self.folder} has no table {table_name(self.game, t)}, which is needed to "
                    f"verify {table.name}"
                )
            known[t] = other.codes()
        passes = Threads(self.game, threads_or_all(threads))
        solver = Solver(self.game, table.metric, passes)
        return solver.wrong_offset(table.number, table.codes(), known)

    # Values ---------------------------------------------------------------------------------------

    def has(self, state: Any) -> bool:
        return self.look_up(state, "end") is not None

    def entry(self, state: Any) -> Entry:
        return self.require(state, "end")

    def progress(self, position: Position) -> Entry:
        """The value of a position if the count of moves without progress starts here. Its distance
        is to the next irreversible move."""
        return self.require(position.state, "progress")

    def require(self, state: Any, metric: Metric) -> Entry:
        """The value of a state. Raises InputError if no table has it."""
        entry = self.look_up(state, metric)
        if entry is not None:
            return entry
        shown, index = self.game.show_position(state), int(self.game.ask("index", state))
        if index < 0:
            raise InputError(f"{shown!r} is not in any endgame table of {self.game.name}")
        name = table_name(self.game, index // PLACES)
        raise InputError(
            f"{shown!r} is in the table {name}, which {self.folder} does not have with distances "
            f"to {'the end' if metric == 'end' else 'progress'}: "
            f"`counterplay table build {self.game.name} {name} --metric {metric}` builds it"
            + "".join(f"; {sentence}" for sentence in self.unreadable)
        )

    def look_up(self, state: Any, metric: Metric) -> Entry | None:
        """The value of a state; None if no table has it."""
        game = self.game
        mover = game.player(state)
        if game.terminal(state):
            score = game.utility(state, mover) - game.facts.even_share
            return entry_of(game.facts, code_of_end(score), mover)
        index = int(game.ask("index", state))
        if index < 0:
            return self._from_successors(state, metric)
        table = self.open(index // PLACES, metric)
        if table is None:
            return None
        code = table.code(index % PLACES)
        if code == NO_STATE:
            return None
        entry = entry_of(game.facts, code, mover)
        return entry if table.has_distances else replace(entry, distance=None)

    def _from_successors(self, state: Any, metric: Metric) -> Entry | None:
        """The value of a state without an index; None unless all successors are known."""
        mover, best = self.game.player(state), None
        for move in self.game.actions(state):
            successor = self.game.result(state, move)
            if not self.game.terminal(successor) and self.game.ask("index", successor) < 0:
                return None
            entry = self.look_up(successor, metric)
            if entry is None:
                return None
            distance = None if entry.distance is None else entry.distance + 1
            if metric == "progress" and self.game.ask("irreversible", state, move):
                distance = None if entry.distance is None else 1
            score = entry.values[mover] - self.game.facts.even_share
            ours = entry_of(self.game.facts, code_of_end(score), mover)
            ours = replace(ours, distance=distance)
            best = ours if best is None else max(best, ours, key=rank)
        return best

    def probe_tables(self) -> ProbeTables | None:
        """The tables with distances, for a search to probe; None if there are none."""
        arrays = {}
        for t, metric in self.paths:
            table = self.open(t, metric) if metric == "end" else None
            if table is not None and table.has_distances:
                arrays[t] = np.ascontiguousarray(table.array)
        return ProbeTables(self.game, arrays) if arrays else None

    # Answers --------------------------------------------------------------------------------------

    def answer(self, position: Position) -> Result | None:
        if position.is_over or not self._has_successors(position):
            return None
        entry = self.value(position)
        if entry.outcome != "draw" and entry.distance is None:
            return None  # the outcome is known, but not the way: a search has to find it
        result = super().answer(position)
        return result if result is not None else ByProgress(self).answer(position)

    def _has_successors(self, position: Position) -> bool:
        """Whether a position and all its successors are known."""
        successors = (self.game.result(position.state, move) for move in position.legal_moves)
        return self.has(position.state) and all(map(self.has, successors))


class ByProgress(Lookup):
    """The same tables, with distances to the next irreversible move."""

    def __init__(self, tables: Tablebase) -> None:
        self.game, self.tables = tables.game, tables

    def has(self, state: Any) -> bool:
        return self.tables.look_up(state, "progress") is not None

    def entry(self, state: Any) -> Entry:
        return self.tables.require(state, "progress")

    def after(self, state: Any, move: int) -> Entry:
        entry = super().after(state, move)
        is_progress = entry.distance is not None and self.game.ask("irreversible", state, move)
        return replace(entry, distance=1) if is_progress else entry

    def answer(self, position: Position) -> Result | None:
        """A win that comes in time under a rule such as the fifty-move rule, where the fastest
        way to the end does not; None if there is none."""
        if not self.has(position.state):
            return None
        entry, current = self.value(position), position
        line: list[int] = []
        while not current.is_over and len(line) < LONGEST_LINE:
            if not self.has(current.state):
                return None
            line.append(self.best(current))
            current = current.play(line[-1])
        if not current.is_over or tuple(map(tidy, current.payoffs)) != entry.values:
            return None
        return result_of(position, replace(entry, distance=len(line)), line)
