"""Moves that share their first and their last cell, as the promotions of a pawn.

A player who clicks these cells has to choose one of them. The page shows the piece that each of
them leaves on the last cell, if these pieces differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.core.game.errors import GameError
from counterplay.core.game.game import Game
from counterplay.presentation.drawings import Drawing, drawing_of
from counterplay.presentation.shapes import looks_of, moves_json, piece_json, pieces_of

MOST_PICTURES = 12
"""The most moves with the same cells that are told apart by pictures."""


def moves_with_choices(
    game: Game, state: Any, moves: Sequence[int], drawing: Drawing | str
) -> list[dict[str, Any]]:
    """Each move as `moves_json` gives it.

    A move that shares its cells with others has `leaves`: the piece on its last cell after it,
    unless that would not tell them apart.
    """
    shown = moves_json(game, state, moves, drawing)
    if "next_steps" in game.functions:
        return shown  # the steps are chosen, not the moves
    for alike in _alike(shown):
        left = [_left_on(game, state, moves[i], shown[i]["cells"][-1]) for i in alike]
        if len({str(piece) for piece in left}) == len(left) and all(left):
            for i, piece in zip(alike, left, strict=True):
                shown[i]["leaves"] = piece
    return shown


def _alike(shown: Sequence[dict[str, Any]]) -> list[list[int]]:
    """The numbers of the moves that share their first and their last cell, two or more together."""
    by_ends: dict[str, list[int]] = {}
    for i, move in enumerate(shown):
        if move["cells"]:
            by_ends.setdefault(f"{move['cells'][0]} {move['cells'][-1]}", []).append(i)
    return [alike for alike in by_ends.values() if 1 < len(alike) <= MOST_PICTURES]


def _left_on(game: Game, state: Any, move: int, cells: Sequence[int]) -> dict[str, str]:
    """The piece on a cell after a move; empty if several cells are meant, or if there is none.

    Also empty in games with hidden information: the next board may show what the player must not
    know.
    """
    if game.facts.hidden or len(cells) != 1:
        return {}
    try:
        after = drawing_of(game, game.result(state, move))
    except GameError:  # it is shown if the move is made
        return {}
    pieces = pieces_of(after)
    return piece_json(looks_of(after), pieces[cells[0]]) if cells[0] < len(pieces) else {}
