"""The strong solution of a game in a file."""

from __future__ import annotations

import os
from pathlib import Path

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.table_file import being_written, read, write
from counterplay.tablebase.reachable.solve import Explorer, megabytes_or_half
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.identity import game_identity, require_game


def save(solution: Solution, path: Path) -> None:
    """Write a solution to a file. The file appears only when it is complete."""
    with being_written(path) as unfinished:
        write_solution(solution, unfinished, path)


def write_solution(solution: Solution, unfinished: Path, path: Path) -> None:
    """Write a solution to the file `unfinished`, then rename that to `path`."""
    parts = {"states": solution.states, "values": solution.values}
    write(unfinished, path, game_identity(solution.game), parts)


def load(game: Game, path: Path) -> Solution:
    """The solution in a file. Refuses a file that is damaged, or made by other rules.

    A file of another version of Python is verified: its rules hash cannot be compared.
    """
    about, parts = read(path)
    has_same_rules = require_game(game, path, about)
    is_solution = set(parts) == {"states", "values"} and parts["states"].dtype == game.shape.dtype
    if not is_solution or (parts["states"].ndim, parts["values"].ndim) != (1, 2):
        raise InputError(f"{path} is not the solution of a whole game")
    if len(parts["states"]) != len(parts["values"]):
        raise InputError(f"{path} is damaged: it has not one value for each state")
    solution = Solution(game, parts["states"], parts["values"])
    if not has_same_rules and wrong_row(solution) is not None:
        raise InputError(f"{path} was made by other rules of {game.name}: make it again")
    return solution


def wrong_row(solution: Solution, memory: int | None = None, threads: int = 0) -> int | None:
    """The row of a state whose value contradicts its successors; None if all are right."""
    count = threads or os.cpu_count() or 1
    explorer = Explorer(solution.game, megabytes_or_half(memory), count, None)
    explorer.take(solution.states, solution.values)
    return explorer.wrong_row()
