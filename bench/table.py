"""A plain table whose rows appear as soon as they are known."""

from __future__ import annotations

from collections.abc import Sequence


class Table:
    """Columns of a title and a width; the first is set to the left, the others to the right."""

    def __init__(self, columns: Sequence[tuple[str, int]]) -> None:
        self.widths = [max(width, len(title)) for title, width in columns]
        self.row([title for title, _ in columns])

    def row(self, cells: Sequence[str]) -> None:
        first, *rest = (
            f"{cell:{'>' if i else '<'}{width}}"
            for i, (cell, width) in enumerate(zip(cells, self.widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip(), flush=True)
