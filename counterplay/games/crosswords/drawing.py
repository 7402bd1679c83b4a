"""The board as people see it: tiles, premium squares and racks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.games.crosswords.equipment import premium_signs
from counterplay.games.crosswords.moves import tiles_in
from counterplay.games.crosswords.notation import COLUMNS, rack_text, tile_text
from counterplay.presentation.drawings import Grid

PREMIUMS = {":": "box blue", "!": "box green", "+": "box yellow", "#": "box red"}


def draw(s: Any, p: int | None, names: Sequence[str], letters: str, size: int) -> Grid:
    """What player p sees: the board, the scores, the own rack and the number of other tiles."""
    signs = [
        tile_text(tile, letters) if tile else premium
        for tile, premium in zip(s.board.tolist(), premium_signs(size), strict=True)
    ]
    rows = [signs[first : first + size] for first in range(0, len(signs), size)]
    looks = {letter: f"disc white {letter}" for letter in letters}
    looks |= {letter.lower(): f"disc yellow {letter.lower()}" for letter in letters}
    return Grid(
        rows,
        columns=COLUMNS[:size],
        numbers=[str(row + 1) for row in range(size)],
        looks=looks | PREMIUMS,
        above=True,
        notes=notes_of(s, p, names, letters),
    )


def notes_of(s: Any, p: int | None, names: Sequence[str], letters: str) -> str:
    """The scores, the racks that player p sees, and the number of tiles in the bag."""
    parts = []
    for q, name in enumerate(names):
        is_seen = p is None or p == q
        held = rack_text(s.racks[q], letters) if is_seen else f"{tiles_in(s.racks[q])} tiles"
        parts.append(f"{name} {int(s.scores[q])} ({held or 'no tiles'})")
    return f"{', '.join(parts)}; {tiles_in(s.bag)} tiles in the bag"
