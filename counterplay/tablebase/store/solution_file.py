"""The strong solution of a game in a file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.table_file import Parts, being_written, read, write
from counterplay.tablebase.expected import solve as expected
from counterplay.tablebase.expected.solution import ExpectedSolution
from counterplay.tablebase.kinds import has_expected_values
from counterplay.tablebase.reachable.solve import Explorer
from counterplay.tablebase.reachable.state_space import megabytes_or_half
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.identity import game_identity, require_game


def save(solution: Solution, path: Path) -> None:
    """Write a solution to a file. The file appears only when it is complete."""
    with being_written(path) as unfinished:
        write_solution(solution, unfinished, path)


def write_solution(solution: Solution, unfinished: Path, path: Path) -> None:
    """Write a solution to the file `unfinished`, then rename that to `path`."""
    about = game_identity(solution.game)
    parts = {"states": solution.states, "values": solution.values}
    if isinstance(solution, ExpectedSolution):
        about |= {"error": solution.error, "sweeps": solution.sweeps}
        parts |= {"ranks": solution.ranks}
    write(unfinished, path, about, parts)


def load(game: Game, path: Path) -> Solution:
    """The solution in a file. Refuses a file that is damaged, or made by other rules.

    A file of another version of Python is verified: its rules hash cannot be compared.
    """
    about, parts = read(path)
    has_same_rules = require_game(game, path, about)
    is_expected = has_expected_values(game)
    wanted = {"states": 1, "values": 1, "ranks": 1} if is_expected else {"states": 1, "values": 2}
    is_solution = {name: part.ndim for name, part in parts.items()} == wanted
    if not is_solution or parts["states"].dtype != game.shape.dtype:
        raise InputError(f"{path} is not the solution of a whole game")
    if len({len(part) for part in parts.values()}) != 1:
        raise InputError(f"{path} is damaged: it has not one value for each state")
    solution = _expected(game, path, about, parts) if is_expected else _exact(game, parts)
    if not has_same_rules and wrong_row(solution) is not None:
        raise InputError(f"{path} was made by other rules of {game.name}: make it again")
    return solution


def _exact(game: Game, parts: Parts) -> Solution:
    return Solution(game, parts["states"], parts["values"])


def _expected(game: Game, path: Path, about: Mapping[str, Any], parts: Parts) -> ExpectedSolution:
    error, sweeps = about.get("error"), about.get("sweeps")
    if not isinstance(error, float) or not isinstance(sweeps, int):
        raise InputError(f"{path} is damaged: its header cannot be read")
    return ExpectedSolution(game, parts["states"], parts["values"], parts["ranks"], error, sweeps)


def wrong_row(solution: Solution, memory: int | None = None, threads: int = 0) -> int | None:
    """The row of a state whose value contradicts its successors; None if all are right."""
    if isinstance(solution, ExpectedSolution):
        states, values = solution.states, solution.values
        return expected.wrong_row(
            solution.game, states, values, solution.error, memory=memory, threads=threads
        )
    count = threads or os.cpu_count() or 1
    explorer = Explorer(solution.game, megabytes_or_half(memory), count, None)
    explorer.take(solution.states, solution.values)
    return explorer.wrong_row()
