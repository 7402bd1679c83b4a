"""Build the bearoff tables."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.games.backgammon.bearoff.one_sided import (
    MOST_FIRST_ROLLS,
    MOST_ROLLS,
    solve_rolls,
)
from counterplay.games.backgammon.bearoff.plays import ROLLS, write_successors
from counterplay.games.backgammon.bearoff.position_index import (
    FIRST_FULL,
    MOST_CHECKERS,
    POSITIONS,
    positions,
)
from counterplay.games.backgammon.bearoff.tables import Tables, stored
from counterplay.games.backgammon.bearoff.two_sided import CUBELESS, THEIRS, solve_pairs

CHECKERS, MOST_PAIR_CHECKERS = 9, 12
"""The checkers a side in the two-sided table: by default, and the most that 1 GB has room for."""

CUBE_CHECKERS, MOST_CUBE_CHECKERS = 7, 10
"""The same in the table with the cube, which has three equities a pair."""

PIECES = 50
"""The parts in which a table of pairs is built. After each, progress is reported."""

Report = Callable[[str, int, int], None]
"""Called with the name of a table, the parts that are done, and how many there are."""


def build_tables(
    checkers: int = CHECKERS, cube_checkers: int = CUBE_CHECKERS, report: Report | None = None
) -> Tables:
    """Build all tables. `checkers` and `cube_checkers` are the most on each side; 0: no table."""
    for name, number, most in (
        ("checkers", checkers, MOST_PAIR_CHECKERS),
        ("cube_checkers", cube_checkers, MOST_CUBE_CHECKERS),
    ):
        if not 0 <= number <= most:
            raise InputError(f"{name}={number} is out of range: 0 to {most} checkers a side")
    starts, links = successors(MOST_CHECKERS)
    rolls, first_rolls = build_one_sided(starts, links)
    pairs = build_pairs(starts, links, checkers, 1, report)
    cube = build_pairs(starts, links, cube_checkers, THEIRS + 1, report)
    size = cube.shape[1]
    return Tables(rolls, first_rolls, pairs[CUBELESS], cube[1:].reshape(3 * size, size))


def successors(checkers: int) -> tuple[np.ndarray, np.ndarray]:
    """The successors of all positions with this many checkers or fewer (`write_successors`)."""
    write = native(write_successors)
    starts = np.zeros(len(ROLLS) * positions(checkers) + 1, np.int64)
    links = np.zeros(write(starts, np.zeros(0, np.int32), ROLLS), np.int32)
    write(starts, links, ROLLS)
    return starts, links


def build_one_sided(starts: np.ndarray, links: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The distributions of the rolls to bear off all checkers, and of those to the first."""
    solve = native(solve_rolls)
    rolls, first_rolls = np.zeros((POSITIONS, MOST_ROLLS)), np.zeros((POSITIONS, MOST_FIRST_ROLLS))
    solve(starts, links, np.zeros(POSITIONS), rolls, 1)
    solve(starts, links, np.zeros(POSITIONS), first_rolls, FIRST_FULL)
    return rolls.astype(np.float32), first_rolls[FIRST_FULL:].astype(np.float32)


def build_pairs(
    starts: np.ndarray,
    links: np.ndarray,
    checkers: int,
    cubes: int,
    report: Report | None = None,
) -> np.ndarray:
    """The stored equities of all pairs of positions with this many checkers or fewer."""
    size = positions(checkers) if checkers else 0
    values = np.zeros((cubes, size, size), np.float32)
    solve, name = native(solve_pairs), "two-sided" if cubes == 1 else "with the cube"
    # Stage i has i pairs to find, twice.
    stages = [round(size * (piece / PIECES) ** 0.5) for piece in range(PIECES + 1)]
    for piece, (first, last) in enumerate(pairwise(stages), 1):
        solve(starts, links, values, first, last)
        if report is not None:
            report(name, piece, PIECES)
    numbers = np.zeros((cubes, size, size), np.uint16)
    for cube in range(cubes):
        for row in range(size):
            numbers[cube, row] = stored(values[cube, row])
    return numbers


@cache
def native(function):
    """The function as machine code. The compiler is imported here, when a table is built."""
    from counterplay.core.compile.functions import compiled

    return compiled(function)
