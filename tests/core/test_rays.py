"""Runs along lines are those that walking over the board square by square finds."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from numba import njit

from counterplay.core.bits.rays import FORMS, beyond, enclosed
from counterplay.core.bits.symmetry import mirrored, transposed
from counterplay.core.compile.native_forms.rays import rays

STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
BOARDS = 2_000

native_beyond = njit(lambda start, through: beyond(start, through))
native_enclosed = njit(lambda square, ends, through: enclosed(square, ends, through))


def walk(square: int, step: tuple[int, int]) -> Iterator[int]:
    """The squares from a square, which is left out, to the edge."""
    row, column = square // 8 + step[0], square % 8 + step[1]
    while 0 <= row < 8 and 0 <= column < 8:
        yield 8 * row + column
        row, column = row + step[0], column + step[1]


def run_ends(square: int, through: int, step: tuple[int, int]) -> tuple[int, int | None]:
    """The run of `through` next to the square, and the square behind it, if there is one."""
    run = 0
    for here in walk(square, step):
        if not through >> here & 1:
            return run, here
        run |= 1 << here
    return run, None


def walked_beyond(start: int, through: int) -> int:
    found = 0
    for square in (square for square in range(64) if start >> square & 1):
        for step in STEPS:
            run, end = run_ends(square, through, step)
            found |= 1 << end if run and end is not None else 0
    return found


def walked_enclosed(square: int, ends: int, through: int) -> int:
    found = 0
    for step in STEPS:
        run, end = run_ends(square, through, step)
        found |= run if end is not None and ends >> end & 1 else 0
    return found


def boards() -> Iterator[tuple[int, int, int]]:
    """A square, and two sets of other squares that share none, sparse ones and dense ones."""
    dice = random.Random(1)
    for _ in range(BOARDS):
        empty = dice.getrandbits(64) & dice.getrandbits(64) & dice.getrandbits(64)
        empty |= 0 if dice.random() < 0.5 else dice.getrandbits(64)
        mine = dice.getrandbits(64) & dice.choice([2**64 - 1, dice.getrandbits(64)])
        square = dice.randrange(64)
        taken = ~(1 << square) & ~empty & (2**64 - 1)
        yield square, mine & taken, ~mine & taken


@pytest.mark.parametrize("form", [beyond, native_beyond], ids=["plain", "native"])
def test_beyond_is_what_walking_finds(form) -> None:  # type: ignore[no-untyped-def]
    for _, start, through in boards():
        found = form(np.uint64(start), np.uint64(through))
        # Whatever lies behind a run, empty or not; runs of `through` never end in `through`.
        assert int(found) & ~through == walked_beyond(start, through), (start, through)


@pytest.mark.parametrize("form", [enclosed, native_enclosed], ids=["plain", "native"])
def test_enclosed_is_what_walking_finds(form) -> None:  # type: ignore[no-untyped-def]
    for square, ends, through in boards():
        found = form(square, np.uint64(ends), np.uint64(through))
        assert int(found) == walked_enclosed(square, ends, through), (square, ends, through)


def test_forms_return_unsigned_words() -> None:
    one = np.uint64(1)
    assert {type(beyond(one, one)), type(enclosed(3, one, one))} == {np.uint64}
    assert len(FORMS) == 2


def test_rays_go_to_the_edge() -> None:
    for square in range(64):
        for row, column in STEPS:
            walked = sum(1 << here for here in walk(square, (row, column)))
            assert rays(square, 8 * row + column) == walked, (square, row, column)


def test_symmetries_move_every_square_where_it_belongs() -> None:
    for square in range(64):
        row, column = divmod(square, 8)
        single = np.uint64(1 << square)
        assert mirrored(single) == 1 << (8 * row + 7 - column)
        assert transposed(single) == 1 << (8 * column + row)
