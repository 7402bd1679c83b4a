"""Lines of equal pieces on a grid, for the marks of a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.presentation.drawings import EMPTY

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def in_a_row(rows: Sequence[Sequence[str]], length: int) -> list[int]:
    """The numbers of the squares in lines of `length` equal pieces: across, down or aslant."""
    height, width = len(rows), len(rows[0])
    found = set[int]()
    for r in range(height):
        for c in range(width):
            for down, right in DIRECTIONS:
                line = [(r + i * down, c + i * right) for i in range(length)]
                end_r, end_c = line[-1]
                if not (end_r < height and 0 <= end_c < width) or rows[r][c] in EMPTY:
                    continue
                if all(rows[y][x] == rows[r][c] for y, x in line):
                    found |= {y * width + x for y, x in line}
    return sorted(found)
