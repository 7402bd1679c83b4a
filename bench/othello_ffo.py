"""Othello endgames solved exactly, problem by problem, beside Edax without evaluation.

Each problem is a line of an OBF file; the value found is compared with that of its best move.
One thread, an empty table for each problem, CPU time inside the search. Edax is run as it comes,
its weights zeroed, and once more without ProbCut, which is of no use to it without evaluation.
The programs take turns at each problem. Each counts nodes in its own way: compare the times.

bench/othello_ffo.py --problems fforum-40-59.obf --numbers 40-44 --edax EXECUTABLE
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edax import NO_PROBCUT, Edax, Solved
from kernel_time import each_kernel_call
from table import Table

import counterplay as cp
from counterplay.core.game.game import Game
from counterplay.formats.obf import read_obf

Solver = Callable[[str], Solved]
TITLES = {"Edax": "Edax without evaluation", "no ProbCut": "Edax without evaluation and ProbCut"}


@dataclass(frozen=True)
class Problem:
    """A line of an OBF file: the squares and the side to move, and the best move's value."""

    number: int
    position: str
    value: int

    @property
    def empty(self) -> int:
        return self.position.count("-")


def read_problems(path: Path) -> Iterator[Problem]:
    """The problems of a file, from the first number in its name on (fforum-40-59), or from 1."""
    named = re.search(r"\d+", path.stem)
    try:
        problems = read_obf(path)
    except cp.InputError as error:
        sys.exit(f"--problems: {error}")
    for number, problem in enumerate(problems, int(named[0]) if named else 1):
        if problem.value is None:
            sys.exit(f"{path}: {problem.position} says nothing of its value")
        yield Problem(number, problem.position, problem.value)


def numbers_of(text: str) -> set[int]:
    """The numbers of a list such as 1-19,40."""
    numbers: set[int] = set()
    for part in text.split(","):
        low, _, high = part.partition("-")
        numbers.update(range(int(low), int(high or low) + 1))
    return numbers


def our_solver(game: Game, memory: int, seconds: float) -> Solver:
    """The engine, told to be exact; what takes longer than `seconds` has no value."""

    def solve(position: str) -> Solved:
        spent = 0.0

        def add(_: object, part: float) -> None:
            nonlocal spent
            spent += part

        with each_kernel_call(add):
            found = cp.search(game, position, exact=True, memory=memory, time=seconds)
        value = round(found.value) if found.kind == "exact" else None
        return Solved(value, found.nodes, spent)

    return solve


def columns(solvers: list[str]) -> list[tuple[str, int]]:
    titles = [("#", 5), ("empty", 0), ("value", 0)]
    for i, name in enumerate(solvers):
        titles += [(f"{name} s", 9), ("nodes", 14), ("Mnodes/s", 0)]
        titles += [(f"ours/{name}", 0)] if i else []
    return titles


def cells(first: list[str], efforts: list[Solved]) -> list[str]:
    """One row: seconds, nodes and rate of each, and our time as a multiple of theirs."""
    row = [*first]
    for i, one in enumerate(efforts):
        rate = one.nodes / one.seconds / 1e6 if one.seconds else 0.0
        row += [f"{one.seconds:.3f}", f"{one.nodes:,}", f"{rate:.1f}"]
        row += [f"{efforts[0].seconds / one.seconds:.2f}x" if one.seconds else "-"] if i else []
    return row


def total(efforts: list[Solved]) -> Solved:
    return Solved(None, sum(one.nodes for one in efforts), sum(one.seconds for one in efforts))


def wrong(names: list[str], rows: dict[Problem, list[Solved]]) -> list[str]:
    """A sentence for each value that is not that of the problem's best move."""
    return [
        f"problem {problem.number} is worth {problem.value:+d}; {name}: {one.score}"
        for problem, efforts in rows.items()
        for name, one in zip(names, efforts, strict=True)
        if one.score != problem.value
    ]


def opponents(executable: Path | None, stack: ExitStack) -> dict[str, Solver]:
    """Edax in its two forms; nobody where there is no executable."""
    if executable is None:
        return {}
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    return {
        "Edax": Edax(executable, folder).solve,
        "no ProbCut": Edax(executable, folder, NO_PROBCUT).solve,
    }


def figures_of(names: list[str], rows: dict[Problem, list[Solved]], memory: int) -> dict[str, Any]:
    return {
        "memory": memory,
        "problems": {
            problem.number: {
                TITLES.get(name, "counterplay"): vars(one)
                for name, one in zip(names, efforts, strict=True)
            }
            for problem, efforts in rows.items()
        },
    }


def arguments_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--problems", type=Path, nargs="+", required=True, metavar="FILE", help="OBF files")
    add("--numbers", type=numbers_of, help="some of the problems, as in 40-44 or 1-19,40")
    add("--memory", type=int, default=64, metavar="MB", help="megabytes of table (64)")
    add("--time", type=float, default=7200.0, metavar="S", help="seconds at most for each (7200)")
    add("--edax", type=Path, metavar="EXECUTABLE", help="Edax 4.6 as built, to run beside")
    add("--json", type=Path, metavar="FILE", help="write the figures to this file")
    return parser.parse_args()


def main() -> None:
    given = arguments_given()
    problems = [p for path in given.problems for p in read_problems(path)]
    if given.numbers is not None:
        problems = [p for p in problems if p.number in given.numbers]
    if not problems:
        sys.exit("none of the problems has one of those numbers")
    with ExitStack() as stack:
        others = opponents(given.edax, stack)
        game = cp.load("othello")
        cp.search(game, depth=1, memory=1)  # compiles
        solvers = {"ours": our_solver(game, given.memory, given.time), **others}
        rows = {}
        print("; ".join([f"our table {given.memory} MB", *(f"{n}: {TITLES[n]}" for n in others)]))
        table = Table(columns(list(solvers)))
        for problem in problems:
            efforts = rows[problem] = [solve(problem.position) for solve in solvers.values()]
            first = [f"{problem.number}", f"{problem.empty}", f"{problem.value:+d}"]
            table.row(cells(first, efforts))
        totals = [total(list(column)) for column in zip(*rows.values(), strict=True)]
        table.row(cells(["total", "", ""], totals))
    if given.json:
        figures = figures_of(list(solvers), rows, given.memory)
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    mistakes = wrong(list(solvers), rows)
    if mistakes:
        sys.exit("\n".join(mistakes))
    print("all values are right")


if __name__ == "__main__":
    main()
