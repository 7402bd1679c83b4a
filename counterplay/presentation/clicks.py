"""The cells to click for moves whose texts name none: those that the move changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.core.game.game import Game
from counterplay.presentation.drawings import Drawing, Grid, drawing_of

MOST_MOVES = 200
"""With more moves, their drawings would take too long."""


def clicks_by_change(
    game: Game, state: Any, moves: Sequence[int], drawing: Drawing | str
) -> list[list[int]] | None:
    """For each move the cells to click, in order; None if they cannot be told apart.

    A move that fills one square is made by a click there; one that empties a square and fills or
    changes another, by a click on each.
    """
    is_open = isinstance(drawing, Grid) and not game.facts.hidden and len(moves) <= MOST_MOVES
    if not is_open or not isinstance(drawing, Grid):
        return None
    found = [_clicks(drawing, drawing_of(game, game.result(state, move))) for move in moves]
    clicks = [one for one in found if one is not None]
    is_clear = len(clicks) == len(moves) and len({tuple(one) for one in clicks}) == len(moves)
    return clicks if is_clear else None


def _clicks(before: Grid, after: Drawing | str) -> list[int] | None:
    """The cells to click for the move between two drawings; None if that is not clear."""
    if not isinstance(after, Grid) or (after.width, after.height) != (before.width, before.height):
        return None
    pairs = list(zip(before.pieces, after.pieces, strict=True))
    gone = [i for i, (old, new) in enumerate(pairs) if old and not new]
    came = [i for i, (old, new) in enumerate(pairs) if new and not old]
    changed = [i for i, (old, new) in enumerate(pairs) if old and new and old != new]
    goals = came or changed
    if len(gone) > 1 or len(goals) > 1 or not (gone or goals):
        return None
    return [*gone, *goals]
