"""How the text of a position names the pieces on the board, found by comparing both.

A board editor puts pieces on cells, and needs the text of the position that they make. No game says
how its text is written. But many texts have a symbol for each cell, as FEN and its relatives, or
lists of the cells with pieces, as PDN. So positions of random games are compared with their texts:
a layout is used if it explains all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from counterplay.core.game.game import Game
from counterplay.presentation.drawings import Drawing, drawing_of
from counterplay.presentation.samples import Sample, samples_of
from counterplay.presentation.shapes import pieces_of
from counterplay.presentation.text_lists import Lists, find_lists
from counterplay.presentation.text_squares import Squares, find_squares

FEW = 8
"""Positions that must have a layout before more of them are compared."""
Layout = Squares | Lists


@lru_cache(64)
def layout_of(game: Game) -> Layout | None:
    """How texts of the game name pieces; None if that cannot be found."""
    if "show_position" not in game.functions or "parse_position" not in game.functions:
        return None
    drawing = drawing_of(game, game.initial())
    if isinstance(drawing, str) or not pieces_of(drawing):
        return None
    samples = samples_of(game)
    few = [*islice(samples, FEW)]
    if not few or _found(drawing, few) is None:
        return None
    return _found(drawing, [*few, *samples])


def _found(drawing: Drawing, samples: Sequence[Sample]) -> Layout | None:
    return find_squares(drawing, samples) or find_lists(drawing, samples)
