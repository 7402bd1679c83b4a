"""Where the configuration of a pattern is in its table: from groups of cells to entries.

A pattern is a tuple of cells. The value of a cell is 0 if none of the boards has its bit, and k + 1
if board k has it (the first, if several have it). The values of a pattern's cells are the digits of
a number, in a base of one more than there are boards: the entry of the table.

All patterns of a group share one table. They are images of one another under the symmetries of the
game, with their cells in matching order. A pattern that is its own image (an edge, read from either
end) is in its group in each of its orders; then it is read in one of them, and entries that are
images of one another have the same weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

CELLS = 64
"""The cells of a board: the bits of a word."""

MOST_ENTRIES = 1 << 16
"""The most entries of a table: the number of one has 16 bits."""

MOST_PATTERNS = 1 << 13
"""The most patterns of all groups, times the boards."""

LANES = 16
"""The entries of this many patterns are found side by side."""

Cells = tuple[int, ...]
Groups = tuple[tuple[Cells, ...], ...]
Order = tuple[int, ...]


def groups_of(given: Any) -> Groups:
    """`PATTERNS` of a game's file, or of a file of tables. Raises ValueError with a sentence."""
    if not isinstance(given, (list, tuple)):
        raise ValueError("it must be a list of groups of cell tuples: [[(0, 1, 2), (6, 7, 8)]]")
    return tuple(_group(group) for group in given)


def _group(given: Any) -> tuple[Cells, ...]:
    if not isinstance(given, (list, tuple)) or not given:
        raise ValueError(f"a group must be a list of cell tuples, not {given!r}")
    for cells in given:
        if not isinstance(cells, (list, tuple)) or not cells:
            raise ValueError(f"a pattern must be a tuple of cells, not {cells!r}")
        if not all(type(cell) is int and 0 <= cell < CELLS for cell in cells):
            raise ValueError(f"the cells of {tuple(cells)} must be numbers from 0 to {CELLS - 1}")
        if len(set(cells)) < len(cells):
            raise ValueError(f"{tuple(cells)} has a cell twice")
        if len(cells) != len(given[0]):
            raise ValueError(
                f"{tuple(cells)} and {tuple(given[0])} are in one group, so they must have equally "
                "many cells"
            )
    return tuple(dict.fromkeys(tuple(cells) for cells in given))


def folded(group: Sequence[Cells]) -> tuple[list[Cells], list[Order]]:
    """The patterns of a group, each set of cells once, and the orders in which each is read.

    The orders are the same for all patterns, and two of them in a row are again one of them. If the
    group is not so, nothing is folded: all its patterns, in one order.
    """
    by_set: dict[frozenset[int], list[Cells]] = {}
    for cells in group:
        by_set.setdefault(frozenset(cells), []).append(cells)
    orders = [
        {tuple(same[0].index(cell) for cell in cells) for cells in same} for same in by_set.values()
    ]
    chained = {tuple(a[i] for i in b) for a in orders[0] for b in orders[0]}
    if any(other != orders[0] for other in orders) or chained != orders[0]:
        return list(group), [tuple(range(len(group[0])))]
    return [same[0] for same in by_set.values()], sorted(orders[0])


@dataclass(frozen=True)
class Layout:
    """The patterns of a set of tables: `groups` of cells, in this many `boards`."""

    groups: Groups
    boards: int

    def __post_init__(self) -> None:
        if not self.groups or self.boards < 1:
            raise ValueError("patterns need a group of cells, and a board")
        if self.boards * sum(map(len, self.groups)) > MOST_PATTERNS:
            raise ValueError(f"there are more than {MOST_PATTERNS // self.boards:,} patterns")
        for group, size in zip(self.groups, self.sizes, strict=True):
            if size > MOST_ENTRIES:
                raise ValueError(
                    f"the pattern {group[0]} has {size:,} configurations, more than "
                    f"{MOST_ENTRIES:,}: use fewer cells"
                )

    @property
    def base(self) -> int:
        """The number of values of a cell."""
        return self.boards + 1

    @cached_property
    def sizes(self) -> list[int]:
        """The entries of each group's table."""
        return [self.base ** len(group[0]) for group in self.groups]

    @property
    def entries(self) -> int:
        """The entries of all tables."""
        return sum(self.sizes)

    @cached_property
    def patterns(self) -> list[tuple[Cells, int]]:
        """Each pattern that is read, with the first entry of its table."""
        firsts = np.cumsum([0, *self.sizes]).tolist()
        return [
            (cells, first)
            for group, first in zip(self.groups, firsts, strict=False)
            for cells in folded(group)[0]
        ]

    @property
    def width(self) -> int:
        """The number of patterns, filled up to whole lanes."""
        return -(-len(self.patterns) // LANES) * LANES

    @cached_property
    def firsts(self) -> npt.NDArray[np.int64]:
        """Where the table of each pattern begins."""
        return np.array([first for _, first in self.patterns], np.int64)

    @cached_property
    def rows(self) -> npt.NDArray[np.uint16]:
        """What the 8 cells of a byte add to each pattern's entry: (8 * boards, 256, width).

        An entry is then the sum of a row for each byte of the boards, for all patterns at once.
        """
        rows = np.zeros((8 * self.boards, 256, self.width), np.uint16)
        values = np.arange(256)
        for i, (cells, _) in enumerate(self.patterns):
            for place, cell in enumerate(cells):
                is_on = values >> cell % 8 & 1
                for board in range(self.boards):
                    digit = (board + 1) * self.base**place
                    rows[8 * board + cell // 8, :, i] += (is_on * digit).astype(np.uint16)
        return rows

    @cached_property
    def same(self) -> npt.NDArray[np.int32]:
        """For each entry the least one that is an image of it: both have the same weight."""
        found, first = [], 0
        for group, size in zip(self.groups, self.sizes, strict=True):
            entries = np.arange(size)
            digits = [entries // self.base**i % self.base for i in range(len(group[0]))]
            least = entries
            for order in folded(group)[1]:
                image = sum(digits[i] * self.base**place for place, i in enumerate(order))
                least = np.minimum(least, image)
            found.append(first + least)
            first += size
        return np.concatenate(found).astype(np.int32)

    def found(self, boards: Sequence[int]) -> list[int]:
        """The entry of each pattern, one digit at a time. Kernels do the same by `rows`."""
        values = [0] * CELLS
        for number, board in reversed(list(enumerate(boards))):
            for cell in range(CELLS):
                if board >> cell & 1:
                    values[cell] = number + 1
        return [
            first + sum(values[cell] * self.base**place for place, cell in enumerate(cells))
            for cells, first in self.patterns
        ]
