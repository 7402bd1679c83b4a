"""The solution of a whole game, kept in a file."""

from __future__ import annotations

import os
from pathlib import Path

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.tablebase.reachable.solve import Explorer, megabytes_or_half
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.file import about_game, being_written, read, require_game, write


def save(table: Solution, path: Path) -> None:
    """Write a table whole, or not at all."""
    with being_written(path) as unfinished:
        keep(table, unfinished, path)


def keep(table: Solution, unfinished: Path, path: Path) -> None:
    """Write a table to its unfinished file, which then gets its name."""
    parts = {"states": table.states, "values": table.values}
    write(unfinished, path, about_game(table.game), parts)


def load(game: Game, path: Path) -> Solution:
    """The table in a file, if it is whole and was made by the rules of this game."""
    about, parts = read(path)
    is_known = require_game(game, path, about)
    if set(parts) != {"states", "values"} or parts["states"].dtype != game.shape.dtype:
        raise InputError(f"{path} is no solution of a whole game")
    table = Solution(game, parts["states"], parts["values"])
    if not is_known and wrong_place(table) is not None:
        raise InputError(f"{path} was made by other rules of {game.name}: make it again")
    return table


def wrong_place(table: Solution, memory: int | None = None, threads: int = 0) -> int | None:
    """The place of a state that its successors contradict, if there is one."""
    explorer = Explorer(table.game, megabytes_or_half(memory), threads or os.cpu_count() or 1, None)
    explorer.take(table.states, table.values)
    return explorer.wrong()
